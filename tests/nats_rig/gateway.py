"""A gateway of one or more homes, as a process: it says that it is ready, and runs until it is ended."""

import asyncio
import json
import logging
import signal
import sys
import time
from functools import partial

from tests.home import settings_for
from voice_gateway.assembly import open_gateway
from voice_gateway.fleet.hosting import hosting


async def main() -> None:
    homes, skew = json.loads(sys.argv[1]), float(sys.argv[2])
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
            print("ready", flush=True)
            await ended.wait()
        return
    fleet = settings_for(**homes[0]).fleet
    asleep = {settings["fleet.home"]: partial(settings_for, **settings) for settings in homes}
    async with hosting(fleet, asleep, open_gateway):
        print("ready", flush=True)
        await ended.wait()


if __name__ == "__main__":
    asyncio.run(main())
