"""The assembled gateway as a process of its own, so that it can be killed: the page, and typing satellites.

It tells on its standard output how late its event loop was. SIGUSR1 moves its clock.
"""

import asyncio
import json
import random
import signal
import sys
import time
from collections import deque
from contextlib import AsyncExitStack

from tests.servers.ollama import DIGEST, KNOWN

from voice_gateway.assembly import open_gateway
from voice_gateway.console import Console, access_for, create_app, listen, serving
from voice_gateway.models.ability import remember
from voice_gateway.settings import load_settings
from voice_gateway.settings.model import Settings, VoiceSettings

_BEAT = 0.01
_real_time = time.time


def _move_clock() -> None:
    """Up to two days forth or back, for whoever reads `time.time`."""
    offset = random.uniform(-2, 2) * 86_400
    time.time = lambda: _real_time() + offset


async def _watch() -> None:
    """Tell every second by how many milliseconds the loop was late, one number a beat."""
    late: deque[float] = deque()
    while True:
        due = time.perf_counter() + _BEAT
        await asyncio.sleep(_BEAT)
        late.append(round((time.perf_counter() - due) * 1000, 1))
        if len(late) >= 1 / _BEAT:
            print(json.dumps(list(late)), flush=True)
            late.clear()


async def _run(settings: Settings, satellites: str) -> None:
    from voice_gateway.voice.parts import choose_parts
    from voice_gateway.voice.wyoming import WyomingService, serve_wyoming

    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, _move_clock)
    async with AsyncExitStack() as stack:
        gateway = await stack.enter_async_context(open_gateway(settings))
        console = Console(gateway)
        app = create_app(console, access_for(settings))
        listener = listen(settings.console.host, settings.console.port)
        await stack.enter_async_context(serving(app, listener, console.live.close))
        service = WyomingService(gateway, choose_parts(VoiceSettings(speech="flite")))
        await stack.enter_async_context(serve_wyoming(service, satellites))
        await console.warm_up()
        await _watch()


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    remember(DIGEST, KNOWN)  # a model that was met before is not examined first
    asyncio.run(_run(load_settings(environment={}, command_line=given).settings, sys.argv[2]))
