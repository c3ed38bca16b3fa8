"""A home belongs to one gateway at a time: to the one that has its lease, and only while it renews it."""

import asyncio
import json
import logging
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.errors import Conflict, Unanswered
from voice_gateway.tasks import end

LASTS: Final = 5.0
"""Seconds after which the server takes a lease away that was not renewed."""

RENEWED: Final = 1.5
_MARGIN: Final = 1.0
"""So much earlier than the server the gateway itself holds its lease for lost."""

KEY: Final = "lease"

log = logging.getLogger(__name__)

Hook = Callable[[], Awaitable[None]]


class Lease:
    """`gained` and `lost` are called one after the other, never at once. Seconds are counted by a clock that
    nobody can set, so that gateways whose time of day differs agree all the same."""

    def __init__(self, bucket: Bucket, gateway: str, gained: Hook, lost: Hook) -> None:
        self._bucket = bucket
        self._gateway = gateway
        self._gained = gained
        self._lost = lost
        self._sequence = 0
        self._until = 0.0
        self._acts = False
        self._free = asyncio.Event()
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.owner = ""
        """Who had it when it was last looked at."""

    @property
    def held(self) -> bool:
        return time.monotonic() < self._until

    async def start(self) -> None:
        """Look whose it is, and take it if it is nobody's; then `gained` has been called."""
        await self._round()
        await self._settle()
        self._tasks = [asyncio.create_task(self._keep()), asyncio.create_task(self._follow())]

    async def close(self) -> None:
        """Give it back, so that another need not wait for its end."""
        await end(*self._tasks)
        if self._acts:
            self._acts = False
            await self._lost()
        if self.held:
            self._until = 0.0
            with suppress(Conflict, Unanswered):
                await self._bucket.put(KEY, b"", last=self._sequence, lasts=1)
                await self._bucket.client.publish(f"vg.{self._bucket.home}.free", b"{}")

    def is_free(self) -> None:
        """Somebody has given it back."""
        self._free.set()

    async def _keep(self) -> None:
        """Apart from what is done about it, which may take longer than a lease lasts."""
        while True:
            pause = RENEWED if self.held else RENEWED * random.uniform(0.7, 1)  # noqa: S311
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._free.wait()
            self._free.clear()
            await self._round()

    async def _follow(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self._settle()
            except Exception:
                log.exception("The owner of %s could not change.", self._bucket.home)

    async def _settle(self) -> None:
        if self.held and not self._acts:
            log.info("%s owns %s.", self._gateway, self._bucket.home)
            self._acts = True
            await self._gained()
        elif self._acts and not self.held:
            log.warning("%s owns %s no longer.", self._gateway, self._bucket.home)
            self._acts = False
            await self._lost()

    async def _round(self) -> None:
        left = self._until - time.monotonic()
        try:
            # What does not come in time is of no use: then it is not ours any more.
            async with asyncio.timeout(max(left, RENEWED)):
                await (self._renew() if left > 0 else self._take())
        except (Conflict, Unanswered, TimeoutError) as error:
            log.info("The lease of %s: %s", self._bucket.home, error or type(error).__name__)
            if isinstance(error, Conflict):
                self._until = 0.0
        if self.held is not self._acts:
            self._changed.set()

    async def _renew(self) -> None:
        asked = time.monotonic()
        self._sequence = await self._bucket.put(KEY, self._told, last=self._sequence, lasts=LASTS)
        self._until = asked + LASTS - _MARGIN

    async def _take(self) -> None:
        asked = time.monotonic()
        there = await self._bucket.get(KEY)
        if there and there.value:
            self.owner = str(json.loads(there.value)["gateway"])
            if self.owner != self._gateway:
                return
        self._sequence = await self._bucket.put(
            KEY, self._told, last=there.sequence if there else 0, lasts=LASTS
        )
        self._until = asked + LASTS - _MARGIN
        self.owner = self._gateway

    @property
    def _told(self) -> bytes:
        return json.dumps({"gateway": self._gateway}).encode()
