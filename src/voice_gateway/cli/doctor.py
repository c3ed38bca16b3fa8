"""`voice-gateway doctor`: what works on this machine, and the command that fixes what does not."""

import asyncio

import typer

from voice_gateway.cli.context import Model, Provider, settings_of

MARKS = {"ok": "[green]✓[/]", "note": "[yellow]–[/]", "bad": "[red]✗[/]"}


def doctor(context: typer.Context, provider: Provider = None, model: Model = None) -> None:
    """Check the model, the sound, Node and the browser; say what to do about each.

    Ends with exit code 1 if the assistant cannot answer as it is set up.
    """
    from voice_gateway.cli.terminal import show, table
    from voice_gateway.diagnosis import examine

    settings = settings_of(context, provider, model).settings
    rows = table("", "part", "verdict")
    can_answer = False
    for finding in asyncio.run(examine(settings)):
        rows.add_row(
            MARKS[finding.verdict],
            finding.part,
            finding.text + (f"\n[dim]{finding.fix}[/]" if finding.fix else ""),
        )
        can_answer |= finding.answers
    show(rows)
    print("\nThe assistant can answer." if can_answer else "\nThe assistant cannot answer yet.")
    if not can_answer:
        raise typer.Exit(1)
