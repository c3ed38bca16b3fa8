"""`voice-gateway eval routing FILE`: how well sentences are told apart, by the router and by the rules."""

from pathlib import Path
from typing import Annotated

import typer


def eval_routing(
    file: Annotated[Path, typer.Argument(help="JSONL rows of {text, label, intent, source}.")],
    predictions: Annotated[
        Path | None, typer.Option(help="Write every row with its pred to this file.")
    ] = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="Judge the rules alone, not the trained router.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Score the intent classifier on labelled sentences: recall, precision, confusion, calibration, speed."""
    from voice_gateway.measuring.routing.report import report

    report(file, predictions, rules=rules, as_json=as_json)
