"""The tables, as steps from one version to the next. A step that has been released is never changed."""

import sqlite3
from typing import Final

from voice_gateway.keeping.errors import NotKept

_FIRST: Final = (
    # AUTOINCREMENT, so that the journal never names a plan that is another one by now.
    """CREATE TABLE plans (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL, name TEXT NOT NULL, line TEXT NOT NULL, sentence TEXT NOT NULL,
        who TEXT NOT NULL, room TEXT NOT NULL, conversation TEXT NOT NULL, made REAL NOT NULL,
        due REAL, "when" TEXT NOT NULL, repeats INTEGER NOT NULL, elapses INTEGER NOT NULL,
        length REAL, remaining REAL, agreed INTEGER NOT NULL,
        state TEXT NOT NULL, fired REAL, said TEXT NOT NULL, tell TEXT NOT NULL
    )""",
    "CREATE INDEX plans_by_due ON plans (due) WHERE state = 'waiting'",
    "CREATE INDEX plans_firing ON plans (id) WHERE state = 'firing'",
    "CREATE INDEX plans_to_tell ON plans (id) WHERE tell <> ''",
    "CREATE TABLE lists (key TEXT PRIMARY KEY, name TEXT NOT NULL)",
    """CREATE TABLE items (
        id INTEGER PRIMARY KEY AUTOINCREMENT, list TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL,
        UNIQUE (list, key)
    )""",
    """CREATE TABLE routines (
        key TEXT PRIMARY KEY, name TEXT NOT NULL, pattern TEXT NOT NULL, lines TEXT NOT NULL,
        sentence TEXT NOT NULL, who TEXT NOT NULL, made REAL NOT NULL
    )""",
    """CREATE TABLE journal (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL, line TEXT NOT NULL, sentence TEXT NOT NULL, plan INTEGER,
        who TEXT NOT NULL, room TEXT NOT NULL, conversation TEXT NOT NULL, undone INTEGER NOT NULL
    )""",
    "CREATE INDEX journal_by_time ON journal (at)",
    """CREATE TABLE changes (
        entry INTEGER NOT NULL REFERENCES journal (id) ON DELETE CASCADE, device TEXT NOT NULL,
        before TEXT NOT NULL, after TEXT NOT NULL,
        PRIMARY KEY (entry, device)
    ) WITHOUT ROWID""",
    "CREATE INDEX changes_by_device ON changes (device, entry)",
)
STEPS: Final = (_FIRST,)


def prepare(connection: sqlite3.Connection) -> None:
    """Bring the tables to the version of this program."""
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA synchronous=FULL")  # what was promised survives a power cut
    connection.execute("PRAGMA foreign_keys=ON")
    if _version(connection) == len(STEPS):
        return
    connection.execute("BEGIN IMMEDIATE")
    version = _version(connection)  # another process may have been quicker
    if version > len(STEPS):
        raise NotKept(
            "What is kept for this home was written by a newer version of this program.",
            fix="Use that version, or move household.sqlite3 away to begin anew.",
        )
    for number, step in enumerate(STEPS[version:], start=version + 1):
        for statement in step:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    [version] = connection.execute("PRAGMA user_version").fetchone()
    return int(version)
