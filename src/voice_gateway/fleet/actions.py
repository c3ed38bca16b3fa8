"""Nothing twice: what is meant is written down before it is done, and what came of it after.

Who asks again for the same action is told what the record says. Where the record has no end, nobody knows
whether it was done: that is told, and it is never done again.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

from voice_gateway.fleet.behind import Behind
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.errors import Conflict, Unanswered

REMEMBERED: Final = 86_400.0
"""Seconds for which an action is known; nobody asks again after a day."""

Table = Mapping[str, Any]
log = logging.getLogger(__name__)


class NotKnown(Exception):
    """It was begun, and nobody knows what came of it."""


class Withdrawn(Exception):
    """Who meant it has given it up before anybody began."""


class Actions:
    def __init__(self, bucket: Bucket, gateway: str) -> None:
        self._bucket = bucket
        self._gateway = gateway
        self._running: dict[str, asyncio.Task[Table]] = {}
        self._ended: dict[str, Table] = {}
        """What came of those whose end is not written down yet."""

        self._behind = Behind()

    async def once(self, action: str, meant: Table, do: Callable[[], Awaitable[Table]]) -> Table:
        """What came of it: now, or when it was done. Raises `NotKnown`, and `Unanswered` when it could not
        even be written down, and was not done."""
        if action in self._ended:
            return self._ended[action]
        if action not in self._running:
            task = asyncio.create_task(self._once(action, meant, do))
            self._running[action] = task
            task.add_done_callback(lambda _: self._running.pop(action, None))
        # Whoever goes away leaves it running: it was begun, and its end must be written down.
        return await asyncio.shield(self._running[action])

    async def withdraw(self, action: str) -> None:
        """Nobody may begin it from here on. Raises `Conflict` when somebody has."""
        told = json.dumps({"withdrawn": True}).encode()
        await self._bucket.put(f"action.{action}.meant", told, last=0, lasts=REMEMBERED)

    async def came_to(self, action: str) -> Table:
        """As it was written down. Raises `NotKnown` or `Withdrawn`."""
        ended = await self._bucket.get(f"action.{action}.ended")
        if ended:
            told: Table = json.loads(ended.value)
            return told
        meant = await self._bucket.get(f"action.{action}.meant")
        if meant and json.loads(meant.value).get("withdrawn"):
            raise Withdrawn(action)
        raise NotKnown(action)

    async def settled(self) -> None:
        """Until everything that has ended is written down."""
        await self._behind.settled()

    async def _once(self, action: str, meant: Table, do: Callable[[], Awaitable[Table]]) -> Table:
        told = json.dumps({**meant, "gateway": self._gateway}).encode()
        try:
            await self._bucket.put(f"action.{action}.meant", told, last=0, lasts=REMEMBERED)
        except Conflict:
            return await self.came_to(action)
        ended = await do()
        # Not waited for: until it is there, nobody else knows, which is the truth.
        self._ended[action] = ended
        self._behind.add(partial(self._note, action, ended))
        return ended

    async def _note(self, action: str, ended: Table) -> None:
        try:
            await self._bucket.put(f"action.{action}.ended", json.dumps(ended).encode(), lasts=REMEMBERED)
        except Unanswered as error:
            log.warning("What came of %s is not written down: %s", action, error.message)
        finally:
            del self._ended[action]
