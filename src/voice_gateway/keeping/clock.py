"""The clock that plans go by. It is handed in, so that it can be moved by hand."""

import asyncio
import time
from contextlib import suppress
from typing import Final, Protocol

LONGEST_WAIT: Final = 30.0
"""Somebody may set the clock meanwhile, or another program may add a plan: both are seen after this."""

_UNSTOPPED = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Goes on while the machine sleeps, where the system has such a clock."""


class Clock(Protocol):
    def now(self) -> float:
        """The time of day, in seconds since 1970. Somebody may set it, forwards or backwards."""

    def elapsed(self) -> float:
        """Seconds since some moment, which nobody can set."""

    async def wait(self, seconds: float, woken: asyncio.Event) -> None:
        """Until so many seconds have gone by, or the event is set, or it is good to look again.

        The event may be set at the end of it, and is cleared by whoever waits.
        """


class MachineClock:
    """The clock of this machine."""

    def now(self) -> float:
        return time.time()

    def elapsed(self) -> float:
        return time.clock_gettime(_UNSTOPPED)

    async def wait(self, seconds: float, woken: asyncio.Event) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, LONGEST_WAIT)):
                await woken.wait()
