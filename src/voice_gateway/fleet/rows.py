"""Rows of tables as keys and values of a bucket, and which rows some work has touched."""

import base64
import json
import sqlite3
from dataclasses import dataclass
from typing import Any, Final

_TOUCHED: Final = "touched"


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is now; None where it is gone."""

    key: str
    """The table and its primary key, with dots between them."""

    values: dict[str, Any] | None

    @property
    def table(self) -> str:
        return self.key.partition(".")[0]

    @property
    def written(self) -> bytes:
        return b"" if self.values is None else json.dumps(self.values, ensure_ascii=False).encode()

    @classmethod
    def read(cls, key: str, written: bytes) -> "Row":
        return cls(key, json.loads(written) if written else None)


class Tables:
    """The tables of a connection. What is written to them is noticed by triggers."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._keys: dict[str, list[str]] = {}
        connection.execute(f"CREATE TEMP TABLE {_TOUCHED} (name TEXT, key TEXT)")
        names = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        for name in [str(row[0]) for row in names]:
            columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
            self._keys[name] = [column[1] for column in sorted(columns, key=lambda c: c[5]) if column[5]]
            self._watch(name)

    def touched(self) -> list[Row]:
        """The rows that were written since, those that are gone first; from here on, others count."""
        query = f"SELECT name, key FROM {_TOUCHED} GROUP BY name, key ORDER BY min(rowid)"  # noqa: S608
        pairs = self._connection.execute(query).fetchall()
        self._connection.execute(f"DELETE FROM {_TOUCHED}")  # noqa: S608
        rows = [self._row(str(name), json.loads(key)) for name, key in pairs]
        return sorted(rows, key=lambda row: row.values is not None)

    def apply(self, rows: list[Row]) -> None:
        """Write these as they are. A row may come before another that it refers to."""
        connection = self._connection
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("BEGIN")
        for row in rows:
            self._write(row)
        connection.execute(f"DELETE FROM {_TOUCHED}")  # noqa: S608
        connection.execute("COMMIT")
        connection.execute("PRAGMA foreign_keys=ON")

    def _watch(self, name: str) -> None:
        for event, sides in (("INSERT", ("NEW",)), ("UPDATE", ("NEW", "OLD")), ("DELETE", ("OLD",))):
            notes = ""
            for side in sides:
                key = ", ".join(f'{side}."{column}"' for column in self._keys[name])
                notes += f"INSERT INTO {_TOUCHED} VALUES ('{name}', json_array({key}));"  # noqa: S608
            self._connection.execute(
                f"CREATE TEMP TRIGGER {name}_{event} AFTER {event} ON main.{name} BEGIN {notes} END"
            )

    def _row(self, name: str, key: list[Any]) -> Row:
        query = f"SELECT * FROM {name} WHERE {self._where(name)}"  # noqa: S608 - names of our own
        found = self._connection.execute(query, key).fetchone()
        tokens = ".".join([name, *map(_token, key)])
        return Row(tokens, dict(found) if found else None)

    def _write(self, row: Row) -> None:
        name, *tokens = row.key.split(".")
        if name not in self._keys:  # a newer gateway keeps more than this one knows of
            return
        if row.values is None:
            key = [_value(token) for token in tokens]
            self._connection.execute(f"DELETE FROM {name} WHERE {self._where(name)}", key)  # noqa: S608
            return
        columns = ", ".join(f'"{column}"' for column in row.values)
        marks = ", ".join(f":{column}" for column in row.values)
        rest = [column for column in row.values if column not in self._keys[name]]
        updates = ", ".join(f'"{column}" = excluded."{column}"' for column in rest)
        then = f"UPDATE SET {updates}" if updates else "NOTHING"
        keys = ", ".join(f'"{column}"' for column in self._keys[name])
        query = f"INSERT INTO {name} ({columns}) VALUES ({marks}) ON CONFLICT ({keys}) DO {then}"  # noqa: S608
        self._connection.execute(query, row.values)

    def _where(self, name: str) -> str:
        return " AND ".join(f'"{column}" = ?' for column in self._keys[name])


def _token(value: object) -> str:
    """A number as it is; a text so that every character may be in it."""
    if isinstance(value, int):
        return str(value)
    return "t" + base64.urlsafe_b64encode(str(value).encode()).decode().rstrip("=")


def _value(token: str) -> int | str:
    if not token.startswith("t"):
        return int(token)
    padded = token[1:] + "=" * (-len(token[1:]) % 4)
    return base64.urlsafe_b64decode(padded).decode()
