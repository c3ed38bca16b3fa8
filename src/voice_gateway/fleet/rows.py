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
    """The tables of a connection. What is written to them is noticed by triggers.

    Rows that refer to another row belong to it: they are written with it, as one value.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._keys: dict[str, list[str]] = {}
        self._belonging: dict[str, dict[str, str]] = {}
        """For each table those that belong to it, and the column by which they do."""

        connection.execute(f"CREATE TEMP TABLE {_TOUCHED} (name TEXT, key TEXT)")
        found = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        for name in [str(row[0]) for row in found]:
            owners = connection.execute(f"PRAGMA foreign_key_list({name})").fetchall()
            if owners:
                [(_, _, owner, column, *_)] = owners
                self._belonging.setdefault(owner, {})[name] = column
                self._watch(name, owner, [column])
            else:
                columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
                self._keys[name] = [one[1] for one in sorted(columns, key=lambda one: one[5]) if one[5]]
                self._watch(name, name, self._keys[name])

    def touched(self) -> list[Row]:
        """The rows that were written since, those that are gone first; from here on, others count."""
        query = f"SELECT name, key FROM {_TOUCHED} GROUP BY name, key ORDER BY min(rowid)"  # noqa: S608
        pairs = self._connection.execute(query).fetchall()
        self._connection.execute(f"DELETE FROM {_TOUCHED}")  # noqa: S608
        rows = [self._row(str(name), json.loads(key)) for name, key in pairs]
        return sorted(rows, key=lambda row: row.values is not None)

    def apply(self, rows: list[Row]) -> None:
        """Write these as they are."""
        connection = self._connection
        connection.execute("BEGIN")
        for row in rows:
            self._write(row)
        connection.execute(f"DELETE FROM {_TOUCHED}")  # noqa: S608
        connection.execute("COMMIT")

    def _watch(self, name: str, noted: str, columns: list[str]) -> None:
        """Note the key of the row, or of the one that it belongs to."""
        for event, sides in (("INSERT", ("NEW",)), ("UPDATE", ("NEW", "OLD")), ("DELETE", ("OLD",))):
            notes = ""
            for side in sides:
                key = ", ".join(f'{side}."{column}"' for column in columns)
                notes += f"INSERT INTO {_TOUCHED} VALUES ('{noted}', json_array({key}));"  # noqa: S608
            self._connection.execute(
                f"CREATE TEMP TRIGGER {name}_{event} AFTER {event} ON main.{name} BEGIN {notes} END"
            )

    def _row(self, name: str, key: list[Any]) -> Row:
        query = f"SELECT * FROM {name} WHERE {self._where(name)}"  # noqa: S608 - names of our own
        found = self._connection.execute(query, key).fetchone()
        words = ".".join([name, *map(_token, key)])
        if not found:
            return Row(words, None)
        values = dict(found)
        for other, column in self._belonging.get(name, {}).items():
            query = f'SELECT * FROM {other} WHERE "{column}" = ?'  # noqa: S608 - names of our own
            values[other] = [dict(one) for one in self._connection.execute(query, key)]
        return Row(words, values)

    def _write(self, row: Row) -> None:
        name, *tokens = row.key.split(".")
        if name not in self._keys:  # a newer gateway keeps more than this one knows of
            return
        key = [_value(token) for token in tokens]
        belonging = self._belonging.get(name, {})
        for other, column in belonging.items():
            self._connection.execute(f'DELETE FROM {other} WHERE "{column}" = ?', key)  # noqa: S608
        if row.values is None:
            self._connection.execute(f"DELETE FROM {name} WHERE {self._where(name)}", key)  # noqa: S608
            return
        self._insert(name, {column: value for column, value in row.values.items() if column not in belonging})
        for other in belonging:
            for one in row.values[other]:
                self._insert(other, one)

    def _insert(self, name: str, values: dict[str, Any]) -> None:
        """Or change it where it is there; not by replacing it, which would take what belongs to it along."""
        columns = ", ".join(f'"{column}"' for column in values)
        marks = ", ".join(f":{column}" for column in values)
        keys = self._keys.get(name, [])
        query = f"INSERT INTO {name} ({columns}) VALUES ({marks})"  # noqa: S608 - names of our own
        if updates := ", ".join(f'"{one}" = excluded."{one}"' for one in values if keys and one not in keys):
            query += f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {updates}"
        self._connection.execute(query, values)

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
