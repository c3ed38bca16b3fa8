"""Figures of reliability for the charts: over a period, by model and by day."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Literal, TypeVar

from voice_gateway.console.insight_shapes import Day, Period, Stats
from voice_gateway.metrics import TurnRow, figures
from voice_gateway.metrics.figures import percentile

K = TypeVar("K", bound=Hashable)
Percentile = Literal["p50", "p90", "p95", "p99"]
_PERCENTILES: tuple[tuple[Percentile, float], ...] = (
    ("p50", 0.5),
    ("p90", 0.9),
    ("p95", 0.95),
    ("p99", 0.99),
)


def first_moment(now: datetime, days: int) -> datetime:
    """When the first of so many days began, today being the last."""
    return (now - timedelta(days=days - 1)).replace(hour=0, minute=0, second=0, microsecond=0)


def stats(rows: Sequence[TurnRow], *, now: datetime, days: int, kept: bool) -> Stats:
    """Everything the reliability view shows. Days without a turn are there too, so that gaps are seen."""
    first = first_moment(now, days)
    rows = [row for row in rows if row.started >= first.timestamp()]
    zone: tzinfo | None = now.tzinfo
    by_day = _grouped(rows, lambda row: datetime.fromtimestamp(row.started, zone).date())
    dates = [(first + timedelta(days=index)).date() for index in range(days)]
    by_model = _grouped(rows, lambda row: row.model)
    return Stats(
        days=days,
        kept=kept,
        whole=period(rows),
        per_model={model: period(some) for model, some in sorted(by_model.items())},
        per_day=[Day(day=date.isoformat(), **period(by_day.get(date, [])).model_dump()) for date in dates],
    )


def period(rows: Sequence[TurnRow]) -> Period:
    summed = figures(rows)
    seconds = sorted(row.seconds for row in rows if not row.cut_off)
    answered = sum(row.success for row in rows)
    return Period(
        turns=len(rows),
        answered=answered,
        success_rate=summed.success_rate,
        first_queries=sum(row.first and not row.cut_off for row in rows),
        first_query_rate=summed.first_query_rate,
        recovered=summed.recovered_turns,
        outcomes=summed.outcomes,
        corrected=summed.corrected,
        retries=sum(len(row.retries) for row in rows),
        retry_rate=summed.retry_rate,
        seconds={name: percentile(seconds, share) for name, share in _PERCENTILES} if seconds else {},
        causes=summed.causes,
        tool_outcomes=summed.tool_outcomes,
        intents=dict(Counter(row.intent or "none" for row in rows).most_common()),
    )


def _grouped(rows: Sequence[TurnRow], key: Callable[[TurnRow], K]) -> dict[K, list[TurnRow]]:
    groups: dict[K, list[TurnRow]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups
