"""The product as it is assembled for people; only what is on the far side of a network is scripted."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.home import settings_for
from tests.servers.ollama import ScriptedOllama, Step, scripted_ollama
from voice_gateway.assembly import open_gateway
from voice_gateway.conversation import Conversation
from voice_gateway.devices import SimulatedHome, State
from voice_gateway.finishing import Answer
from voice_gateway.gateway import Gateway
from voice_gateway.keeping.by_hand import HandClock, let_pass

SHIPPED = files("voice_gateway.devices").joinpath("homes", "default.toml").read_text(encoding="utf-8")
"""The home that is there until one's own is connected."""

NOW = datetime(2026, 11, 16, 18, 0, tzinfo=ZoneInfo("Europe/Berlin"))
"""A Monday evening."""


@dataclass
class Assembled:
    """A running gateway, someone who talks to it, and the home to look at."""

    gateway: Gateway
    ollama: ScriptedOllama
    clock: HandClock
    conversation: Conversation = field(default_factory=Conversation)
    told: list[str] = field(default_factory=list)
    """What was announced."""

    async def ask(self, sentence: str, *, room: str = "") -> Answer:
        return await self.gateway.turn(sentence, self.conversation, room=room)

    async def say(self, *sentences: str) -> list[Answer]:
        """One sentence after the other, in one conversation."""
        return [await self.ask(sentence) for sentence in sentences]

    def another(self) -> "Assembled":
        """Someone else who talks to the same gateway."""
        return replace(self, conversation=Conversation())

    def state(self, name: str) -> State:
        assert self.gateway.home is not None
        [device] = [one for one in self.gateway.home.devices() if one.name.lower() == name.lower()]
        return device.state

    def home(self) -> dict[str, State]:
        """How every device is, to compare a moment with another."""
        assert self.gateway.home is not None
        return {device.name: device.state for device in self.gateway.home.devices()}

    async def later(self, *, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        """Live through this time."""
        assert self.gateway.planning is not None
        await let_pass(3600 * hours + 60 * minutes + seconds, self.clock, self.gateway.planning)

    async def happens(self, name: str, **state: Any) -> None:
        """Somebody else changes a device: opens a door, walks by."""
        home = self.gateway.home
        assert isinstance(home, SimulatedHome)
        assert self.gateway.planning is not None
        [device] = [one for one in home.devices() if one.name.lower() == name.lower()]
        if "value" in state:
            reading = replace(device.state.readings[0], value=state.pop("value"))
            state["readings"] = (reading, *device.state.readings[1:])
        await self.gateway.planning.quiet()
        home.set_state(device.id, replace(device.state, **state))
        await self.gateway.planning.quiet()

    async def hear(self, text: str) -> None:
        self.told.append(text)

    def script(self, *steps: Step) -> None:
        """What the model answers from now on."""
        self.ollama.steps[:] = steps


Assemble = Callable[..., AbstractAsyncContextManager[Assembled]]


@pytest.fixture
def assemble(tmp_path: Path) -> Assemble:
    """Open the product: `async with assemble() as house`, with a script for the model and settings if needed.

    The model is a scripted Ollama that answers 500 as soon as the script has run out, so that a turn which
    needs a model by mistake fails.
    """

    @asynccontextmanager
    async def opened(
        *steps: Step,
        home: str = SHIPPED,
        provider: str = "ollama",
        now: datetime = NOW,
        listens: bool = True,
        **settings: Any,
    ) -> AsyncIterator[Assembled]:
        file = tmp_path / "home.toml"
        file.write_text(f"delay = 0\n{home}", encoding="utf-8")
        async with scripted_ollama(steps) as ollama:
            chosen = {
                "provider": provider, "ollama.base_url": ollama.url, "home.file": file,
                "search.browser": False, "timezone": "Europe/Berlin", **settings,
            }  # fmt: skip
            clock = HandClock(now.timestamp())
            async with open_gateway(settings_for(**chosen), clock=clock) as gateway:
                house = Assembled(gateway, ollama, clock)
                assert gateway.planning is not None
                with gateway.planning.announcer.listening(house.hear) if listens else nullcontext():
                    yield house

    return opened


def devices(*tables: tuple[str, str, str, str]) -> str:
    """A home file of (name, room, kind, state)."""
    return "\n".join(
        f'[[device]]\nname = "{name}"\nroom = "{room}"\nkind = "{kind}"\nstate = {{ {state} }}\n'
        for name, room, kind, state in tables
    )
