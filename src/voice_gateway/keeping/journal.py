"""What was done, when, on whose word, and what it changed: for "why did the light go on?"."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from voice_gateway.keeping.storage import Storage

MOST_ENTRIES: Final = 10_000
LONGEST_KEPT: Final = 90 * 86_400.0

DeviceState = Mapping[str, Any]
"""How a device is, in plain values that JSON can hold."""

_INSERT: Final = (
    "INSERT INTO journal (at, line, sentence, plan, who, room, conversation, undone)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, FALSE)"
)
_TOLD: Final = ("id", "at", "line", "sentence", "plan", "who", "room", "conversation")


@dataclass(frozen=True, slots=True)
class Entry:
    """One action."""

    at: float
    line: str
    """What was done, in the language of wishes."""

    sentence: str = ""
    """What was said, now or when the plan was made."""

    plan: int | None = None
    """The plan that did it; None when a person did."""

    who: str = ""
    room: str = ""
    conversation: str = ""
    before: Mapping[str, DeviceState] = field(default_factory=dict)
    """How each device was, by its id."""

    after: Mapping[str, DeviceState] = field(default_factory=dict)
    id: int = 0
    """Given when it is kept."""


class Journal:
    """The latest entries; those that are too many or too old are forgotten."""

    def __init__(self, household: Storage) -> None:
        self._household = household
        self.behind = household.behind

    async def add(self, entry: Entry) -> Entry:
        """Keep what was done."""

        def add(connection: sqlite3.Connection) -> int:
            told = (entry.at, entry.line, entry.sentence, entry.plan, entry.who, entry.room)
            cursor = connection.execute(_INSERT, (*told, entry.conversation))
            number = cursor.lastrowid or 0
            connection.executemany(
                "INSERT INTO changes VALUES (?, ?, ?, ?)",
                [
                    (number, device, _written(entry.before.get(device)), _written(entry.after.get(device)))
                    for device in entry.before.keys() | entry.after.keys()
                ],
            )
            connection.execute("DELETE FROM journal WHERE id <= ?", (number - MOST_ENTRIES,))
            connection.execute("DELETE FROM journal WHERE at < ?", (entry.at - LONGEST_KEPT,))
            return number

        return replace(entry, id=await self._household.write(add))

    async def latest(self, most: int = 20) -> list[Entry]:
        """The last one first."""
        return await self._found("SELECT * FROM journal ORDER BY id DESC LIMIT ?", most)

    async def why(self, device: str, most: int = 1) -> list[Entry]:
        """What has changed this device last, the last one first."""
        return await self._found(
            "SELECT journal.* FROM changes JOIN journal ON journal.id = entry"
            " WHERE device = ? AND before <> after ORDER BY entry DESC LIMIT ?",
            device,
            most,
        )

    async def _found(self, query: str, *values: str | int) -> list[Entry]:
        def read(connection: sqlite3.Connection) -> list[Entry]:
            return [_entry(connection, row) for row in connection.execute(query, values).fetchall()]

        return await self._household.read(read)


def _entry(connection: sqlite3.Connection, row: sqlite3.Row) -> Entry:
    rows = connection.execute("SELECT device, before, after FROM changes WHERE entry = ?", (row["id"],))
    changes = [(device, json.loads(before), json.loads(after)) for device, before, after in rows]
    states = {
        "before": {device: before for device, before, _ in changes if before is not None},
        "after": {device: after for device, _, after in changes if after is not None},
    }
    return Entry(**{name: row[name] for name in _TOLD} | states)


def _written(state: DeviceState | None) -> str:
    return json.dumps(state, sort_keys=True, ensure_ascii=False)
