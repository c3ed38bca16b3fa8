"""One gateway's part in one home: what it shares with others, and what it does while the home is its own."""

import asyncio
import json
import os
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from voice_gateway import __version__
from voice_gateway.devices import Home, open_home
from voice_gateway.fleet.actions import Actions
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.clock import SharedClock
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.home import SharedHome
from voice_gateway.fleet.household import SharedHousehold
from voice_gateway.fleet.lease import KEY, Lease
from voice_gateway.fleet.line import Line
from voice_gateway.fleet.places import Admission
from voice_gateway.fleet.remembering import SPOKEN, SharedMemory
from voice_gateway.fleet.telling import SharedAnnouncer
from voice_gateway.fleet.turns import Turns
from voice_gateway.gateway import Gateway
from voice_gateway.keeping import NotKept
from voice_gateway.planning import Planning
from voice_gateway.settings import Settings
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from nats.aio.client import Client

PRESENT: Final = 10.0
"""Seconds between two signs of life, of which three may be missed."""


class Member:
    """A gateway of a home, which becomes its own when `lease` is started and nobody else has it."""

    def __init__(self, client: "Client", settings: Settings, open_source: Callable[[], Home]) -> None:
        fleet = settings.fleet
        self.name = gateway_name(settings)
        self.line = Line(client, fleet.home)
        self.bucket = Bucket(client, fleet.home, fleet.replicas)
        self.household = SharedHousehold(self.bucket)
        self.memory = SharedMemory(self.bucket, self.household, self.line)
        self.admission = Admission(fleet.home, fleet.turns_per_minute)
        self.announcer = SharedAnnouncer(self.line, self.name)
        self.clock = SharedClock(lambda: self.bucket.ahead)
        self.lease = Lease(self.bucket, self.name, self._gained, self._lost)
        self.home = SharedHome(
            self.line, Actions(self.bucket, self.name), open_source, lambda: self.lease.held
        )
        self._planning: Planning | None = None
        self._firing: AsyncExitStack | None = None
        self._owns = False
        self._turns: Turns | None = None
        self._began = time.time()

    @asynccontextmanager
    async def joined(self) -> AsyncIterator["Member"]:
        """While this lasts, what the others write and say is followed."""
        await self.bucket.open()
        await self.household.open()
        held = await self.bucket.get(KEY)
        self.household.seen_to = bool(held and held.value)
        async with AsyncExitStack() as stack:
            stack.callback(self.household.close)
            follows = [
                await self.line.answering("kept", self._kept_told),
                await self.line.answering("free", self._free_told),
                await self.line.answering(SPOKEN, self.memory.was_told),
                *await self.announcer.serve(),
            ]
            stack.push_async_callback(self.line.stop, follows)
            yield self

    @asynccontextmanager
    async def serving(self, gateway: Gateway) -> AsyncIterator[None]:
        """Take turns of the home, and its plans where it is ours."""
        self._planning = gateway.planning
        if self._owns:
            await self._fire_plans()
        self._turns = Turns(gateway, self.memory, self.line, self.name)
        taking = await self._turns.serve()
        present = asyncio.create_task(self._be_present())
        try:
            yield
        finally:
            await self.line.stop([taking])
            await end(present)
            await self.lease.close()

    async def look(self) -> None:
        """See everything that may have been missed while the line was broken, or too slow."""
        with suppress(NotKept, Unanswered):
            await self.household.catch_up()
            await self.home.look()

    async def _gained(self) -> None:
        await self.home.own()
        self._owns = True
        await self._fire_plans()

    async def _lost(self) -> None:
        self._owns = False
        if self._firing:
            await self._firing.aclose()
            self._firing = None
        await self.home.disown()

    async def _fire_plans(self) -> None:
        """What the last owner has left is settled first: see `Keeper`."""
        if self._planning is None or self._firing:
            return
        await self.household.catch_up()
        self._firing = AsyncExitStack()
        await self._firing.enter_async_context(self._planning.running())

    async def _kept_told(self, told: dict[str, Any]) -> None:
        with suppress(NotKept):
            await self.household.was_told(int(told["sequence"]))

    async def _free_told(self, _told: dict[str, Any]) -> None:
        self.lease.is_free()

    async def _be_present(self) -> None:
        while True:
            with suppress(Unanswered):
                told = {
                    "version": __version__, "since": self._began, "owns": self._owns,
                    "turns": self._turns.taken if self._turns else 0, "seen": self.household.seen,
                }  # fmt: skip
                await self.bucket.put(f"gateway.{self.name}", json.dumps(told).encode(), lasts=3 * PRESENT)
                await self.bucket.compare_clocks()
            await self.look()
            await asyncio.sleep(PRESENT)


def gateway_name(settings: Settings) -> str:
    return settings.fleet.gateway or f"{socket.gethostname().split('.')[0]}-{os.getpid()}"


@asynccontextmanager
async def open_member(settings: Settings) -> AsyncIterator[Member]:
    """Join the gateways of this home."""
    async with (
        connected(settings.fleet, gateway_name(settings)) as client,
        Member(client, settings, lambda: open_home(settings.home)).joined() as member,
    ):
        yield member
