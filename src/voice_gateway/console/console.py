"""What all requests share: the gateway, the home, conversations, traces, and who listens."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING

from voice_gateway import __version__
from voice_gateway.console.conversations import Conversations
from voice_gateway.console.history import FILE, History
from voice_gateway.console.home_view import Hands
from voice_gateway.console.insight_shapes import ServerView
from voice_gateway.console.kept import KeptThings
from voice_gateway.console.kept_shapes import KeptView
from voice_gateway.console.live import Live, event
from voice_gateway.console.setup_api import SettingUp
from voice_gateway.console.shapes import About, Announced, Voice
from voice_gateway.console.talk import Talk
from voice_gateway.console.traces import TraceLog
from voice_gateway.devices import Device, Health
from voice_gateway.gateway import Gateway
from voice_gateway.keeping import NotKept
from voice_gateway.logs import redact_text
from voice_gateway.planning import NobodyListens
from voice_gateway.settings import data_dir
from voice_gateway.trace import Trace

if TYPE_CHECKING:
    from voice_gateway.console.link import Link

LOOK_AGAIN = 2.0
"""Seconds between looks at what does not report by itself: the MCP servers."""

log = logging.getLogger(__name__)


class Console:
    """The state behind the page. `voice` says where speech is taken, if anywhere."""

    def __init__(
        self, gateway: Gateway, *, voice: Voice | None = None, setting_up: SettingUp | None = None
    ) -> None:
        self.gateway = gateway
        self.voice = voice
        self.setting_up = setting_up
        self.link: Link | None = None
        """Where it is served, once it is."""

        self.warm = False
        self.hands = Hands(gateway.home, gateway.guard, gateway.planning)
        self.history = History(data_dir() / FILE if gateway.settings.console.history else None)
        self.conversations = Conversations(self.history)
        self.traces = TraceLog(self.history)
        self.talk = Talk(gateway, self.traces, self.history)
        self.live = Live()
        self.kept = KeptThings(gateway.planning.desk if gateway.planning else None)
        self._revision = -1
        self._seen: KeptView | None = None
        self._look = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow the home, the turns, the plans and the servers while the block lasts."""
        with ExitStack() as stack:
            listeners = self.gateway.metrics.listeners
            listeners.append(self._turn_ended)
            stack.callback(listeners.remove, self._turn_ended)
            if self.gateway.home:
                stop = self.gateway.home.registry.subscribe(self._device_changed, self._device_gone)
                stack.callback(stop)
            if planning := self.gateway.planning:
                planning.desk.plans.listeners.append(self._look.set)
                stack.callback(planning.desk.plans.listeners.remove, self._look.set)
            stack.enter_context(self.gateway.announcer.overhearing(self._announce))
            watching = [asyncio.create_task(self._watch_servers()), asyncio.create_task(self._watch_kept())]
            try:
                yield
            finally:
                self.live.close()
                for task in watching:
                    task.cancel()
                await asyncio.wait(watching)
                self.history.close()

    async def warm_up(self) -> float:
        """Have the model ready, and say so on the page; how many seconds it took."""
        began = time.perf_counter()
        await self.gateway.warm()
        self.warm = True
        self.live.publish("about", self.about().model_dump())
        return time.perf_counter() - began

    def about(self) -> About:
        client = self.gateway.client
        return About(
            version=__version__,
            model=client.name,
            provider=client.provider,
            warm=self.warm,
            home=self.gateway.home is not None,
            voice=self.voice,
            setup=None if self.setting_up is None else "wanted" if self.setting_up.wanted else "possible",
        )

    def servers(self) -> list[ServerView]:
        """How the MCP servers are doing. What a server wrote may hold a secret, so it is looked through."""
        return [
            ServerView(
                name=health.name,
                state=health.state,
                tools=list(health.tools),
                tokens=health.tokens,
                restarts=health.restarts,
                last_error=redact_text(health.last_error) if health.last_error else None,
            )
            for health in (self.gateway.servers.health() if self.gateway.servers else ())
        ]

    def follow(self) -> AsyncGenerator[bytes, None]:
        """Everything that changes from now on, for one page, which is then told what nobody was told yet."""
        told = self.live.listen(self.beginning)
        self._seen = None
        self._look.set()
        self.gateway.announcer.somebody_came()
        return told

    def look(self) -> None:
        """Something that is kept has changed: tell the pages."""
        self._look.set()

    def beginning(self) -> Iterator[bytes]:
        """What a page that has just come must know."""
        yield event("about", self.about().model_dump())
        yield event("home", self.hands.view().model_dump())
        yield event("servers", self._servers_now())

    def _servers_now(self) -> list[dict[str, object]]:
        return [server.model_dump() for server in self.servers()]

    def _turn_ended(self, trace: Trace) -> None:
        self.live.publish("turn", self.traces.add(trace).summary().model_dump())
        self._look.set()

    async def _announce(self, text: str, room: str) -> None:
        """Raises where no page is open, so that it is told later."""
        if not self.live.listeners:
            raise NobodyListens("No page is open.")
        self.live.publish("announced", Announced(text=text, room=room, at=time.time()).model_dump())

    async def _watch_kept(self) -> None:
        """Plans report by themselves, lists change in turns; other programs are noticed a little later."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN):
                    await self._look.wait()
            self._look.clear()
            if not self.live.listeners:
                continue
            try:
                now = await self.kept.view()
            except NotKept as error:
                log.warning("%s", error.message)
                continue
            if self._seen is None or _lasting(now) != _lasting(self._seen):
                self.live.publish("kept", now.model_dump())
            self._seen = now

    def _device_changed(self, device: Device) -> None:
        home = self.gateway.home
        if home and home.registry.revision != self._revision:
            # A device came or was renamed: the rooms may look different.
            self._revision = home.registry.revision
            self.live.publish("home", self.hands.view().model_dump())
        else:
            self.live.publish("device", self.hands.device(device))

    def _device_gone(self, _device_id: str) -> None:
        self.live.publish("home", self.hands.view().model_dump())

    async def _watch_servers(self) -> None:
        """Devices that went and connections that broke are noticed here too."""
        seen: object = None
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            home = self.gateway.home
            now = (self._servers_now(), home and (home.registry.revision, _reached(home.health())))
            if seen is not None and now != seen and self.live.listeners:
                self.live.publish("servers", self._servers_now())
                self.live.publish("home", self.hands.view().model_dump())
            seen = now


def _reached(health: Health) -> tuple[bool, ...]:
    return (health.connected, *(part.connected for part in health.parts))


def _lasting(kept: KeptView) -> KeptView:
    """Without what only time changes."""
    return kept.model_copy(update={"plans": [one.model_copy(update={"seconds": None}) for one in kept.plans]})
