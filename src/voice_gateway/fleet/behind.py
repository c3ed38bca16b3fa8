"""Writes that nobody waits for. They begin a moment later, so that whoever is waited for comes first."""

import asyncio
from typing import Final

from voice_gateway.keeping.storage import Writing

_A_MOMENT: Final = 0.02


class Behind:
    def __init__(self) -> None:
        self._to_begin: list[Writing] = []
        self._running: set[asyncio.Task[None]] = set()

    def add(self, writing: Writing) -> None:
        if not self._to_begin:
            asyncio.get_running_loop().call_later(_A_MOMENT, self._begin)
        self._to_begin.append(writing)

    async def settled(self) -> None:
        """Until everything that was added is written."""
        self._begin()
        while self._running:
            await asyncio.wait(self._running)

    def _begin(self) -> None:
        for writing in self._to_begin:
            task = asyncio.create_task(writing())
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        self._to_begin.clear()
