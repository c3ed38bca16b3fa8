"""`voice-gateway doctor`: what works on this machine, and the command that fixes what does not."""

import asyncio

import typer

from voice_gateway.cli.context import Model, Provider, settings_for_any


def doctor(context: typer.Context, provider: Provider = None, model: Model = None) -> None:
    """Check the model, the sound, Node and the browser; say what to do about each.

    Ends with exit code 1 if the assistant cannot answer as it is set up.
    """
    from voice_gateway.cli.terminal import findings, show
    from voice_gateway.diagnosis import examine

    settings = settings_for_any(context, provider, model).settings
    found = asyncio.run(examine(settings))
    can_answer = any(finding.answers for finding in found)
    show(findings(found))
    print("\nThe assistant can answer." if can_answer else "\nThe assistant cannot answer yet.")
    if not can_answer:
        raise typer.Exit(1)
