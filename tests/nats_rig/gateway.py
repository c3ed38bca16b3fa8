"""A gateway of one or more homes: it says that it is ready, and runs until it is ended."""

import asyncio
import logging
import signal
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.home import settings_for
from voice_gateway.assembly import open_gateway
from voice_gateway.fleet.hosting import hosting


async def live(homes: list[dict[str, Any]], skew: float, ready: Callable[[], object]) -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    for noisy in ("httpx", "mcp"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    if skew:
        right = time.time
        time.time = lambda: right() + skew
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    if len(homes) == 1:
        async with open_gateway(settings_for(**homes[0])):
            ready()
            await ended.wait()
        return
    fleet = settings_for(**homes[0]).fleet
    asleep = {settings["fleet.home"]: partial(settings_for, **settings) for settings in homes}
    async with hosting(fleet, asleep, open_gateway):
        ready()
        await ended.wait()
