"""`voice-gateway voice`: the parts that hear and speak."""

import asyncio

import typer

from voice_gateway.cli.context import settings_of

voice_app = typer.Typer(help="Look at microphones, speakers and engines.", no_args_is_help=True)


@voice_app.command("devices")
def devices(context: typer.Context) -> None:
    """List the microphones and speakers, and which are in use."""
    from rich.text import Text

    from voice_gateway.cli.terminal import show, table
    from voice_gateway.voice.sound_devices import sound_devices

    voice = settings_of(context).settings.voice
    chosen = {"microphone": voice.microphone, "speaker": voice.speaker}
    rows = table("", "kind", "name", "what it is")
    for device in sound_devices():
        wanted = chosen[device.kind]
        in_use = device.name == wanted if wanted else device.is_default
        rows.add_row(Text("→", "green") if in_use else "", device.kind, device.name, device.description)
    show(rows)
    print("\nChoose others with voice.microphone and voice.speaker.")


@voice_app.command("check")
def check(context: typer.Context) -> None:
    """Open every part once and say which work."""
    from voice_gateway.cli.terminal import findings, show
    from voice_gateway.voice.examination import examine_voice

    found = asyncio.run(examine_voice(settings_of(context).settings.voice))
    show(findings(found))
    if any(finding.verdict != "ok" for finding in found):
        raise typer.Exit(1)
