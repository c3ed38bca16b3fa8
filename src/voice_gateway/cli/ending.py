"""How `voice-gateway run` is ended."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class End:
    """The first Ctrl-C or SIGTERM ends all in order; a second one, or one before all is up, at once."""

    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    in_order: bool = False
    anew: bool = False

    def begin_anew(self) -> None:
        self.anew = True
        self.wanted.set()

    async def wait(self) -> None:
        self.in_order = True
        await self.wanted.wait()
        self.in_order = False


@asynccontextmanager
async def listening_for_the_end() -> AsyncIterator[End]:
    end = End()
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def told() -> None:
        if end.in_order:
            end.wanted.set()
        elif task:
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told)
    try:
        yield end
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
