"""The conversations of the page, kept: they survive a reload and a restart, and can be found again."""

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from voice_gateway.database import Database

FILE: Final = "conversations.sqlite3"
MOST_TURNS: Final = 20_000
"""The oldest are forgotten first."""

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS conversations (id TEXT PRIMARY KEY, name TEXT NOT NULL, last REAL NOT NULL);
CREATE INDEX IF NOT EXISTS conversations_by_time ON conversations (last);
CREATE TABLE IF NOT EXISTS turns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    at REAL NOT NULL, sentence TEXT NOT NULL, answer TEXT NOT NULL, outcome TEXT NOT NULL,
    trace TEXT NOT NULL, good INTEGER, wanted TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS turns_by_conversation ON turns (conversation, id);
CREATE INDEX IF NOT EXISTS turns_by_trace ON turns (json_extract(trace, '$.id'));
"""
_OPEN: Final = """
INSERT INTO conversations VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET last = excluded.last
"""
_ADD: Final = """
INSERT INTO turns (conversation, at, sentence, answer, outcome, trace) VALUES (?, ?, ?, ?, ?, ?)
"""
_LIST: Final = """
SELECT id, name, last, (SELECT count(*) FROM turns WHERE conversation = conversations.id) AS turns
FROM conversations WHERE {where} ORDER BY last DESC LIMIT ?
"""
_HOLDS: Final = """
(name LIKE ? ESCAPE '!' OR id IN (
    SELECT conversation FROM turns WHERE sentence LIKE ? ESCAPE '!' OR answer LIKE ? ESCAPE '!'))
"""


@dataclass(frozen=True)
class KeptTurn:
    """What was said, what was answered, and how that came about."""

    id: int
    conversation: str
    at: float
    sentence: str
    answer: str
    outcome: str
    trace: dict[str, Any]
    good: bool | None
    wanted: str


class History:
    """Without a path it lies in memory, and is gone with the program."""

    def __init__(self, path: Path | None) -> None:
        self._database = Database(path, _prepare, holds="conversations begin")

    def close(self) -> None:
        self._database.close()

    def add(self, conversation: str, sentence: str, answer: str, outcome: str, trace: dict[str, Any]) -> int:
        """Keep a turn; its number. A conversation is called what was said first."""
        now = time.time()

        def add(connection: sqlite3.Connection) -> int:
            connection.execute(_OPEN, (conversation, sentence[:80], now))
            told = (conversation, now, sentence, answer, outcome, json.dumps(trace, default=str))
            number = int(connection.execute(_ADD, told).lastrowid or 0)
            connection.execute("DELETE FROM turns WHERE id <= ?", (number - MOST_TURNS,))
            return number

        return self._database.do(add)

    def search(self, words: str, most: int) -> list[dict[str, Any]]:
        """The latest conversations in which these words were said; all of them when there are none."""
        plain = words.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        given = [f"%{plain}%"] * 3 if words else []
        where = _HOLDS if words else "1"
        rows = self._database.do(lambda it: it.execute(_LIST.format(where=where), (*given, most)).fetchall())
        return [dict(row) for row in rows]

    def read(self, conversation: str, most: int = MOST_TURNS) -> tuple[str, list[KeptTurn]] | None:
        """Its name and its latest turns, the first one first."""

        def read(connection: sqlite3.Connection) -> tuple[str, Sequence[sqlite3.Row]] | None:
            found = connection.execute(
                "SELECT name FROM conversations WHERE id = ?", (conversation,)
            ).fetchone()
            query = "SELECT * FROM turns WHERE conversation = ? ORDER BY id DESC LIMIT ?"
            return (
                (found["name"], connection.execute(query, (conversation, most)).fetchall()) if found else None
            )

        found = self._database.do(read)
        return (found[0], [_turn(row) for row in reversed(found[1])]) if found else None

    def turn(self, number: int) -> KeptTurn | None:
        row = self._database.do(
            lambda it: it.execute("SELECT * FROM turns WHERE id = ?", (number,)).fetchone()
        )
        return _turn(row) if row else None

    def traces(self, most: int, name: str = "") -> list[dict[str, Any]]:
        """How the latest turns came about, the first one first; or the one of this name."""
        where = "json_extract(trace, '$.id') = ?" if name else "? = ''"
        query = f"SELECT trace FROM turns WHERE {where} ORDER BY id DESC LIMIT ?"  # noqa: S608 - our own words
        rows = self._database.do(lambda it: it.execute(query, (name, most)).fetchall())
        return [json.loads(row["trace"]) for row in reversed(rows)]

    def rename(self, conversation: str, name: str) -> bool:
        return self._change("UPDATE conversations SET name = ? WHERE id = ?", name, conversation)

    def rate(self, number: int, good: bool, wanted: str) -> bool:
        return self._change("UPDATE turns SET good = ?, wanted = ? WHERE id = ?", good, wanted, number)

    def delete(self, conversation: str) -> bool:
        return self._change("DELETE FROM conversations WHERE id = ?", conversation)

    def _change(self, statement: str, *values: object) -> bool:
        return self._database.do(lambda it: it.execute(statement, values).rowcount > 0)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.executescript(_TABLES)


def _turn(row: sqlite3.Row) -> KeptTurn:
    good = None if row["good"] is None else bool(row["good"])
    return KeptTurn(**{**dict(row), "trace": json.loads(row["trace"]), "good": good})
