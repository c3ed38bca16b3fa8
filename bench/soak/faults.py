"""What happens to everything but the model."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable

from bench.soak.home import CountingHome
from bench.soak.process import GatewayProcess

_PAUSE = (0.3, 2.0)
"""Seconds between two faults, and how long each of them lasts at most."""


class Faults:
    """One after the other, at random, until cancelled."""

    def __init__(
        self, home: CountingHome, gateway: GatewayProcess, chance: random.Random, seen: Counter[str]
    ) -> None:
        self._home = home
        self._gateway = gateway
        self._chance = chance
        self._seen = seen

    async def run(self) -> None:
        kinds: dict[str, Callable[[float], Awaitable[None]]] = {
            "Z-Wave server killed": self._home.go_away,
            "disk full": self._gateway.fill_disk,
            "MCP child killed": self._gateway.kill_child,
            "clock moved": self._gateway.move_clock,
        }
        while True:
            await asyncio.sleep(self._chance.uniform(*_PAUSE))
            await self._gateway.up.wait()
            name = self._chance.choice(list(kinds))
            self._seen[name] += 1
            await kinds[name](self._chance.uniform(*_PAUSE))
