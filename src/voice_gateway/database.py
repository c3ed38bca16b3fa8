"""A file of SQLite's. One that turns out to be corrupt is set aside, whenever that is, and begun anew."""

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

_CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
T = TypeVar("T")

log = logging.getLogger(__name__)


class Database:
    """One connection, in WAL mode. Safe to use from several threads and several processes."""

    def __init__(
        self, path: Path | None, prepare: Callable[[sqlite3.Connection], object], *, holds: str
    ) -> None:
        """`prepare` brings a fresh connection to the schema that is wanted; `holds` says what begins anew."""
        self._path = path
        self._prepare = prepare
        self._holds = holds
        self._lock = threading.Lock()
        self.set_aside: Path | None = None
        """Where a corrupt file has gone, if there was one."""

        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = self._opened()
        except sqlite3.DatabaseError as error:
            self._begin_anew(error)

    def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Done again from its beginning where the file had to be begun anew."""
        with self._lock:
            try:
                return work(self._connection)
            except sqlite3.DatabaseError as error:
                self._begin_anew(error)
                return work(self._connection)

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _begin_anew(self, error: sqlite3.DatabaseError) -> None:
        """Set a corrupt file aside; any other error, a full disk or a lock, is the caller's to hear of."""
        if self._path is None or getattr(error, "sqlite_errorcode", 0) & 0xFF not in _CORRUPT:
            raise error
        if hasattr(self, "_connection"):
            self._connection.close()
        if not self._is_sound():  # another process may have begun anew already
            aside = self._path.with_name(f"{self._path.name}.corrupt")
            self._path.replace(aside)
            for rest in ("-wal", "-shm"):
                self._path.with_name(self._path.name + rest).unlink(missing_ok=True)
            log.warning("%s was corrupt. It is now %s, and %s anew.", self._path, aside.name, self._holds)
            self.set_aside = aside
        self._connection = self._opened()

    def _opened(self) -> sqlite3.Connection:
        if self._path is not None and not self._path.exists():
            self._path.touch(mode=0o600)  # what happens in a home is nobody else's business
        connection = sqlite3.connect(
            self._path or ":memory:", timeout=5, check_same_thread=False, isolation_level=None
        )
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _is_sound(self) -> bool:
        try:
            with closing(self._opened()) as connection:
                [found] = connection.execute("PRAGMA integrity_check(1)").fetchone()
                return bool(found == "ok")
        except sqlite3.DatabaseError:
            return False
