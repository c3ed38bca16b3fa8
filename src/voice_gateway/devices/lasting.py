"""A line to the far side that is opened again whenever it ends, by itself."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.home import TIME_LIMIT
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

_FIRST_WAIT, _LONGEST_WAIT = 0.25, 5.0
"""Seconds between attempts to reconnect; whoever waits for the line makes the next attempt at once."""
_AFTER_REFUSAL = 300.0
"""Seconds after which a far side that said no is asked again; it may lock out whoever insists."""
_PATIENCE = 3.0
"""Seconds that are waited for the line to come back."""


class Refused(ConnectionLost):
    """The far side said no, and will say so again until somebody changes something."""


class NeverSent(ConnectionLost):
    """The line was down before the request could leave; it can be sent again without doing anything twice."""


class Line(Protocol):
    """An open connection that is ready for use."""

    @property
    def versions(self) -> str:
        """What answers at the other end."""

    async def ended(self) -> None:
        """Wait until it is over."""


LineT = TypeVar("LineT", bound=Line)


class Lasting(Generic[LineT]):
    """After `start` it stays connected until `close`."""

    def __init__(self, open_line: Callable[[], AbstractAsyncContextManager[LineT]]) -> None:
        self._open_line = open_line
        self._line: LineT | None = None
        self._online = asyncio.Event()
        self._tried = asyncio.Event()
        self._wanted = asyncio.Event()
        self._refused = False
        self._task: asyncio.Task[None] | None = None
        self._told: list[Callable[[], None]] = []
        self.note = "not started"
        """Why there is no connection, or which versions answer."""

    @property
    def online(self) -> bool:
        return self._online.is_set()

    async def start(self) -> None:
        """Connect. Returns when that is done, or soon after when it cannot be done yet."""
        if self._task is None:
            self._task = asyncio.create_task(self._stay_connected())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TIME_LIMIT):
                await self._tried.wait()

    async def close(self) -> None:
        await end(self._task)
        self._task = None

    async def get(self) -> LineT:
        """The line, after a short wait where it is just being opened. Raises ConnectionLost with the
        reason."""
        if self._line is None and not self._refused:
            self._wanted.set()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await self._online.wait()
        if self._line is None:
            raise ConnectionLost(self.note)
        return self._line

    def watch(self, told: Callable[[], None]) -> None:
        """Tell whenever the line is there, or is gone."""
        self._told.append(told)

    def drop(self) -> None:
        """The line turned out to be down, which the loop that reconnects has not noticed yet."""
        self._line = None
        if self.online:
            self._online.clear()
            self._tell()

    def _tell(self) -> None:
        for told in self._told:
            told()

    async def _stay_connected(self) -> None:
        wait = _FIRST_WAIT
        while True:
            try:
                async with self._open_line() as line:
                    self._line, self.note, self._refused = line, line.versions, False
                    self._online.set()
                    self._tell()
                    self._tried.set()
                    wait = _FIRST_WAIT
                    await line.ended()
                self.note = "the connection was lost"
            except ConnectionLost as error:
                self.note, self._refused = error.message, isinstance(error, Refused)
            except Exception as error:  # an answer nobody foresaw must not end the reconnecting
                self.note = f"its answer was not understood: {error}"
            finally:
                self.drop()
                self._tried.set()
            if self._refused:
                await asyncio.sleep(_AFTER_REFUSAL)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._wanted.wait()
                wait = _FIRST_WAIT
            self._wanted.clear()
            wait = min(wait * 2, _LONGEST_WAIT)
