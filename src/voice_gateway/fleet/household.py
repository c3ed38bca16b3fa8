"""What a home must not forget, in its bucket, where every gateway of the home finds it.

Every gateway has the tables in memory, as they are in the bucket. Work is tried on them, and the rows that it
has touched are written to the bucket together, if nobody has written since; else it is done anew on what has
come in between. So the same work runs here as over a file, one after the other in the whole fleet.
"""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from voice_gateway.fleet.behind import Behind
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.errors import Conflict, Unanswered
from voice_gateway.fleet.rows import Row, Tables
from voice_gateway.keeping import NotKept
from voice_gateway.keeping.errors import explained
from voice_gateway.keeping.schema import prepare
from voice_gateway.keeping.storage import T, Work, Writing

KEPT: Final = "kept"
_ALL: Final = f"{KEPT}.>"
_GRAVESTONE: Final = 86_400.0
"""Seconds for which a bucket remembers that a row is gone; who was away for longer begins anew."""


class SharedHousehold:
    """`open` it before it is used. It is behind by what was written elsewhere since `catch_up`."""

    path = None
    begun_anew = ""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket
        self.listeners: list[Callable[[], None]] = []
        self.seen_to = False
        self._lock = asyncio.Lock()
        self._closed = False
        self._sequence = 0
        self._told = 0
        self._breaks = -1
        self._connection, self._tables = _empty()
        self._seen = time.monotonic()
        self._behind = Behind()

    @property
    def seen(self) -> int:
        """The sequence up to which everything is known here."""
        return self._sequence

    async def open(self) -> None:
        await self.catch_up()

    async def catch_up(self) -> None:
        """See everything that was written before this was called."""
        async with self._lock:
            await self._catch_up()

    async def be_current(self) -> None:
        """The same; not asked for where everything was heard since."""
        async with self._lock:
            if self._told > self._sequence or not self._bucket.unbroken(self._breaks):
                await self._catch_up()

    async def was_told(self, sequence: int) -> None:
        """Somebody has written."""
        self._told = max(self._told, sequence)
        await self.be_current()

    async def behind(self, writing: Writing) -> None:
        self._behind.add(writing)

    async def settled(self) -> None:
        """Until all that went behind is kept."""
        await self._behind.settled()

    async def read(self, work: Work[T]) -> T:
        await self.settled()
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            raise explained(error, None) from error

    async def write(self, work: Work[T]) -> T:
        async with self._lock:
            while True:
                done, rows = self._tried(work)
                if not rows:
                    return done
                sent = [
                    (f"{KEPT}.{row.key}", row.written, 0.0 if row.values else _GRAVESTONE) for row in rows
                ]
                try:
                    sequence = await self._bucket.put_all(sent, _ALL, self._sequence)
                except Conflict:
                    await self._catch_up()
                except Unanswered as error:
                    raise NotKept(f"I could not keep that. {error.message}", fix=error.fix) from error
                else:
                    self._tables.apply(rows)
                    self._sequence = sequence
                    hint = json.dumps({"sequence": sequence}).encode()
                    with suppress(Exception):  # who does not hear of it looks by itself, a little later
                        await self._bucket.client.publish(f"vg.{self._bucket.home}.kept", hint)
                    return done

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._connection.close()

    def _tried(self, work: Work[T]) -> tuple[T, list[Row]]:
        """What the work gives and which rows it would write; the tables stay as they are."""
        if self._closed:
            raise NotKept("I could not keep that: I am being stopped.", fix="Start me again.")
        connection = self._connection
        connection.execute("BEGIN")
        try:
            done = work(connection)
            return done, self._tables.touched()
        except sqlite3.Error as error:
            raise explained(error, None) from error
        finally:
            connection.execute("ROLLBACK")

    async def _catch_up(self) -> None:
        if time.monotonic() - self._seen > _GRAVESTONE / 2:
            self._connection.close()
            self._sequence = 0
            self._connection, self._tables = _empty()
        breaks = self._bucket.breaks
        try:
            last = await self._bucket.get(_ALL)
            new = await self._bucket.after(self._sequence, _ALL, last.sequence) if last else []
        except Unanswered as error:
            raise NotKept(f"I could not look up what is kept. {error.message}", fix=error.fix) from error
        self._seen, self._breaks = time.monotonic(), breaks
        if not new or self._closed:
            return
        rows = [Row.read(held.key.removeprefix(f"{KEPT}."), held.value) for held in new]
        self._tables.apply(rows)
        self._sequence = new[-1].sequence
        if any(row.table == "plans" for row in rows):
            for listener in self.listeners:
                listener()


def _empty() -> tuple[sqlite3.Connection, Tables]:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    prepare(connection)
    return connection, Tables(connection)
