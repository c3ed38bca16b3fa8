"""Lets tasks wait for a condition that other code makes true."""

import asyncio
from collections.abc import Callable


class Changes:
    """Wakes everyone who waits, whenever something may have changed. Belongs to one event loop."""

    def __init__(self) -> None:
        self._waiters: set[asyncio.Future[None]] = set()

    def announce(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def until(self, condition: Callable[[], bool], timeout: float | None = None) -> bool:
        """Wait until the condition holds or the time is up; says which of both."""
        try:
            async with asyncio.timeout(timeout):
                while not condition():
                    await self._next()
        except TimeoutError:
            return condition()
        return True

    async def _next(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        try:
            await waiter
        finally:
            self._waiters.discard(waiter)
