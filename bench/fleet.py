"""What a fleet costs: a turn over NATS against one alone, turns a second, memory of homes that sleep."""

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from tests.home import settings_for
from tests.nats_rig.asking import ask
from tests.nats_rig.gateways import GatewayProcess, Nursery
from tests.nats_rig.servers import Server, one_server

from bench.figure import Figure
from voice_gateway.assembly import open_gateway
from voice_gateway.conversation import Conversation
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.line import Line
from voice_gateway.gateway import Gateway
from voice_gateway.settings.model import FleetSettings

TURNS = 150
"""Of each kind, in turn, so that whatever else the machine does meets both."""

PAUSE = 0.04
"""Seconds after each turn, so that what goes on behind an answer falls to nobody else's."""

SENTENCES = ("turn on the kitchen light", "turn off the kitchen light")
HOMES = 12
SECONDS = 6.0
AT_ONCE = 24
MANY = 1000


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="fleet-") as folder, one_server() as server:
        return asyncio.run(_measure(Path(folder), server))


async def _measure(folder: Path, server: Server) -> list[Figure]:
    os.environ.update({f"XDG_{name}_HOME": str(folder) for name in ("DATA", "CACHE", "CONFIG")})
    file = folder / "home.toml"
    devices = [("Kitchen light", "Kitchen"), ("Hall light", "Hall"), ("Desk light", "Office")]
    tables = (f'[[device]]\nname = "{name}"\nroom = "{room}"\nkind = "light"\n' for name, room in devices)
    file.write_text("delay = 0\n" + "".join(tables), encoding="utf-8")
    shared = {
        "provider": "ollama", "ollama.base_url": "http://127.0.0.1:9", "search.browser": False,
        "home.file": str(file), "metrics": False,
    }  # fmt: skip
    nursery = Nursery()
    try:
        alone, joined = await _turns(shared, server.url)
        figures = [
            Figure(
                "fleet_turn_added_ms", joined - alone,
                f"what NATS adds to a turn that acts (p50, {joined:.1f} against {alone:.1f} ms alone)", 3.0,
            )
        ]  # fmt: skip
        for number in (1, 2, 3):
            turns, cost = await _throughput(nursery, folder / f"g{number}", shared, server.url, number)
            meaning = f"turns a second that act, over {number} gateways; {cost:.1f} ms of CPU each"
            figures.append(Figure(f"fleet_turns_per_second_{number}", turns, meaning, better="higher"))
            figures.append(Figure(f"fleet_turn_cpu_ms_{number}", cost, "CPU of the gateways for one turn"))
        asleep = await _asleep(nursery, folder, shared, server.url)
        awake = await _awake(nursery, folder, shared, server.url)
    finally:
        nursery.close()
    return [
        *figures,
        Figure("fleet_homes_idle_mb", asleep, f"memory of a home that sleeps, of {MANY}", 0.5),
        Figure("fleet_homes_awake_mb", awake, "memory of a home in which somebody has just spoken"),
    ]


async def _turns(shared: dict[str, Any], url: str) -> tuple[float, float]:
    """Milliseconds of a turn, alone and in a fleet, one after the other."""
    async with (
        open_gateway(settings_for(**shared)) as alone,
        open_gateway(settings_for(**shared, **{"fleet.nats_url": url, "fleet.home": "bench"})) as joined,
    ):
        took: dict[int, list[float]] = {0: [], 1: []}
        talks = [Conversation(), Conversation()]
        for number in range(TURNS + 20):
            for which, gateway in enumerate((alone, joined)):
                seconds = await _timed(gateway, SENTENCES[number % 2], talks[which])
                await asyncio.sleep(PAUSE)
                if number >= 20:
                    took[which].append(1000 * seconds)
    return statistics.median(took[0]), statistics.median(took[1])


async def _timed(gateway: Gateway, sentence: str, talk: Conversation) -> float:
    began = time.perf_counter()
    answer = await gateway.turn(sentence, talk)
    seconds = time.perf_counter() - began
    if not answer.success:
        raise RuntimeError(answer.text)
    return seconds


async def _throughput(
    nursery: Nursery, folder: Path, shared: dict[str, Any], url: str, number: int
) -> tuple[float, float]:
    """Turns a second, and milliseconds of the gateways' CPU for one."""
    homes = [f"t{number}-{home}" for home in range(HOMES)]
    async with _served(nursery, folder, shared, url, homes, number) as (lines, gateways):
        for line in lines * number:  # everything is awake everywhere before it counts
            await asyncio.gather(*(ask(line, SENTENCES[0]) for _ in range(2)))
        before, began, done = sum(map(_cpu, gateways)), time.monotonic(), 0

        async def talk(line: Line) -> int:
            said = 0
            while time.monotonic() < began + SECONDS:
                answer = await ask(line, SENTENCES[said % 2], conversation=f"c{id(line)}-{said % 4}")
                said += answer.get("outcome") == "done"
            return said

        people = [talk(lines[number % HOMES]) for number in range(AT_ONCE)]
        done = sum(await asyncio.gather(*people))
        seconds = time.monotonic() - began
        return done / seconds, 1000 * (sum(map(_cpu, gateways)) - before) / max(1, done)


async def _asleep(nursery: Nursery, folder: Path, shared: dict[str, Any], url: str) -> float:
    used = []
    for count in (2, MANY):
        homes = [f"s{number}" for number in range(count)]
        async with _served(nursery, folder / f"asleep{count}", shared, url, homes, 1) as (_, [gateway]):
            used.append(_memory(gateway))
    return (used[1] - used[0]) / (MANY - 2)


async def _awake(nursery: Nursery, folder: Path, shared: dict[str, Any], url: str) -> float:
    homes = [f"a{number}" for number in range(32)]
    async with _served(nursery, folder / "awake", shared, url, homes, 1) as (lines, [gateway]):
        for line in lines[:2]:
            await ask(line, SENTENCES[0])
        before = _memory(gateway)
        for line in lines[2:]:
            await ask(line, SENTENCES[0])
        return (_memory(gateway) - before) / (len(homes) - 2)


@asynccontextmanager
async def _served(
    nursery: Nursery, folder: Path, shared: dict[str, Any], url: str, homes: list[str], number: int
) -> AsyncIterator[tuple[list[Line], list[GatewayProcess]]]:
    settings = [shared | {"fleet.nats_url": url, "fleet.home": home} for home in homes]
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(connected(FleetSettings(nats_url=url), "people"))
        gateways = [GatewayProcess(nursery, folder, f"g{one}", settings) for one in range(number)]
        for gateway in gateways:
            stack.push_async_callback(gateway.kill)
            await gateway.start()
        yield [Line(client, home) for home in homes], gateways


def _cpu(gateway: GatewayProcess) -> float:
    """Seconds that its process has used."""
    fields = Path(f"/proc/{gateway.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(gateway: GatewayProcess) -> float:
    """MB that are its own: what it shares with the process that it was forked from is nobody's home."""
    lines = Path(f"/proc/{gateway.pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024
