"""Turns as rows in SQLite, so that figures survive a restart."""

import json
import logging
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, TypeAdapter

from voice_gateway.database import Database
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Answered, Asked, Called, Classified, Corrected, Recovered, Trace

_SCHEMA = """
CREATE TABLE IF NOT EXISTS turns (
    started REAL NOT NULL,
    model TEXT NOT NULL,
    row TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS turns_by_time ON turns (started);
"""

_LATEST = 32_503_680_000
"""The year 3000, in seconds: what is later was never a time, and no calendar could show it."""

Moment = Annotated[float, Field(ge=0, le=_LATEST)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TurnRow:
    """What is kept of a turn: figures only, never what was said."""

    started: Moment
    model: str
    intent: str
    first: bool
    outcome: TurnOutcome
    seconds: Seconds
    model_calls: Annotated[int, Field(ge=0)] = 0
    causes: list[str] = field(default_factory=list)
    """The cause of every reply that could not be used."""

    retries: list[bool] = field(default_factory=list)
    """Whether each retry succeeded."""

    tools: list[tuple[str, str]] = field(default_factory=list)
    """Tool and outcome of every call."""

    corrected: bool = False
    """The model claimed something that was not so, and it was not said."""

    @property
    def success(self) -> bool:
        return self.outcome.success

    @property
    def cut_off(self) -> bool:
        """The person stopped it, so that it neither succeeded nor failed."""
        return self.outcome is TurnOutcome.CUT_OFF

    @classmethod
    def of(cls, trace: Trace) -> Self:
        classified, answered = trace.last(Classified), trace.last(Answered)
        recovered = trace.all(Recovered)
        return cls(
            started=trace.started,
            model=trace.model,
            intent=classified.intent if classified else "",
            first=trace.first,
            outcome=answered.outcome if answered else TurnOutcome.FAILED,
            seconds=answered.at if answered else trace.elapsed(),
            model_calls=len(trace.all(Asked)),
            causes=[event.cause for event in recovered if event.attempt == 1],
            retries=[event.success for event in recovered],
            tools=[(event.tool, event.outcome) for event in trace.all(Called)],
            corrected=bool(trace.all(Corrected)),
        )

    @staticmethod
    def from_json(text: str) -> "TurnRow":
        """A row as it was kept, or `ValueError`. Older ones say only whether it was a success."""
        kept: Any = json.loads(text)
        if isinstance(kept, dict) and "outcome" not in kept:
            success, cut_off = kept.get("success"), kept.get("cut_off")
            kept["outcome"] = "cut off" if cut_off else "answered" if success else "failed"
        return _ROWS.validate_python(kept)


_ROWS = TypeAdapter(TurnRow)


class MetricsStore:
    """The turns. Safe to use from several threads and several processes."""

    def __init__(self, path: Path) -> None:
        self._database = Database(path, _prepare, holds="figures begin")
        self.unreadable = 0
        """Rows that were left out of what was read last, because they are no rows of ours."""

    def add(self, row: TurnRow) -> None:
        kept = (row.started, row.model, json.dumps(vars(row)))
        self._database.do(lambda database: database.execute("INSERT INTO turns VALUES (?, ?, ?)", kept))

    def since(self, moment: float) -> list[TurnRow]:
        query = "SELECT row FROM turns WHERE started >= ? ORDER BY started"
        found = self._database.do(lambda database: database.execute(query, (moment,)).fetchall())
        rows = [row for (text,) in found if (row := _readable(text))]
        self.unreadable = len(found) - len(rows)
        if self.unreadable:
            log.warning("%d turns of the metrics cannot be read and are left out.", self.unreadable)
        return rows

    def close(self) -> None:
        self._database.close()


def _prepare(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA synchronous=OFF")  # figures may lose a second in a power cut
    database.executescript(_SCHEMA)


def _readable(text: object) -> TurnRow | None:
    try:
        return TurnRow.from_json(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
