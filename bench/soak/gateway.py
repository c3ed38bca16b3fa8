"""The assembled gateway as a process of its own, so that it can be killed: the page, and typing satellites.

It tells on its standard output how long its event loop was blocked. SIGUSR1 moves its clock.
"""

import asyncio
import json
import random
import signal
import sys
import time
from contextlib import AsyncExitStack
from dataclasses import asdict

from tests.servers.ollama import DIGEST, KNOWN

from bench.soak.blocks import Block, WatchedSelector
from voice_gateway.assembly import open_gateway
from voice_gateway.console import Console, access_for, create_app, listen, serving
from voice_gateway.memory import settle
from voice_gateway.models.ability import remember
from voice_gateway.settings import load_settings
from voice_gateway.settings.model import Settings, VoiceSettings

_real_time = time.time


def _move_clock() -> None:
    """Up to two days forth or back, for whoever reads `time.time`."""
    offset = random.uniform(-2, 2) * 86_400
    time.time = lambda: _real_time() + offset


class _Blocks:
    """Tells every second how long the loop was kept busy: the worst of each tenth of it."""

    def __init__(self) -> None:
        self._worst: list[Block] = []
        self._tenth = 0
        self.telling = False

    def note(self, block: Block) -> None:
        if not self.telling:
            return
        tenth = int(time.monotonic() * 10)
        if tenth == self._tenth:
            self._worst[-1] = max(self._worst[-1], block)
            return
        if len(self._worst) >= 10:
            print(json.dumps([asdict(worst) for worst in self._worst]), flush=True)
            self._worst.clear()
        self._tenth = tenth
        self._worst.append(block)


async def _run(settings: Settings, satellites: str, blocks: _Blocks) -> None:
    from voice_gateway.voice.parts import choose_parts
    from voice_gateway.voice.wyoming import WyomingService
    from voice_gateway.voice.wyoming_server import serve_wyoming

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
        settle()
        await asyncio.sleep(0)  # the start itself keeps nobody waiting
        blocks.telling = True
        await asyncio.Event().wait()


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    remember(DIGEST, KNOWN)  # a model that was met before is not examined first
    blocks = _Blocks()
    chosen = load_settings(environment={}, command_line=given).settings
    selector = WatchedSelector(blocks.note)
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
        runner.run(_run(chosen, sys.argv[2], blocks))
