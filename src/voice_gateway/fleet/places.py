"""Fair between homes: how much one may ask, and who comes next where more is asked than can be answered."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from voice_gateway.errors import ModelError

AT_ONCE: Final = 64
"""Turns that one process runs at a time, of all its homes."""

OF_ONE_HOME: Final = 20
"""So many of them may be of one home, so that there always is a place for another."""


class TooMany(ModelError):
    """A home asks more than it may."""


class Places:
    """The turns that run. Who waits longest is next, of the home that has the fewest running."""

    def __init__(self, at_once: int = AT_ONCE, of_one_home: int = OF_ONE_HOME) -> None:
        self._free = at_once
        self._of_one_home = of_one_home
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def one(self, home: str) -> AsyncIterator[None]:
        await self._take(home)
        try:
            yield
        finally:
            self._give_back(home)

    async def _take(self, home: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(home, deque()).append(turn)
        self._call_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(home)
            raise

    def _give_back(self, home: str) -> None:
        self._free += 1
        self._running[home] -= 1
        if not self._running[home]:
            del self._running[home]
        self._call_next()

    def _call_next(self) -> None:
        while self._free and (home := self._next()):
            turn = self._waiting[home].popleft()
            if not self._waiting[home]:
                del self._waiting[home]
            if not turn.cancelled():
                self._free -= 1
                self._running[home] += 1
                turn.set_result(None)

    def _next(self) -> str | None:
        may = [home for home in self._waiting if self._running[home] < self._of_one_home]
        return min(may, key=lambda home: self._running[home], default=None)


class Allowance:
    """What one home may ask of this gateway: so many turns a minute, which fill up again bit by bit."""

    def __init__(self, a_minute: int) -> None:
        self._a_minute = a_minute
        self._left = float(a_minute)
        self._at = time.monotonic()

    def spend(self) -> None:
        """Raises `TooMany`."""
        now = time.monotonic()
        self._left = min(self._a_minute, self._left + (now - self._at) * self._a_minute / 60)
        self._at = now
        if self._left < 1:
            raise TooMany(
                f"This home asks more than {self._a_minute} turns a minute, so I have left that one.",
                fix="Say it again in a moment, or raise fleet.turns_per_minute.",
            )
        self._left -= 1


places = Places()
"""Of this process, whichever home a turn is of."""


class Admission:
    """What lets turns of one home in."""

    def __init__(self, home: str, a_minute: int) -> None:
        self._home = home
        self._allowance = Allowance(a_minute)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        self._allowance.spend()
        async with places.one(self._home):
            yield
