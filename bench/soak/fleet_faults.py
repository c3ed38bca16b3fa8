"""What breaks while a fleet is soaked: gateways die or freeze, NATS servers die; and who takes over when."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tests.nats_rig.gateways import GatewayProcess
from tests.nats_rig.servers import Server

from bench.soak.home import CountingHome
from voice_gateway.errors import GatewayError
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.line import Line


@dataclass
class House:
    name: str
    home: CountingHome
    line: Line
    bucket: Bucket


@dataclass
class Faults:
    every: float
    """Seconds between two."""

    counted: Counter[str] = field(default_factory=Counter)
    takeovers: list[float] = field(default_factory=list)

    async def happen(
        self,
        gateways: list[GatewayProcess],
        servers: list[Server],
        houses: list[House],
        chance: random.Random,
    ) -> None:
        """One thing at a time, as it happens to a fleet that is looked after."""
        kinds: list[Callable[[], Awaitable[None]]] = [
            lambda: self._kill_gateway(chance.choice(gateways), houses),
            lambda: self._freeze_gateway(chance.choice(gateways), houses),
            lambda: self._kill_server(chance.choice(servers)),
        ]
        while True:
            await asyncio.sleep(self.every * chance.uniform(0.7, 1.3))
            await chance.choice(kinds)()

    async def _kill_gateway(self, gateway: GatewayProcess, houses: list[House]) -> None:
        self.counted["gateway killed"] += 1
        owned = await _owned(gateway.name, houses)
        died = time.monotonic()
        await gateway.kill()
        await asyncio.gather(*(self._taken_over(house, gateway.name, died) for house in owned))
        await gateway.start()

    async def _freeze_gateway(self, gateway: GatewayProcess, houses: list[House]) -> None:
        self.counted["gateway frozen"] += 1
        owned = await _owned(gateway.name, houses)
        died = time.monotonic()
        gateway.freeze()
        try:
            await asyncio.gather(*(self._taken_over(house, gateway.name, died) for house in owned))
        finally:
            gateway.thaw()

    async def _kill_server(self, server: Server) -> None:
        self.counted["NATS server killed"] += 1
        server.kill()
        await asyncio.sleep(4)
        await asyncio.to_thread(server.start)

    async def _taken_over(self, house: House, before: str, died: float) -> None:
        while await _owner(house) in ("", before):  # noqa: ASYNC110 - another process changes it
            await asyncio.sleep(0.2)
        self.takeovers.append(time.monotonic() - died)


async def _owner(house: House) -> str:
    try:
        held = await house.bucket.get("lease")
    except GatewayError:
        return ""
    return str(json.loads(held.value)["gateway"]) if held and held.value else ""


async def _owned(gateway: str, houses: list[House]) -> list[House]:
    owners = await asyncio.gather(*(_owner(house) for house in houses))
    return [house for house, owner in zip(houses, owners, strict=True) if owner == gateway]
