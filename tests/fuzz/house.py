"""The assembled product with every way in open, a model that meddles, and an eye on the home and the log."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from hypothesis import HealthCheck, settings

from tests.assembled import Assemble
from tests.servers.http import Connection
from tests.servers.ollama import call, say
from tests.voice.rig import need_voice, shared_transcriber
from voice_gateway.console import Access, Console, create_app, listen, serving
from voice_gateway.console.hearing import Hearing
from voice_gateway.devices import Device, SimulatedHome
from voice_gateway.gateway import Gateway
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.parts import choose_parts
from voice_gateway.voice.speaker import CollectingSpeaker
from voice_gateway.voice.wyoming import WyomingService
from voice_gateway.voice.wyoming_server import serve_wyoming

GUARDED = frozenset({"Front Door", "Garage Door", "Hallway Siren", "Water Valve"})
LAMP = "Kitchen Light"
NOBODYS = "Coffee Machine"
"""What the model would switch, although nobody ever speaks of it."""


def fuzzing(examples: int) -> settings:
    """The same few examples in every test run; others, and as many as wanted, with FUZZ_EXAMPLES."""
    wanted = int(os.environ.get("FUZZ_EXAMPLES", "0"))
    return settings(
        max_examples=wanted or examples,
        derandomize=not wanted,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=bool(wanted),
    )


async def _meddle(connection: Connection) -> None:
    """Switch something wherever that can be done; else claim it."""
    offered = bool(connection.request.body.get("tools"))
    step = call(("control_zwave_device", {"device": NOBODYS, "action": "on"})) if offered else say("Done.")
    await step(connection)


class _Tracebacks(logging.Handler):
    """Keeps what no client may cause."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or "Traceback" in record.getMessage():
            self.heard.append(self.format(record))


@dataclass
class House:
    """Where everything is, and what has happened there."""

    url: str
    wyoming: tuple[str, int]
    home: SimulatedHome
    first: tuple[Device, ...]
    moved: set[str] = field(default_factory=set)
    log: _Tracebacks = field(default_factory=_Tracebacks)
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    @contextmanager
    def only(self, allowed: set[str]) -> Iterator[None]:
        """What is done in here may move these devices, none of the guarded ones, and fail in nothing."""
        self.moved.clear()
        yield
        moved = set(self.moved)
        if moved:
            asyncio.run_coroutine_threadsafe(self._put_back(), self.loop).result()
        assert moved <= allowed - GUARDED, f"{moved} moved"
        assert not self.log.heard, self.log.heard[-1]

    async def _put_back(self) -> None:
        for device in self.first:
            self.home.set_state(device.id, device.state)

    async def attacked(self, attack: Callable[["House"], None]) -> None:
        """Beside the event loop on which all of this runs."""
        await asyncio.to_thread(attack, self)


@asynccontextmanager
async def open_house(assemble: Assemble) -> AsyncIterator[House]:
    need_voice()
    async with AsyncExitStack() as stack:
        loose = {"console.requests_per_minute": 1_000_000, "search.backends": ["searxng"]}
        assembled = await stack.enter_async_context(assemble(**loose))
        assembled.ollama.otherwise = _meddle
        gateway = assembled.gateway
        home = gateway.home
        assert isinstance(home, SimulatedHome)
        house = House(await _served(gateway, stack), await _wyoming(gateway, stack), home, home.devices())
        stack.callback(home.registry.subscribe(lambda device: house.moved.add(device.name)))
        logging.getLogger().addHandler(house.log)
        stack.callback(logging.getLogger().removeHandler, house.log)
        yield house


async def _served(gateway: Gateway, stack: AsyncExitStack) -> str:
    console, hearing = Console(gateway), Hearing(gateway)
    stack.callback(hearing.close)
    app = create_app(console, Access(), extra=hearing.routes)
    return (await stack.enter_async_context(serving(app, listen("127.0.0.1", 0), console.live.close))).url


async def _wyoming(gateway: Gateway, stack: AsyncExitStack) -> tuple[str, int]:
    parts = choose_parts(VoiceSettings(speech="flite"), speaker=CollectingSpeaker())
    parts.transcriber = shared_transcriber()
    service = WyomingService(gateway, parts)
    address = await stack.enter_async_context(serve_wyoming(service, "tcp://127.0.0.1:0"))
    host, port = address.removeprefix("tcp://").split(":")
    return host, int(port)
