"""Many homes in one process. A home sleeps until somebody speaks in it, or something is planned for it."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from voice_gateway.errors import GatewayError
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.household import KEPT
from voice_gateway.fleet.line import Line
from voice_gateway.fleet.turns import TURN
from voice_gateway.gateway import Gateway
from voice_gateway.settings import Settings
from voice_gateway.settings.model import FleetSettings
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.subscription import Subscription

IDLE: Final = 300.0
"""Seconds without a turn after which a home may sleep."""

_LOOK: Final = 10.0
_TURN: Final = 30.0

_Identity = tuple[str | None, Path | None]
Opening = Callable[[Settings], AbstractAsyncContextManager[Gateway]]
log = logging.getLogger(__name__)


class _Home:
    """One home, asleep or awake."""

    def __init__(
        self, name: str, client: "Client", settings: Callable[[], Settings], opening: Opening
    ) -> None:
        self.name = name
        self._line = Line(client, name)
        self._bucket = Bucket(client, name)
        self._settings = settings
        self._opening = opening
        self._asleep: list[Subscription] = []
        self._running: asyncio.Task[None] | None = None
        self._up = asyncio.Event()
        self._last = 0.0
        self._gateway: Gateway | None = None

    async def sleep(self) -> None:
        """Listen for who would wake it."""
        self._asleep = [
            await self._line.answering(TURN, self._turn_asked, shared=True),
            await self._line.answering("kept", self._kept_told),
        ]

    async def wake(self) -> None:
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run(), name=f"home {self.name}")
        running = self._running
        up = asyncio.ensure_future(self._up.wait())
        await asyncio.wait([up, running], return_when=asyncio.FIRST_COMPLETED)
        up.cancel()

    async def has_plans(self) -> bool:
        held = await self._bucket.get(f"{KEPT}.plans.>")
        return held is not None

    async def may_sleep(self) -> bool:
        gateway = self._gateway
        if gateway is None or time.monotonic() - self._last < IDLE:
            return False
        return gateway.planning is None or not await gateway.planning.desk.plans.waiting()

    async def end(self) -> None:
        await end(self._running)
        self._running = None

    async def _run(self) -> None:
        """In one task from its beginning to its end."""
        try:
            async with self._opening(self._settings()) as gateway:
                self._gateway, self._last = gateway, time.monotonic()
                gateway.metrics.listeners.append(self._spoken)
                await self._line.stop(self._asleep)
                self._up.set()
                await asyncio.Event().wait()
        except Exception as error:  # one home that cannot be opened is no trouble for the others
            known = isinstance(error, GatewayError)
            log.warning("%s could not be opened: %s", self.name, error, exc_info=not known)
        finally:
            self._gateway = None
            self._up.clear()

    def _spoken(self, _trace: object) -> None:
        self._last = time.monotonic()

    async def _turn_asked(self, asked: dict[str, Any]) -> dict[str, Any] | None:
        await self.wake()
        if self._gateway is None:
            return {"error": "The home could not be opened.", "fix": "See the log of its gateway."}
        # Whoever is awake by now takes it, and most likely we do.
        return await self._line.ask(TURN, asked, _TURN)

    async def _kept_told(self, _told: dict[str, Any]) -> None:
        if await self.has_plans():
            await self.wake()


@asynccontextmanager
async def hosting(
    fleet: FleetSettings, homes: Mapping[str, Callable[[], Settings]], opening: Opening
) -> AsyncIterator[None]:
    """Serve these homes while the block lasts; their settings are read anew when they wake. Homes that come
    to NATS as one share a line while they sleep."""
    async with AsyncExitStack() as stack:
        clients: dict[_Identity, Client] = {}
        hosted: list[_Home] = []
        for name, settings in homes.items():
            own = _own(name, settings, fleet)
            who = (own.username, own.credentials)
            if who not in clients:
                clients[who] = await stack.enter_async_context(connected(own, "many homes"))
            hosted.append(_Home(name, clients[who], settings, opening))
        for home in hosted:
            await home.sleep()
            with suppress(GatewayError):
                if await home.has_plans():
                    await home.wake()
        looking = asyncio.create_task(_put_to_sleep(hosted))
        try:
            yield
        finally:
            await end(looking)
            await asyncio.gather(*(home.end() for home in hosted))


def _own(name: str, settings: Callable[[], Settings], otherwise: FleetSettings) -> FleetSettings:
    """As whom a home comes to NATS; one whose settings are broken is no trouble for the others."""
    try:
        return settings().fleet
    except GatewayError as error:
        log.warning("%s: %s", name, error)
        return otherwise


async def _put_to_sleep(homes: list[_Home]) -> None:
    while True:
        await asyncio.sleep(_LOOK)
        for home in homes:
            with suppress(GatewayError):
                if await home.may_sleep():
                    await home.end()
                    await home.sleep()
