"""Lists of things: any number, each with its items in the order in which they came."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from voice_gateway.keeping.storage import Storage

_ITEMS = "SELECT key, text FROM items WHERE list = ? ORDER BY id"
_ALL = "SELECT name, text FROM lists LEFT JOIN items ON list = lists.key ORDER BY lists.key, id"


@dataclass(frozen=True, slots=True)
class Added:
    added: tuple[str, ...]
    there: tuple[str, ...]
    """What was on the list before, as it stands there."""


@dataclass(frozen=True, slots=True)
class Removed:
    removed: tuple[str, ...]
    missing: tuple[str, ...]
    """What was to be removed and could not be found, as it was said."""


class Lists:
    """Names and items are the same whatever their case; both are kept as they were said first."""

    def __init__(self, household: Storage) -> None:
        self._household = household

    async def names(self) -> tuple[str, ...]:
        query = "SELECT name FROM lists ORDER BY key"
        rows = await self._household.read(lambda connection: connection.execute(query).fetchall())
        return tuple(row["name"] for row in rows)

    async def all(self) -> dict[str, tuple[str, ...]]:
        """The items of every list, by its name."""
        rows = await self._household.read(lambda connection: connection.execute(_ALL).fetchall())
        return {
            name: tuple(row["text"] for row in items if row["text"] is not None)
            for name, items in groupby(rows, key=itemgetter("name"))
        }

    async def read(self, name: str) -> tuple[str, ...] | None:
        """The items; None when there is no such list."""

        def read(connection: sqlite3.Connection) -> tuple[str, ...] | None:
            known = connection.execute("SELECT 1 FROM lists WHERE key = ?", (key_of(name),)).fetchone()
            return tuple(_items(connection, name).values()) if known else None

        return await self._household.read(read)

    async def add(self, name: str, items: Iterable[str]) -> Added:
        """Put things at the end, each once; the list is made if need be."""
        wanted = [text for item in items if (text := _tidy(item))]

        def add(connection: sqlite3.Connection) -> Added:
            connection.execute("INSERT OR IGNORE INTO lists VALUES (?, ?)", (key_of(name), _tidy(name)))
            kept, added, there = _items(connection, name), [], []
            for text in wanted:
                key = key_of(text)
                if key in kept:
                    there.append(kept[key])
                    continue
                kept[key] = text
                added.append(text)
                connection.execute(
                    "INSERT INTO items (list, key, text) VALUES (?, ?, ?)", (key_of(name), key, text)
                )
            return Added(tuple(added), tuple(there))

        return await self._household.write(add)

    async def remove(self, name: str, items: Iterable[str]) -> Removed:
        """Take things off, each named in full, or by words that only one of them has."""
        wanted = [text for item in items if (text := _tidy(item))]

        def remove(connection: sqlite3.Connection) -> Removed:
            kept, removed, missing = _items(connection, name), [], []
            for text in wanted:
                if (key := _meant(text, kept)) is None:
                    missing.append(text)
                    continue
                removed.append(kept.pop(key))
                connection.execute("DELETE FROM items WHERE list = ? AND key = ?", (key_of(name), key))
            return Removed(tuple(removed), tuple(missing))

        return await self._household.write(remove)

    async def clear(self, name: str) -> tuple[str, ...]:
        """Take everything off; gives what was on it."""
        return await self._emptied(name, lambda connection: None)

    async def drop(self, name: str) -> tuple[str, ...]:
        """Let there be no such list any more; gives what was on it."""
        return await self._emptied(
            name, lambda connection: connection.execute("DELETE FROM lists WHERE key = ?", (key_of(name),))
        )

    async def _emptied(self, name: str, then: Callable[[sqlite3.Connection], Any]) -> tuple[str, ...]:
        def empty(connection: sqlite3.Connection) -> tuple[str, ...]:
            gone = tuple(_items(connection, name).values())
            connection.execute("DELETE FROM items WHERE list = ?", (key_of(name),))
            then(connection)
            return gone

        return await self._household.write(empty)


def key_of(words: str) -> str:
    """What makes two names the same."""
    return _tidy(words).casefold()


def _tidy(words: str) -> str:
    return " ".join(words.split())


def _items(connection: sqlite3.Connection, name: str) -> dict[str, str]:
    return {row["key"]: row["text"] for row in connection.execute(_ITEMS, (key_of(name),))}


def _meant(words: str, kept: dict[str, str]) -> str | None:
    key = key_of(words)
    if key in kept:
        return key
    said = set(key.split())
    fitting: Sequence[str] = [each for each in kept if said <= set(each.split())]
    return fitting[0] if len(fitting) == 1 else None
