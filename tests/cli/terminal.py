"""Runs the command line at a terminal, where it can ask."""

import asyncio
import os
import pty
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from tests.forked import program


class Terminal:
    """A process that sits at a terminal."""

    def __init__(self, screen: int) -> None:
        self._screen = screen
        self.seen = ""
        asyncio.get_running_loop().add_reader(screen, self._read)

    def _read(self) -> None:
        try:
            self.seen += os.read(self._screen, 65_536).decode(errors="replace")
        except OSError:  # the process has ended
            asyncio.get_running_loop().remove_reader(self._screen)

    def type(self, text: str) -> None:
        os.write(self._screen, text.encode())

    async def asked_secretly(self) -> None:
        """Wait until what is typed is not shown; what is typed before that is thrown away."""
        await self.until(lambda _: not termios.tcgetattr(self._screen)[3] & termios.ECHO)

    async def until(self, true: Callable[[str], bool]) -> None:
        async with asyncio.timeout(120):
            while not true(self.seen):  # noqa: ASYNC110 - a terminal has no event for it
                await asyncio.sleep(0.02)


@asynccontextmanager
async def terminal(*arguments: str, **environment: str) -> AsyncIterator[Terminal]:
    ours, theirs = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *program(), *arguments, stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30", **environment},
    )  # fmt: skip
    os.close(theirs)
    opened = Terminal(ours)
    try:
        yield opened
        async with asyncio.timeout(60):
            await process.wait()
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        asyncio.get_running_loop().remove_reader(ours)
        os.close(ours)
