"""A child process: started in a group of its own, listened to line by line, ended without leftovers.

The SDK's own stdio transport hides the process, reports its death to no one and may take four seconds to
end it; asyncio's subprocess protocol is about as short and gives all of that.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import cast

from voice_gateway.mcp.errors import StartFailed
from voice_gateway.mcp.server import Stdio
from voice_gateway.mcp.stderr import StderrTail

_STDIN, _STDOUT, _STDERR = 0, 1, 2
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


class Child(asyncio.SubprocessProtocol):
    """A running program. `ended` gets the reason, in words, when it can no longer be spoken to."""

    def __init__(self, on_line: Callable[[bytes], None], stderr: StderrTail) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_line = on_line
        self._stderr = stderr
        self._partial = b""
        self._too_long = False
        self._exited: asyncio.Future[None] = self._loop.create_future()
        self._drained: asyncio.Future[None] = self._loop.create_future()
        self.ended: asyncio.Future[str] = self._loop.create_future()

    @classmethod
    async def start(cls, program: Stdio, on_line: Callable[[bytes], None], stderr: StderrTail) -> "Child":
        try:
            _, child = await asyncio.get_running_loop().subprocess_exec(
                lambda: cls(on_line, stderr),
                program.command,
                *program.args,
                env=child_environment(dict(program.env)),
                cwd=program.cwd,
                # Ctrl-C in the terminal is for the gateway, which then ends its children in order.
                start_new_session=True,
            )
        except FileNotFoundError:
            raise _not_found(program) from None
        except OSError as error:
            raise StartFailed(f"“{program.command}” could not be started: {error.strerror}") from None
        return child

    @property
    def pid(self) -> int:
        return self._transport.get_pid()

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
                self._signal_group(goodbye)
            await asyncio.wait({self._exited}, timeout=0.5)
        except asyncio.CancelledError:
            self._signal_group(signal.SIGKILL)
            await asyncio.wait({self._exited}, timeout=0.5)
            raise
        finally:
            # What the program left running would hold its pipes, and be an orphan.
            self._signal_group(signal.SIGKILL)
            if self._exited.done():
                await asyncio.wait({self._drained}, timeout=0.2)
            self._transport.close()

    # asyncio calls these

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(_STDIN))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _STDERR:
            self._stderr.feed(data)
            return
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            if not self._too_long and line.strip():
                self._on_line(line)
            self._too_long = False
        if len(self._partial) > _LONGEST_LINE:
            self._partial, self._too_long = b"", True

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == _STDOUT:
            self._loop.call_later(_SETTLE, self._end)

    def process_exited(self) -> None:
        if not self._exited.done():
            self._exited.set_result(None)
        self._loop.call_later(_SETTLE, self._end)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._drained.done():
            self._drained.set_result(None)

    def _end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(self._how_it_ended())

    def _how_it_ended(self) -> str:
        code = self._transport.get_returncode()
        if code is None:
            return "its program closed its output"
        if code < 0:
            return f"its program was ended by {signal.Signals(-code).name}"
        return f"its program ended with code {code}"

    async def _exits_within(self, seconds: float) -> bool:
        await asyncio.wait({self._exited}, timeout=seconds)
        return self._exited.done()

    def _signal_group(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)


def _not_found(program: Stdio) -> StartFailed:
    if program.cwd and not program.cwd.is_dir():
        return StartFailed(f"the folder {program.cwd} does not exist", fix="Check “cwd”.")
    return StartFailed(
        f"the program “{program.command}” was not found",
        fix="Install it, or give its whole path in “command”.",
    )
