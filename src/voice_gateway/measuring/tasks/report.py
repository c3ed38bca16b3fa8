"""Shows how far an evaluation is, and writes what came of it."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from voice_gateway.errors import InputError

T = TypeVar("T")


def progress(items: Sequence[T], name: str) -> Iterable[T]:
    """The items one by one, with a bar on a terminal's standard error."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(items, name, console=console, disable=not console.is_terminal, transient=True)


class Reported(Protocol):
    """One row of a table, with everything behind it in plain values."""

    def figures(self) -> dict[str, Any]: ...
    def rows(self) -> list[dict[str, Any]]: ...


def write_report(path: Path, scores: Sequence[Reported]) -> None:
    """All figures and every row behind them, as JSON."""
    report = {
        "scores": [score.figures() for score in scores],
        "rows": [row for score in scores for row in score.rows()],
    }
    try:
        path.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"Cannot write {path}: {error.strerror}.") from error
