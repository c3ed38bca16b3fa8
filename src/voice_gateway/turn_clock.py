"""The time that a turn has. It stands still while the model is not ready to begin."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

_running: ContextVar["TurnClock | None"] = ContextVar("turn_clock", default=None)


class TurnClock:
    """Runs for so many seconds from when it is made."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began = asyncio.get_running_loop().time()
        self._stood_still = 0.0
        self._limit: asyncio.Timeout | None = None

    def at(self, share: float) -> float:
        """The loop's time at which this share of the turn is over."""
        return self.began + self._stood_still + self.seconds * share

    @asynccontextmanager
    async def limiting(self) -> AsyncIterator[asyncio.Timeout]:
        """Raises `TimeoutError` when the time is over."""
        token = _running.set(self)
        try:
            async with asyncio.timeout_at(self.at(1)) as self._limit:
                yield self._limit
        finally:
            self._limit = None
            _running.reset(token)

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        limit, stopped = self._limit, asyncio.get_running_loop().time()
        if limit is None or limit.expired():
            yield
            return
        limit.reschedule(None)
        try:
            yield
        finally:
            self._stood_still += asyncio.get_running_loop().time() - stopped
            limit.reschedule(self.at(1))


@contextmanager
def standing_still() -> Iterator[None]:
    """Around a wait for a model that is not ready: whoever waits for it has a limit of its own."""
    clock = _running.get()
    if clock is None:
        yield
    else:
        with clock.standing_still():
            yield
