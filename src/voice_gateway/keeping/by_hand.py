"""A clock that is moved by hand, for tests and evaluations, which have no time to wait."""

import asyncio
import math
from typing import Protocol


class HandClock:
    """Stands still until it is moved."""

    def __init__(self, now: float, longest_wait: float = math.inf) -> None:
        self._now = now
        self.longest_wait = longest_wait
        """After which it is looked at again; days go by quickly without it."""

        self._elapsed = 0.0
        self._waiting: dict[asyncio.Event, tuple[float, float]] = {}
        """Since when each waits, and for how many seconds."""

    def now(self) -> float:
        return self._now

    def elapsed(self) -> float:
        return self._elapsed

    async def wait(self, seconds: float, woken: asyncio.Event) -> None:
        self._waiting[woken] = (self._elapsed, seconds)
        try:
            await woken.wait()
        finally:
            del self._waiting[woken]

    def next_wake(self) -> float | None:
        """In how many seconds the next one that waits wants to be woken."""
        return min((self._left(woken) for woken in self._waiting), default=None)

    def move(self, seconds: float) -> None:
        """Let time go by, and wake whoever has waited for long enough."""
        self._now += seconds
        self._elapsed += seconds
        for woken in self._waiting:
            if self._left(woken) == 0:
                woken.set()

    def set(self, now: float) -> None:
        """Set the time of day, as a person or a time server does. Nobody is woken by that."""
        self._now = now

    def sleep(self, seconds: float) -> None:
        """Let the machine sleep: time goes by, and nobody is woken, because timers sleep as well."""
        self._now += seconds
        self._elapsed += seconds
        for woken, (since, span) in self._waiting.items():
            self._waiting[woken] = (since + seconds, span)

    def _left(self, woken: asyncio.Event) -> float:
        since, seconds = self._waiting[woken]
        return max(0.0, since + min(seconds, self.longest_wait) - self._elapsed)


class Busy(Protocol):
    """Who goes by the clock."""

    async def quiet(self) -> None:
        """Until nothing is due and nothing is being done."""


async def let_pass(seconds: float, clock: HandClock, keeper: Busy) -> None:
    """Live through this time: everything that falls due in it fires at its own moment, and has ended."""
    while True:
        await keeper.quiet()
        wake = clock.next_wake()
        if wake is None or wake > seconds:
            break
        clock.move(wake)
        seconds -= wake
    clock.move(seconds)
    await keeper.quiet()
