"""The whole console on a real socket: the real gateway, a simulated home, and a model with a script."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.home import settings_for
from tests.servers.ollama import ScriptedOllama, Step, scripted_ollama
from voice_gateway.assembly import open_gateway
from voice_gateway.certificates import trusted
from voice_gateway.console import Access, Console, access_for, create_app, listen, serving
from voice_gateway.console.hearing import hearing_for
from voice_gateway.console.setup_api import SettingUp
from voice_gateway.devices import SimulatedHome
from voice_gateway.gateway import Gateway

PATIENCE = 120.0
"""Seconds that anything may take on a machine that is busy; nothing here takes them unless it fails."""

_PATIENT: dict[str, Any] = {"turn__deadline": PATIENCE, "ollama__timeout": PATIENCE}
"""Who tests how long a turn may take sets these."""


@dataclass
class Rig:
    url: str
    console: Console
    gateway: Gateway
    ollama: ScriptedOllama
    http: httpx.AsyncClient

    @property
    def home(self) -> SimulatedHome:
        assert isinstance(self.gateway.home, SimulatedHome)
        return self.gateway.home

    def device(self, name: str) -> str:
        """The id of the device of this name."""
        assert self.gateway.home
        return next(device.id for device in self.gateway.home.devices() if device.name == name)


async def eventually(true: Callable[[], object]) -> None:
    """Wait until something becomes true that nobody announces."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 (there is no event to wait for)
            await asyncio.sleep(0.01)


@asynccontextmanager
async def open_rig(
    steps: Sequence[Step] = (),
    *,
    access: Access | None = None,
    port: int = 0,
    setting_up: SettingUp | None = None,
    hears: bool = False,
    **settings: Any,
) -> AsyncIterator[Rig]:
    """Start everything; settings are written with two underscores for the dot. Sentences go to the model."""
    async with AsyncExitStack() as stack:
        ollama = await stack.enter_async_context(scripted_ollama(steps))
        values = {"provider": "ollama", "ollama__base_url": ollama.url, "fast_path": False}
        chosen = settings_for(**(_PATIENT | values | settings))
        gateway = await stack.enter_async_context(open_gateway(chosen))
        hearing = hearing_for(gateway) if hears else None
        console = Console(gateway, setting_up=setting_up, voice=hearing.voice if hearing else None)
        extra = hearing.routes if hearing else ()
        app = create_app(console, access or access_for(chosen), extra=extra)
        served = await stack.enter_async_context(serving(app, listen("127.0.0.1", port), console.live.close))
        http = await stack.enter_async_context(
            httpx.AsyncClient(base_url=served.url, verify=trusted(), trust_env=False, timeout=PATIENCE)
        )
        yield Rig(served.url, console, gateway, ollama, http)
