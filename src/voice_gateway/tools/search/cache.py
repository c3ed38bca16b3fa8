"""Results that were found a moment ago are given again: minutes for news, days for facts."""

import json
import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from voice_gateway.tools.search.backend import SearchResult

MINUTES_FOR_NEWS = 10
DAYS_FOR_FACTS = 3
MOST_QUERIES = 2000

_CREATE = """
CREATE TABLE IF NOT EXISTS searches (
    query TEXT PRIMARY KEY, engine TEXT NOT NULL, results TEXT NOT NULL, until REAL NOT NULL
) WITHOUT ROWID
"""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Found:
    """What an engine found."""

    engine: str
    results: list[SearchResult]


class SearchCache:
    """A table in a file, or in memory when there is no file. Errors and empty results are not kept.

    It may be deleted at any time. A file that cannot be read is replaced, one that cannot be written is done
    without: a cache is not worth an answer.
    """

    def __init__(self, file: Path | None, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._open: sqlite3.Connection | None = None

    def get(self, query: str) -> Found | None:
        """What was found for this very query, while it is fresh."""
        try:
            row = (
                self._connection()
                .execute(
                    "SELECT engine, results FROM searches WHERE query = ? AND until > ?", (query, self._now())
                )
                .fetchone()
            )
            return Found(row[0], [SearchResult(**result) for result in json.loads(row[1])]) if row else None
        except (sqlite3.Error, OSError, ValueError, TypeError) as error:
            self._give_up(error)
            return None

    def put(self, query: str, found: Found, *, current: bool) -> None:
        """Keep what was found, for as long as it can be true."""
        if not found.results:
            return
        seconds = MINUTES_FOR_NEWS * 60 if current else DAYS_FOR_FACTS * 86_400
        rows = json.dumps([asdict(result) for result in found.results], ensure_ascii=False)
        try:
            with self._connection() as connection:
                connection.execute(
                    "INSERT OR REPLACE INTO searches VALUES (?, ?, ?, ?)",
                    (query, found.engine, rows, self._now() + seconds),
                )
                connection.execute("DELETE FROM searches WHERE until <= ?", (self._now(),))
                connection.execute(
                    "DELETE FROM searches WHERE query NOT IN"
                    " (SELECT query FROM searches ORDER BY until DESC LIMIT ?)",
                    (MOST_QUERIES,),
                )
        except (sqlite3.Error, OSError, ValueError) as error:
            self._give_up(error)

    def close(self) -> None:
        if self._open:
            self._open.close()
            self._open = None

    def __del__(self) -> None:
        self.close()

    def _connection(self) -> sqlite3.Connection:
        if self._open is None:
            self._open = self._connect()
        return self._open

    def _connect(self) -> sqlite3.Connection:
        if self._file is None:
            return _opened(":memory:")
        self._file.parent.mkdir(parents=True, exist_ok=True)
        try:
            connection = _opened(self._file)
        except sqlite3.DatabaseError:
            self._file.unlink(missing_ok=True)
            connection = _opened(self._file)
        with suppress(OSError):
            self._file.chmod(0o600)  # what people ask is nobody else's business
        return connection

    def _give_up(self, error: Exception) -> None:
        """Go on with a cache in memory."""
        log.warning("The search cache %s is not used: %s", self._file or "", error)
        self.close()
        self._file = None


def _opened(file: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=0.2, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(_CREATE)
    except BaseException:
        connection.close()
        raise
    return connection
