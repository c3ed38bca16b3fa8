"""What several evaluations of models have in common: which models, and where the rows go."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import tell

if TYPE_CHECKING:
    from rich.table import Table

    from voice_gateway.measuring.tasks import HomeScore, TalkScore, ToolScore

Models = Annotated[
    list[str] | None,
    typer.Option("--model", metavar="NAME", help="A model or a GGUF file to judge; may be given again."),
]
JsonFile = Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write all rows to this file.")]


@contextmanager
def written(scores: "Sequence[HomeScore | TalkScore | ToolScore]", file: Path | None) -> Iterator[None]:
    """The rows are in the file before anything is shown, and it is told at the end."""
    from voice_gateway.measuring.tasks.report import write_report

    if file:
        write_report(file, scores)
    yield
    if file:
        tell(f"{sum(len(score.outcomes) for score in scores)} rows written to {file}")


def kinds_table(title: str, columns: Sequence[tuple[str, Mapping[str, float]]]) -> "Table":
    """Shares by kind; one column per row of the first table."""
    from voice_gateway.cli.terminal import percent, table

    names = tuple(name for name, _ in columns)
    rows = table(f"\n{title}, by kind", *names, numbers=names)
    for kind in columns[0][1]:
        rows.add_row(kind, *(percent(shares[kind]) for _, shares in columns))
    return rows
