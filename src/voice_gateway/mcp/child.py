"""A child process: started in a group of its own, listened to line by line, ended without leftovers.

The SDK's own stdio transport hides the process, reports its death to no one and may take four seconds to
end it. asyncio's starts it on the event loop, which stands still until the program is loaded.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from subprocess import PIPE

from voice_gateway.mcp.errors import StartFailed
from voice_gateway.mcp.server import Stdio
from voice_gateway.mcp.stderr import StderrTail
from voice_gateway.processes import Process, send, start_program

_LONGEST_LINE = 16 * 1024 * 1024
_SETTLE = 0.05
"""Seconds in which the end of the output and the exit status find each other."""

_GOODBYES = ((1.5, signal.SIGTERM), (0.7, signal.SIGKILL))
"""How long a child may take after its input was closed, and what it gets then."""

_INHERITED = {
    "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL",
    "SSL_CERT_DIR", "SSL_CERT_FILE", "TERM", "TMPDIR", "TZ", "USER", "WAYLAND_DISPLAY", "XAUTHORITY",
}  # fmt: skip
_INHERITED_PREFIXES = ("LC_", "XDG_")


def child_environment(configured: dict[str, str]) -> dict[str, str]:
    """What a program needs to run, and nothing else: the gateway's keys are not for strangers' programs."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name in _INHERITED or name.startswith(_INHERITED_PREFIXES)
    }
    return inherited | configured


class Child:
    """A running program. `ended` gets the reason, in words, when it can no longer be spoken to."""

    def __init__(self, on_line: Callable[[bytes], None], stderr: StderrTail) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_line = on_line
        self._last_words = stderr
        self._partial = b""
        self._too_long = False
        self._process: Process
        self._stdin: asyncio.WriteTransport
        self._code: int | None = None
        self._exited: asyncio.Future[None] = self._loop.create_future()
        self.ended: asyncio.Future[str] = self._loop.create_future()

    @classmethod
    async def start(cls, program: Stdio, on_line: Callable[[bytes], None], stderr: StderrTail) -> "Child":
        child = cls(on_line, stderr)
        try:
            child._process = await start_program(
                [program.command, *program.args],
                stdin=PIPE,
                cwd=program.cwd,
                env=child_environment(dict(program.env)),
                exited=child._exit,
            )
        except FileNotFoundError:
            raise _not_found(program) from None
        except OSError as error:
            raise StartFailed(f"“{program.command}” could not be started: {error.strerror}") from None
        connecting = asyncio.create_task(child._connect())
        try:
            await asyncio.shield(connecting)
        except asyncio.CancelledError:
            send(child._process, signal.SIGKILL)
            await connecting
            await child.stop()
            raise
        return child

    @property
    def pid(self) -> int:
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether the program runs at this very moment, asked of the kernel."""
        if self.ended.done() or self._exited.done():
            return False
        if not hasattr(os, "waitid"):  # macOS before Python 3.13, where the event loop tells a moment later
            return True
        try:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        except ChildProcessError:
            return False

    def write(self, line: bytes) -> None:
        """Send a line; one that cannot be sent is dropped, since `ended` tells the story."""
        if not self._stdin.is_closing():
            self._stdin.write(line + b"\n")

    async def stop(self) -> None:
        """End the program and everything it started, within three seconds."""
        try:
            self._stdin.close()
            for patience, goodbye in _GOODBYES:
                if await self._exits_within(patience):
                    break
                send(self._process, goodbye)
            await asyncio.wait({self._exited}, timeout=0.5)
        except asyncio.CancelledError:
            send(self._process, signal.SIGKILL)
            await asyncio.wait({self._exited}, timeout=0.5)
            raise
        finally:
            # What the program left running would hold its pipes, and be an orphan.
            send(self._process, signal.SIGKILL)
            if self._exited.done():
                await asyncio.wait({self._stdout.lost, self._stderr.lost}, timeout=0.2)
            self._stdout.close()
            self._stderr.close()

    async def _connect(self) -> None:
        """Hold its pipes."""
        connect, process = self._loop.connect_read_pipe, self._process
        self._stdin, _ = await self._loop.connect_write_pipe(asyncio.BaseProtocol, process.stdin)
        _, self._stdout = await connect(lambda: _Output(self._hear), process.stdout)
        _, self._stderr = await connect(lambda: _Output(self._last_words.feed), process.stderr)
        self._stdout.lost.add_done_callback(lambda _: self._end_soon())

    def _hear(self, data: bytes) -> None:
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            if not self._too_long and line.strip():
                self._on_line(line)
            self._too_long = False
        if len(self._partial) > _LONGEST_LINE:
            self._partial, self._too_long = b"", True

    def _exit(self, code: int) -> None:
        self._code = code
        self._exited.set_result(None)
        self._end_soon()

    def _end_soon(self) -> None:
        self._loop.call_later(_SETTLE, self._end)

    def _end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(self._how_it_ended())

    def _how_it_ended(self) -> str:
        if self._code is None:
            return "its program closed its output"
        if self._code < 0:
            return f"its program was ended by {signal.Signals(-self._code).name}"
        return f"its program ended with code {self._code}"

    async def _exits_within(self, seconds: float) -> bool:
        await asyncio.wait({self._exited}, timeout=seconds)
        return self._exited.done()


class _Output(asyncio.Protocol):
    """What a program prints, piece by piece, until it closes it."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.close = transport.close

    def data_received(self, data: bytes) -> None:
        self._hear(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set_result(None)


def _not_found(program: Stdio) -> StartFailed:
    if program.cwd and not program.cwd.is_dir():
        return StartFailed(f"the folder {program.cwd} does not exist", fix="Check “cwd”.")
    return StartFailed(
        f"the program “{program.command}” was not found",
        fix="Install it, or give its whole path in “command”.",
    )
