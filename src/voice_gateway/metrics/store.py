"""Turns as rows in SQLite, so that figures survive a restart."""

import json
import sqlite3
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

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


@dataclass(frozen=True)
class TurnRow:
    """What is kept of a turn: figures only, never what was said."""

    started: float
    model: str
    intent: str
    first: bool
    outcome: TurnOutcome
    seconds: float
    model_calls: int = 0
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

    @classmethod
    def from_json(cls, text: str) -> Self:
        """A row as it was kept. Those of older versions say only whether it was a success."""
        kept: dict[str, Any] = json.loads(text)
        success, cut_off = kept.pop("success", False), kept.pop("cut_off", False)
        older = TurnOutcome.CUT_OFF if cut_off else TurnOutcome.ANSWERED if success else TurnOutcome.FAILED
        kept["outcome"] = TurnOutcome(kept.get("outcome", older))
        kept["tools"] = [(tool, outcome) for tool, outcome in kept["tools"]]
        return cls(**kept)


class MetricsStore:
    """The database. Safe to use from several threads and several processes."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path, timeout=5, check_same_thread=False, isolation_level=None)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=OFF")  # figures may lose a second in a power cut
        self._database.executescript(_SCHEMA)

    def add(self, row: TurnRow) -> None:
        with self._lock:
            self._database.execute(
                "INSERT INTO turns VALUES (?, ?, ?)", (row.started, row.model, json.dumps(vars(row)))
            )

    def since(self, moment: float) -> list[TurnRow]:
        with self._lock:
            rows = self._database.execute(
                "SELECT row FROM turns WHERE started >= ? ORDER BY started", (moment,)
            ).fetchall()
        return [TurnRow.from_json(text) for (text,) in rows]

    def close(self) -> None:
        with self._lock:
            self._database.close()
