"""Routines that were taught by voice: "when I say movie time, dim the lounge"."""

import json
import sqlite3
from dataclasses import dataclass

from voice_gateway.keeping.lists import key_of
from voice_gateway.keeping.storage import Storage


@dataclass(frozen=True, slots=True)
class Routine:
    name: str
    lines: tuple[str, ...]
    """What it does, in the language of wishes, in order."""

    pattern: str = ""
    """The sentence that starts it; its name when empty."""

    sentence: str = ""
    """What the person said when it was taught."""

    who: str = ""
    made: float = 0.0


class Routines:
    """By their names, whatever their case."""

    def __init__(self, household: Storage) -> None:
        self._household = household

    async def all(self) -> list[Routine]:
        query = "SELECT name, lines, pattern, sentence, who, made FROM routines ORDER BY key"
        rows = await self._household.read(lambda connection: connection.execute(query).fetchall())
        return [Routine(**dict(row) | {"lines": tuple(json.loads(row["lines"]))}) for row in rows]

    async def get(self, name: str) -> Routine | None:
        return next((each for each in await self.all() if key_of(each.name) == key_of(name)), None)

    async def teach(self, routine: Routine) -> None:
        """Keep it, in the place of one that has the same name."""
        values = (
            key_of(routine.name), routine.name, routine.pattern, json.dumps(routine.lines),
            routine.sentence, routine.who, routine.made,
        )  # fmt: skip
        query = "INSERT OR REPLACE INTO routines VALUES (?, ?, ?, ?, ?, ?, ?)"
        await self._household.write(lambda connection: connection.execute(query, values))

    async def forget(self, name: str) -> bool:
        """Whether there was one."""

        def forget(connection: sqlite3.Connection) -> bool:
            return connection.execute("DELETE FROM routines WHERE key = ?", (key_of(name),)).rowcount > 0

        return await self._household.write(forget)
