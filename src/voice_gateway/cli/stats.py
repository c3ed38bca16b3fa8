"""`voice-gateway stats`: how reliable the assistant was."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from voice_gateway.cli.context import settings_of

if TYPE_CHECKING:
    from rich.table import Table

    from voice_gateway.metrics import Figures

DAY = 86_400


def stats(context: typer.Context) -> None:
    """Show what came of the turns of the last day and week, first queries, retries, causes and times.

    Only what was done or answered counts as a success; what you stopped counts for nothing.
    """
    from voice_gateway.assembly import open_store
    from voice_gateway.cli.terminal import show
    from voice_gateway.metrics import figures

    store = open_store(settings_of(context).settings)
    if store is None:
        print("No figures are kept. Set metrics = true to keep them.")
        return
    now = time.time()
    week = store.since(now - 7 * DAY)
    store.close()
    if store.unreadable:
        print(f"{store.unreadable} turns cannot be read and are left out.")
    if not week:
        print("Nothing was asked in the last week.")
        return
    show(
        figures_table(
            {
                "last day": figures([row for row in week if row.started > now - DAY]),
                "last week": figures(week),
            }
        )
    )


def figures_table(periods: Mapping[str, "Figures"]) -> "Table":
    from voice_gateway.cli.terminal import table
    from voice_gateway.outcome import TurnOutcome

    rows = table("", *periods, numbers=tuple(periods))
    columns = list(periods.values())
    rows.add_row("turns", *(str(column.turns) for column in columns))
    for outcome in TurnOutcome:
        rows.add_row(f"  {outcome}", *(str(column.outcomes[outcome]) for column in columns))
    for label, share in (
        ("done or answered", "success_rate"),
        ("first query done or answered", "first_query_rate"),
        ("retries that helped", "retry_rate"),
    ):
        rows.add_row(label, *(_percent(getattr(column, share)) for column in columns))
    rows.add_row("turns recovered", *(str(column.recovered_turns) for column in columns))
    rows.add_row("false claims not said", *(str(column.corrected) for column in columns))
    for cause in sorted({cause for column in columns for cause in column.causes}):
        rows.add_row(f"  {cause}", *(str(column.causes.get(cause, 0)) for column in columns))
    for ended in sorted({ended for column in columns for ended in column.tool_outcomes}):
        rows.add_row(f"tool calls: {ended}", *(str(column.tool_outcomes.get(ended, 0)) for column in columns))
    rows.add_row("seconds, half of turns under", *(_seconds(column.seconds_p50) for column in columns))
    rows.add_row("seconds, 95 % of turns under", *(_seconds(column.seconds_p95) for column in columns))
    return rows


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
