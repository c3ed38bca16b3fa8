"""The home that wishes are carried out in: simulated, behind the real tools, guard and executor."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from voice_gateway.devices import Guard, Home, Resolver, State, load_home
from voice_gateway.devices.mcp_server.server import build_server
from voice_gateway.dialogue import LastAction, last_action
from voice_gateway.mcp import InProcess, McpIntegration, McpServer, Registration, confirmation
from voice_gateway.tools import Consent, Tier, ToolExecutor, ToolManager, TurnState
from voice_gateway.truth import what_happened
from voice_gateway.wishes import read_wish
from voice_gateway.wishes.carried import Carried
from voice_gateway.wishes.carry_out import Interpreter


@dataclass
class House:
    """A home, and what was done in it last."""

    home: Home
    interpreter: Interpreter
    last: LastAction | None = field(default=None)

    async def do(self, line: str, *, room: str = "", consent: Consent = Consent.GIVEN) -> Carried:
        """Carry out a line, as a turn would that has understood it for sure."""
        wish, before = read_wish(line), {device.id: device.state for device in self.home.devices()}
        turn = TurnState(sentence=line, room=room, consent=consent)
        carried = await self.interpreter.carry_out(wish, turn, self.last)
        self.last = last_action(wish, carried.results, before) or self.last
        return carried

    def state(self, device_id: str) -> State:
        device = self.home.registry.get(device_id)
        assert device is not None
        return device.state


def told(carried: Carried) -> str:
    """What would be said of it."""
    return " ".join(part for part in (what_happened(carried.results), *carried.said) if part)


@asynccontextmanager
async def open_house(*, known: bool = True, file: Path | None = None) -> AsyncIterator[House]:
    """The demonstration home, or that of a file. Where it is not `known`, only its tools are, as with a
    distant server."""
    home, manager = load_home(file, delay=0), ToolManager()
    await home.start()
    server = McpServer("home", InProcess(build_server(home, Guard())), tier=Tier.DEVICE)
    executor = ToolExecutor(behaviours=[confirmation])
    async with McpIntegration([server], Registration(manager)):
        names = Resolver(home.registry) if known else None
        yield House(home, Interpreter(manager, executor, home if known else None, names))
    await home.close()
