"""Turns as rows in SQLite, so that figures survive a restart."""

import json
import sqlite3
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

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
    success: bool
    seconds: float
    model_calls: int = 0
    causes: list[str] = field(default_factory=list)
    """The cause of every reply that could not be used."""

    retries: list[bool] = field(default_factory=list)
    """Whether each retry succeeded."""

    tools: list[tuple[str, str]] = field(default_factory=list)
    """Tool and outcome of every call."""

    corrected: bool = False
    cut_off: bool = False
    """The person stopped it, so that it neither succeeded nor failed."""

    @classmethod
    def of(cls, trace: Trace) -> Self:
        classified, answered = trace.last(Classified), trace.last(Answered)
        recovered = trace.all(Recovered)
        return cls(
            started=trace.started,
            model=trace.model,
            intent=classified.intent if classified else "",
            first=trace.first,
            success=answered.success if answered else False,
            seconds=answered.at if answered else trace.elapsed(),
            model_calls=len(trace.all(Asked)),
            causes=[event.cause for event in recovered if event.attempt == 1],
            retries=[event.success for event in recovered],
            tools=[(event.tool, event.outcome) for event in trace.all(Called)],
            corrected=bool(trace.all(Corrected)),
            cut_off=bool(answered and answered.cut_off),
        )


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
        return [
            TurnRow(**{**json.loads(text), "tools": [tuple(pair) for pair in json.loads(text)["tools"]]})
            for (text,) in rows
        ]

    def close(self) -> None:
        with self._lock:
            self._database.close()
