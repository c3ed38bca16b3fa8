"""Figures of reliability from the turns of a period."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from voice_gateway.metrics.store import TurnRow
from voice_gateway.outcome import TurnOutcome


@dataclass(frozen=True)
class Figures:
    turns: int
    outcomes: dict[str, int]
    """How many turns came to what; every outcome is there."""

    success_rate: float | None
    first_query_rate: float | None
    """Share of conversations whose first query was answered."""

    retry_rate: float | None
    """Share of retries that gave an answer."""

    recovered_turns: int
    causes: dict[str, int]
    tool_outcomes: dict[str, int]
    corrected: int
    seconds_p50: float | None
    seconds_p95: float | None


def figures(rows: Sequence[TurnRow]) -> Figures:
    """No rate and no time counts turns that the person stopped."""
    ended = [row for row in rows if not row.cut_off]
    seconds = sorted(row.seconds for row in ended)
    counted = Counter(row.outcome for row in rows)
    return Figures(
        turns=len(rows),
        outcomes={outcome.value: counted[outcome] for outcome in TurnOutcome},
        success_rate=_share([row.success for row in ended]),
        first_query_rate=_share([row.success for row in ended if row.first]),
        retry_rate=_share([success for row in rows for success in row.retries]),
        recovered_turns=sum(bool(row.causes) and row.success for row in rows),
        causes=dict(Counter(cause for row in rows for cause in row.causes).most_common()),
        tool_outcomes=dict(Counter(outcome for row in rows for _, outcome in row.tools).most_common()),
        corrected=sum(row.corrected for row in rows),
        seconds_p50=percentile(seconds, 0.50) if seconds else None,
        seconds_p95=percentile(seconds, 0.95) if seconds else None,
    )


def _share(outcomes: Sequence[bool]) -> float | None:
    return sum(outcomes) / len(outcomes) if outcomes else None


def percentile(ordered: Sequence[float], share: float) -> float:
    return ordered[round(share * (len(ordered) - 1))]
