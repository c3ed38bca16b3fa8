"""Turns as rows in SQLite, so that figures survive a restart."""

import json
import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import Field, TypeAdapter

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

_CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_LATEST = 32_503_680_000
"""The year 3000, in seconds: what is later was never a time, and no calendar could show it."""

Moment = Annotated[float, Field(ge=0, le=_LATEST)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
T = TypeVar("T")

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
    """The database. Safe to use from several threads and several processes.

    A file that turns out to be corrupt is set aside, whenever that is, and a new one is begun.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._lock = threading.Lock()
        self.unreadable = 0
        """Rows that were left out of what was read last, because they are no rows of ours."""

        try:
            self._database = _opened(path)
        except sqlite3.DatabaseError as error:
            self._begin_anew(error)

    def add(self, row: TurnRow) -> None:
        kept = (row.started, row.model, json.dumps(vars(row)))
        self._do(lambda database: database.execute("INSERT INTO turns VALUES (?, ?, ?)", kept))

    def since(self, moment: float) -> list[TurnRow]:
        query = "SELECT row FROM turns WHERE started >= ? ORDER BY started"
        found = self._do(lambda database: database.execute(query, (moment,)).fetchall())
        rows = [row for (text,) in found if (row := _readable(text))]
        self.unreadable = len(found) - len(rows)
        if self.unreadable:
            log.warning("%d turns of the metrics cannot be read and are left out.", self.unreadable)
        return rows

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            try:
                return work(self._database)
            except sqlite3.DatabaseError as error:
                self._begin_anew(error)
                return work(self._database)

    def _begin_anew(self, error: sqlite3.DatabaseError) -> None:
        """Set a corrupt file aside; any other error, a full disk or a lock, is the caller's to hear of."""
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _CORRUPT:
            raise error
        if hasattr(self, "_database"):
            self._database.close()
        if not _is_sound(self._path):  # another process may have begun anew already
            aside = self._path.with_name(f"{self._path.name}.corrupt")
            self._path.replace(aside)
            for rest in ("-wal", "-shm"):
                self._path.with_name(self._path.name + rest).unlink(missing_ok=True)
            log.warning("%s was corrupt. It is now %s, and figures begin anew.", self._path, aside.name)
        self._database = _opened(self._path)


def _opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=5, check_same_thread=False, isolation_level=None)
    try:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=OFF")  # figures may lose a second in a power cut
        database.executescript(_SCHEMA)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _is_sound(path: Path) -> bool:
    try:
        with closing(_opened(path)) as database:
            return bool(database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def _readable(text: object) -> TurnRow | None:
    try:
        return TurnRow.from_json(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
