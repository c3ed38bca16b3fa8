"""Two hundred devices: finding names, listing, and a command through the real MCP process.

The process is `voice-gateway zwave-mcp` over standard input and output, with a simulated
home whose radio takes no time, so that what is measured is ours. A session that is held is compared with a
new session for every call, which is what LangChain's adapters do by default.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bench.figure import Figure
from voice_gateway.devices import Guard, Matched, Resolver, SimulatedHome
from voice_gateway.devices.home_file import read_plan
from voice_gateway.devices.mcp_server.device_tools import DeviceTools
from voice_gateway.mcp import McpIntegration, McpServer, Registration, Stdio
from voice_gateway.tools import Tier, ToolExecutor, ToolManager, TurnState, make_call

DEVICES, HELD, NEW = 200, 200, 5
KINDS = (("Light", "dimmer", "{ on = false, level = 0 }"), ("Lamp", "light", "{ on = false }"),
         ("Blinds", "cover", "{ position = 0 }"), ("Fan", "fan", "{ on = false, level = 0 }"),
         ("Heating", "thermostat", '{ target = 20, mode = "heat" }'))  # fmt: skip
PLACES = (
    "Kitchen",
    "Cellar",
    "Attic",
    "Study",
    "Porch",
    "Library",
    "Nursery",
    "Workshop",
    "Pantry",
    "Studio",
)
SIDES = ("North", "South", "East", "West")

Call = Callable[[str, str], Awaitable[str]]


def home_file(folder: Path) -> Path:
    """A home of two hundred devices: ten places, four sides of each, five devices there."""
    tables = ["delay = 0"]
    for place in PLACES:
        for side in SIDES:
            for noun, kind, state in KINDS:
                tables.append(
                    f'[[device]]\nname = "{side} {place} {noun}"\nroom = "{side} {place}"\n'
                    f'kind = "{kind}"\nstate = {state}'
                )
    path = folder / "two-hundred.toml"
    path.write_text("\n".join(tables), encoding="utf-8")
    return path


def _resolving(file: Path) -> float:
    """Seconds for one name, in whole sentences and with slips, over every device."""
    home = SimulatedHome(read_plan(file), delay=0)
    resolver = Resolver(home.registry)
    names = [device.name.lower() for device in home.devices()]
    assert len(names) == DEVICES
    said = [*names, *(name.replace("kitchen", "kichen") for name in names if "kitchen" in name)]
    said += ["all the lights in the north attic", "every fan", "the lamp in the moon room", "west porch"]
    resolver.resolve(said[0])
    times = []
    for text in said:
        began = time.perf_counter()
        found = resolver.resolve(text)
        times.append(time.perf_counter() - began)
        assert isinstance(found, Matched) or "moon" in text
    return statistics.quantiles(times, n=100)[98]


async def _listing(file: Path) -> float:
    """Seconds for `list_devices`, in process."""
    tools = DeviceTools(SimulatedHome(read_plan(file), delay=0), Guard(()))

    async def nobody(_question: str) -> bool:
        return False

    times = []
    for page in range(1, 11):
        began = time.perf_counter()
        answer = await tools.call("list_devices", {"page": page}, nobody)
        times.append(time.perf_counter() - began)
        assert answer.data["total"] == DEVICES
    return max(times)


@asynccontextmanager
async def _session(file: Path) -> AsyncIterator[Call]:
    """A held session to a process of its own, called through the executor as a turn does."""
    manager, executor = ToolManager(), ToolExecutor()
    command = ("-m", "voice_gateway", "zwave-mcp", "--home", str(file))
    server = McpServer("home", Stdio(sys.executable, command, {}), tier=Tier.DEVICE)
    async with McpIntegration([server], Registration(manager)):

        async def call(device: str, action: str) -> str:
            wish = make_call("control_zwave_device", {"device": device, "action": action})
            [result] = await executor.run_all([wish], manager.all(), TurnState())
            assert result.ok, result.text
            return result.text

        yield call


async def _commands(file: Path) -> tuple[list[float], list[float]]:
    """Seconds per command: over one held session, and with a new session for each."""
    held, new = [], []
    async with _session(file) as call:
        await call("north kitchen light", "on")
        for number in range(HELD):
            device = f"{SIDES[number % 4]} {PLACES[number % 10]} lamp".lower()
            began = time.perf_counter()
            await call(device, "off" if number % 2 else "on")
            held.append(time.perf_counter() - began)
    for _ in range(NEW):
        began = time.perf_counter()
        async with _session(file) as call:
            await call("north kitchen light", "on")
            new.append(time.perf_counter() - began)
    return held, new


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        file = home_file(Path(folder))
        resolving, listing = _resolving(file), asyncio.run(_listing(file))
        held, new = asyncio.run(_commands(file))
    command, fresh = statistics.median(held), statistics.median(new)
    return [
        Figure("resolve_200_devices_ms", resolving * 1000, "a name among 200 devices, p99", target=10),
        Figure("list_200_devices_ms", listing * 1000, "list_devices among 200, slowest page", target=10),
        Figure("device_command_p50_ms", command * 1000, "a command over the held MCP session", target=30),
        Figure("device_command_new_session_ms", fresh * 1000, "the same with a new session per call"),
        Figure("mcp_call_vs_new_session", fresh / command, "new session / held", target=1, better="higher"),
    ]
