"""Tells open pages what changes, as server-sent events."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Any

from voice_gateway.console.refused import Refused

MOST_LISTENERS = 64
MOST_WAITING = 500
"""A page that is so many events behind is let go; it comes back by itself and begins with all there is."""

HEARTBEAT = 15.0
"""Seconds of silence after which a word is sent, so that nobody in between takes the line for dead."""


def event(name: str, data: Any) -> bytes:
    """One server-sent event. In ASCII, since a line may end at characters that JSON lets pass."""
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


class Live:
    """Who listens, and what they are told."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Queue[bytes | None]] = set()

    @property
    def listeners(self) -> int:
        return len(self._waiting)

    def publish(self, name: str, data: Any) -> None:
        """Tell everyone."""
        if not self._waiting:
            return
        said = event(name, data)
        for queue in tuple(self._waiting):
            if queue.qsize() >= MOST_WAITING:
                self._waiting.discard(queue)
                queue.put_nowait(None)
            else:
                queue.put_nowait(said)

    def listen(self, beginning: Callable[[], Iterable[bytes]]) -> AsyncGenerator[bytes, None]:
        """Everything from now on, after `beginning`; raises `Refused` when too many listen."""
        if len(self._waiting) >= MOST_LISTENERS:
            raise Refused(429, f"{MOST_LISTENERS} pages are open already.", fix="Close one.", retry_after=10)
        queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        # Joined before the beginning is read, so that nothing falls in between.
        self._waiting.add(queue)
        for said in beginning():
            queue.put_nowait(said)
        return self._told(queue)

    async def _told(self, queue: asyncio.Queue[bytes | None]) -> AsyncGenerator[bytes, None]:
        try:
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        said = await queue.get()
                except TimeoutError:
                    said = b": still here\n\n"
                if said is None:
                    return
                yield said
        finally:
            self._waiting.discard(queue)

    def close(self) -> None:
        """Let everyone go."""
        for queue in self._waiting:
            queue.put_nowait(None)
        self._waiting.clear()
