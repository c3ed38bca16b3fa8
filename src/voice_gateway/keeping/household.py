"""The one file in which everything lies that a home must not forget."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

from voice_gateway.database import Database
from voice_gateway.keeping.errors import NotKept, explained
from voice_gateway.keeping.schema import prepare
from voice_gateway.keeping.storage import T, Work, Writing

FILE: Final = "household.sqlite3"


class Household:
    """One connection on one thread: a disk may take its time, and the event loop does not wait for it.

    Without a path it lies in memory. Whatever goes wrong is a `NotKept`.
    """

    seen_to = False

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.listeners: list[Callable[[], None]] = []
        self._thread = ThreadPoolExecutor(1, "household")
        try:
            self._database = self._thread.submit(self._open).result()
        except BaseException:
            self._thread.shutdown()
            raise

    @property
    def begun_anew(self) -> str:
        """What is to be told when everything was lost; empty when nothing was."""
        aside = self._database.set_aside
        lost = "I could no longer read my plans, timers, lists and routines, and began anew."
        return f"{lost} What is left of them is in {aside}." if aside else ""

    async def read(self, work: Work[T]) -> T:
        return await self._on_thread(work)

    async def write(self, work: Work[T]) -> T:
        """Everything that the work writes is committed together when this returns, or nothing of it is."""

        def together(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                done = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # SQLite has taken it back itself after some errors
                    connection.execute("ROLLBACK")
                raise
            return done

        return await self._on_thread(together)

    async def behind(self, writing: Writing) -> None:
        """The disk is near, so that it is waited for."""
        await writing()

    def close(self) -> None:
        with suppress(RuntimeError):  # closed before
            self._thread.submit(self._database.close).result()
        self._thread.shutdown()

    async def _on_thread(self, work: Work[T]) -> T:
        try:
            running = asyncio.get_running_loop().run_in_executor(self._thread, self._database.do, work)
        except RuntimeError:
            raise NotKept("I could not keep that: I am being stopped.", fix="Start me again.") from None
        try:
            return await running
        except (sqlite3.Error, OSError) as error:
            raise explained(error, self.path) from error

    def _open(self) -> Database:
        try:
            return Database(self.path, prepare, holds="plans, lists and routines begin")
        except (sqlite3.Error, OSError) as error:
            raise explained(error, self.path) from error
