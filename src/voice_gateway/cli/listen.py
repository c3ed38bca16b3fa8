"""`voice-gateway listen`: talk to the assistant by voice."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Model, Provider, settings_of, tell

if TYPE_CHECKING:
    from voice_gateway.finishing import Answer
    from voice_gateway.settings import Settings
    from voice_gateway.voice import VoiceParts


def listen(
    context: typer.Context,
    wav: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Hear this recording, wake word and all, instead of a microphone."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the answers to a WAV file, play nothing.")
    ] = None,
    provider: Provider = None,
    model: Model = None,
) -> None:
    """Wait for the wake word, listen, and answer aloud. Ctrl-C ends it.

    What was planned happens while it runs, and timers ring aloud. Say the wake word, or "stop", to cut an
    answer off. Example: voice-gateway listen --wav question.wav
    """
    from voice_gateway.errors import InputError
    from voice_gateway.voice.audio import read_wav, write_wav
    from voice_gateway.voice.microphone import RecordedMicrophone
    from voice_gateway.voice.parts import choose_parts
    from voice_gateway.voice.speaker import CollectingSpeaker

    settings = settings_of(context, provider, model).settings
    microphone = RecordedMicrophone(read_wav(wav)) if wav else None
    collected = CollectingSpeaker() if out else None
    parts = choose_parts(settings.voice, microphone, collected)
    parts.check()
    try:
        woken = asyncio.run(_listen(settings, parts))
    finally:
        parts.close()
    if out and collected:
        write_wav(out, collected.sound)
    if wav and not woken:
        raise InputError(
            f"“{parts.wake.phrase}” was not heard in {wav}, so nothing was answered.",
            fix=f"Words without it are written down by: voice-gateway transcribe {wav}",
        )


async def _listen(settings: "Settings", parts: "VoiceParts") -> bool:
    """Hear and answer until the end; whether there was anything to answer."""
    from voice_gateway.assembly import open_gateway, warming
    from voice_gateway.voice import BackgroundTranscriber, State
    from voice_gateway.voice.speaker import finished

    woken = False

    def say_state(state: State, reason: str) -> None:
        nonlocal woken
        if state is State.LISTENING:
            tell(f"Listening for “{parts.wake.phrase}” …")
        elif state is State.RECORDING:
            woken = True
            tell(f"Speak now ({reason}) …")

    async with open_gateway(settings, announce=tell) as gateway, warming(gateway):
        transcriber = BackgroundTranscriber(
            gateway, parts, on_heard=lambda text: print(f"› {text}", flush=True), on_answer=_print_answer
        )
        transcriber.states.watch(say_state)
        await transcriber.run()
        await finished(parts.speaker)
    return woken


def _print_answer(answer: "Answer") -> None:
    print(answer.text, flush=True)
