"""Work that may wait until nobody is being answered, and that makes way when somebody speaks."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

T = TypeVar("T")

PAUSE: Final = 3.0
"""Seconds of silence after a turn; who answers back within them is not made to wait."""


class Quiet:
    """Knows whether turns are running, and runs other work in between."""

    def __init__(self) -> None:
        self._turns = 0
        self._since = float("-inf")
        self._ended = asyncio.Event()
        self._aside: asyncio.Future[Any] | None = None

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Around a turn: whatever runs aside is stopped, and begins anew when it is quiet again."""
        self._turns += 1
        if self._aside:
            self._aside.cancel()
        try:
            yield
        finally:
            self._turns -= 1
            self._since = time.monotonic()
            if not self._turns:
                self._ended.set()

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """The result of the work, which is done when nobody is being answered."""
        while True:
            await self._silence()
            self._aside = running = asyncio.ensure_future(work())
            try:
                return await running
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task and task.cancelling():
                    running.cancel()
                    raise
            finally:
                self._aside = None

    async def _silence(self) -> None:
        while self._turns or (left := self._since + PAUSE - time.monotonic()) > 0:
            if self._turns:
                self._ended.clear()
                await self._ended.wait()
            else:
                await asyncio.sleep(left)
