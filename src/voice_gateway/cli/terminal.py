"""Tables and colours, in one style."""

from rich.console import Console, RenderableType
from rich.table import Table


def show(*parts: RenderableType) -> None:
    console = Console()
    for part in parts:
        console.print(part)


def table(*columns: str, numbers: tuple[str, ...] = (), title: str | None = None) -> Table:
    """An empty table without noise; columns named in `numbers` are right-aligned."""
    made = Table(box=None, pad_edge=False, header_style="bold", title=title, title_justify="left")
    for column in columns:
        made.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    return made
