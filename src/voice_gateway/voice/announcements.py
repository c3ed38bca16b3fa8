"""What is to be told aloud as soon as nobody speaks."""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from voice_gateway.voice.errors import SoundError


@dataclass(frozen=True, eq=False)
class Announcement:
    text: str
    told: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """Done when it was heard; fails when it was not."""

    def settle(self, error: Exception | None = None) -> None:
        """It was heard, or was not. What counts is what is said first, to whoever still waits for it."""
        if self.told.done():
            return
        if error:
            self.told.set_exception(error)
        else:
            self.told.set_result(None)


class Announcements:
    """Those that wait, the first one first."""

    def __init__(self) -> None:
        self._waiting: deque[Announcement] = deque()
        self._there = asyncio.Event()

    async def tell(self, text: str) -> None:
        """Returns when it was heard, which may take until an answer has ended. Raises when it was not."""
        waiting = Announcement(text)
        self._waiting.append(waiting)
        self._there.set()
        try:
            await waiting.told
        finally:
            if waiting in self._waiting:
                self._waiting.remove(waiting)

    async def come(self) -> None:
        """Wait until there is one."""
        while not self._waiting:
            self._there.clear()
            await self._there.wait()

    def take(self) -> Announcement | None:
        return self._waiting.popleft() if self._waiting else None

    def give_up(self) -> None:
        """Nobody listens any more."""
        while waiting := self.take():
            waiting.settle(SoundError("The voice pipeline has ended."))
