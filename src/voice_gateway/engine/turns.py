"""Whose turn it is: a queue that is fair to several conversations.

Each conversation has a line of its own, and the lines take turns. One that sends a hundred requests at once
waits for itself, not the others for it: a newcomer is served after at most one request of every other line.
"""

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field


@dataclass(eq=False)
class _Waiting:
    loop: asyncio.AbstractEventLoop
    turn: asyncio.Future[None]
    granted: bool = field(default=False)


class Turns:
    """Lets so many requests in at a time. May be used from several event loops and threads at once."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._lines: OrderedDict[str, deque[_Waiting]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def waiting(self) -> int:
        """How many requests wait for a place."""
        with self._lock:
            return sum(len(line) for line in self._lines.values())

    async def take(self, conversation: str) -> Callable[[], None]:
        """Wait for this conversation's turn. What is returned gives the place back, from any thread."""
        loop = asyncio.get_running_loop()
        me = _Waiting(loop, loop.create_future())
        with self._lock:
            self._lines.setdefault(conversation, deque()).append(me)
            self._grant()
        try:
            await me.turn
        except asyncio.CancelledError:
            self._withdraw(conversation, me)
            raise
        return _once(self._give_back)

    def _withdraw(self, conversation: str, me: _Waiting) -> None:
        with self._lock:
            if me.granted:
                self._free += 1
            elif (line := self._lines.get(conversation)) is not None:
                line.remove(me)
                if not line:
                    del self._lines[conversation]
            self._grant()

    def _give_back(self) -> None:
        with self._lock:
            self._free += 1
            self._grant()

    def _grant(self) -> None:
        """Fill the free places from the front of each line in turn."""
        while self._free and self._lines:
            conversation, line = self._lines.popitem(last=False)
            next_one = line.popleft()
            if line:
                self._lines[conversation] = line
            # A loop that was closed with requests still waiting took them along.
            with suppress(RuntimeError):
                next_one.loop.call_soon_threadsafe(_resolve, next_one.turn)
                next_one.granted = True
                self._free -= 1


def _resolve(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)


def _once(action: Callable[[], None]) -> Callable[[], None]:
    done = threading.Lock()

    def act() -> None:
        if done.acquire(blocking=False):
            action()

    return act
