"""`voice-gateway eval`, where the folder that measures is installed."""

from importlib import import_module
from importlib.util import find_spec

import typer

from voice_gateway.errors import InputError


def add_eval(app: typer.Typer, panel: str) -> None:
    """Nothing depends on what only measures, so it is looked for by its name."""
    if find_spec("voice_gateway.measuring"):
        commands: typer.Typer = import_module("voice_gateway.measuring.commands").evaluate_app
        app.add_typer(commands, name="eval", rich_help_panel=panel)
    else:
        anything = {"allow_extra_args": True, "ignore_unknown_options": True}
        app.command("eval", rich_help_panel=panel, context_settings=anything)(_left_out)


def _left_out() -> None:
    """Measure how well the assistant does (not in this installation)."""
    raise InputError(
        "What measures the assistant is not in this installation.",
        fix="It comes with the source, as do the sentences: run “pip install -e .” in a clone of it.",
    )
