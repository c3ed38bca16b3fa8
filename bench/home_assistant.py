"""Five hundred lights in a real Home Assistant: connecting, finding a name, and what a command costs beside
Home Assistant's own time.

A command is done when Home Assistant reports the state. Its own time is that of the bare service call over
the same connection, so that the difference is ours.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from tests.home_assistant_rig.environment import find_python, install
from tests.home_assistant_rig.furnishing import many_lights
from tests.home_assistant_rig.rig import HomeAssistant, running

from bench.figure import Figure
from voice_gateway.devices import Action, Command, Matched, Resolver
from voice_gateway.devices.home_assistant import HomeAssistantHome

LIGHTS, STARTS, COMMANDS = 500, 5, 100
LAMP = "light.lamp_250"
SWEEPING = ("everything", "all the lights", "all lights except lamp 3")
"""What takes longest: every device is looked at."""


async def _connecting(house: HomeAssistant) -> float:
    """Seconds until all entities are known, the slowest of several times."""
    times = []
    for _ in range(STARTS):
        home = HomeAssistantHome(house.url, house.token)
        began = time.perf_counter()
        await home.start()
        times.append(time.perf_counter() - began)
        assert len(home.registry) >= LIGHTS
        await home.close()
    return max(times)


def _resolving(home: HomeAssistantHome) -> float:
    """Seconds for one name among all, or for all of them, p99."""
    resolver = Resolver(home.registry)
    resolver.resolve("lamp 1")
    times = []
    for said in (*(f"lamp {number}" for number in range(LIGHTS)), *SWEEPING * 5):
        began = time.perf_counter()
        found = resolver.resolve(said, action=Action.OFF)
        times.append(time.perf_counter() - began)
        assert isinstance(found, Matched)
    return statistics.quantiles(times, n=100)[98]


async def _added(home: HomeAssistantHome) -> float:
    """Seconds that a command takes longer than the service itself, in the middle."""
    ours, theirs = [], []
    connection = await home.line.get()
    for number in range(COMMANDS):
        on = number % 2 == 0
        began = time.perf_counter()
        await home.command(LAMP, Command(Action.ON if on else Action.OFF))
        ours.append(time.perf_counter() - began)
        service, target = "turn_off" if on else "turn_on", {"entity_id": LAMP}
        began = time.perf_counter()
        await connection.request("call_service", domain="light", service=service, target=target)
        theirs.append(time.perf_counter() - began)
    return statistics.median(ours) - statistics.median(theirs)


async def _measured(house: HomeAssistant) -> tuple[float, float, float]:
    connecting = await _connecting(house)
    home = HomeAssistantHome(house.url, house.token)
    await home.start()
    try:
        return connecting, _resolving(home), await _added(home)
    finally:
        await home.close()


def measure() -> list[Figure]:
    """Nothing where Home Assistant cannot run."""
    python = find_python()
    if python is None:
        return []
    with (
        tempfile.TemporaryDirectory() as folder,
        running(install(python), Path(folder), more=many_lights(LIGHTS)) as house,
    ):
        connecting, resolving, added = asyncio.run(_measured(house))
    return [
        Figure(
            "ha_connect_500_ms", connecting * 1000, "a Home Assistant of 500 lights, slowest", target=2000
        ),
        Figure("ha_resolve_500_ms", resolving * 1000, "a name among them, or all of them, p99", target=10),
        Figure("ha_command_added_ms", added * 1000, "a command, beside Home Assistant's own time", target=15),
    ]
