"""Tables and colours, in one style."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from voice_gateway.finding import Finding

YES, NO, NOTE = Text("✓", "green"), Text("✗", "red"), Text("–", "yellow")


def show(*parts: RenderableType) -> None:
    # Words stay what they are: names and commands may have brackets.
    console = Console(markup=False)
    for part in parts:
        console.print(part)


def table(*columns: str, numbers: tuple[str, ...] = (), title: str | None = None) -> Table:
    """An empty table without noise; columns named in `numbers` are right-aligned."""
    made = Table(box=None, pad_edge=False, header_style="bold", title=title, title_justify="left")
    for column in columns:
        made.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    return made


def findings(found: "Sequence[Finding]") -> Table:
    """What was found on this machine, each with what to do about it."""
    marks = {"ok": YES, "note": NOTE, "bad": NO}
    rows = table("", "part", "verdict")
    for finding in found:
        verdict = Text(finding.text)
        if finding.fix:
            verdict.append(f"\n{finding.fix}", "dim")
        rows.add_row(marks[finding.verdict], finding.part, verdict)
    return rows


def percent(share: float) -> str:
    return f"{100 * share:.1f}%"
