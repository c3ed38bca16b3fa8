"""Holds one server: starts it, brings it back when it dies, and lets calls through to the live session."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from voice_gateway.errors import GatewayError, ToolError
from voice_gateway.mcp.back_off import BackOff
from voice_gateway.mcp.changes import Changes
from voice_gateway.mcp.connection import Connection, connect
from voice_gateway.mcp.errors import LostInFlight, NotSent, StartFailed, innermost
from voice_gateway.mcp.health import ServerHealth, ServerState
from voice_gateway.mcp.sdk import import_sdk
from voice_gateway.mcp.server import Http, McpServer
from voice_gateway.mcp.stderr import StderrTail
from voice_gateway.mcp.tool import may_be_repeated, reads_only
from voice_gateway.mcp.toolbox import Toolbox
from voice_gateway.tools.registered import RegisteredTool

if TYPE_CHECKING:
    from mcp.types import CallToolResult, Tool

PATIENCE = 5.0
"""Seconds that a call waits for a server that is coming back."""

_CLOSE_SECONDS = 3.0
_FEW = 100
"""Tools that are looked at in a moment. More are looked at beside the event loop, and nobody waits for it."""

_HOPELESS = 4
"""A start that takes this many times the server's timeout is given up and tried anew."""

T = TypeVar("T")
log = logging.getLogger(__name__)


class HeldServer:
    """One owner task enters the session, waits, and leaves it; calls come from any task."""

    def __init__(self, server: McpServer, on_tools: Callable[[], None]) -> None:
        self.server = server
        self.state = ServerState.STARTING
        if server.disabled or server.lazy:
            self.state = ServerState.DISABLED if server.disabled else ServerState.IDLE
        self._on_tools = on_tools
        self._toolbox = Toolbox(server, self.call)
        self._changes = Changes()
        self._owner: asyncio.Task[None] | None = None
        self._connection: Connection | None = None
        self._stderr = StderrTail()
        self._stopping = False
        self._waiting = 0
        """How many calls wait for the server to become ready."""

        self._attempts = 0
        """How many starts have failed or taken too long."""

        self._back_off = BackOff()
        self._starts = 0
        self._restarts = 0
        self._last_alive = -float("inf")
        self._last_error: str | None = None
        self._logged: str | None = None

    @property
    def tools(self) -> tuple[RegisteredTool, ...]:
        return self._toolbox.tools

    def start(self) -> None:
        if not self.server.disabled:
            self._owner = asyncio.create_task(self._own(), name=f"mcp {self.server.name}")

    async def stop(self) -> None:
        """End the session and the program; the owner is told by a flag, since anyio may swallow a cancel."""
        self._stopping = True
        self._changes.announce()
        if self._owner:
            await asyncio.wait({self._owner}, timeout=_CLOSE_SECONDS)
            if self._owner.cancel():
                await asyncio.wait({self._owner}, timeout=1)

    async def first_attempt(self, timeout: float) -> None:
        """Wait until the first start has succeeded or failed, or the time is up."""
        settled = await self._changes.until(lambda: self._attempts > 0 or self._usable() is not None, timeout)
        if not settled and self._last_error is None:
            self._last_error = _silent(timeout)

    async def live(self, patience: float) -> Connection:
        """The connection, waited for; `StartFailed` when the server does not come in time."""
        if self.server.disabled or self._stopping:
            raise StartFailed(f"{self.server.label} is switched off")
        attempts = self._attempts
        # A server that lived a moment ago is probably just restarting; any other one gets one attempt.
        recent = time.monotonic() - self._last_alive < 2 * PATIENCE

        def settled() -> bool:
            hopeless = self._stopping or (not recent and self._attempts > attempts)
            return hopeless or self._usable() is not None

        self._waiting += 1
        self._changes.announce()
        try:
            await self._changes.until(settled, patience)
        finally:
            self._waiting -= 1
        connection = self._usable()
        if connection is None:
            raise StartFailed(self.trouble() or f"{self.server.label} is not ready")
        return connection

    async def call(self, definition: "Tool", arguments: dict[str, Any]) -> "CallToolResult":
        """Call a tool on the live session. An action that may have been carried out is never repeated."""
        acts = not reads_only(self.server, definition)
        repeats = 1 if may_be_repeated(self.server, definition) else 0
        unsent = 0
        patience = self.server.timeout if self.server.lazy else min(PATIENCE, self.server.timeout)
        while True:
            connection = await self.live(patience)
            try:
                return await connection.call(definition.name, arguments, acts=acts)
            except NotSent:
                unsent += 1
                if unsent > 2:
                    raise ToolError(f"{self.server.label} cannot be reached") from None
            except LostInFlight:
                repeats -= 1
                if repeats < 0:
                    raise self._lost(acts) from None

    def trouble(self) -> str | None:
        """What is wrong, in one sentence for a person; `None` when nothing is."""
        because = f": {self._last_error}" if self._last_error else ""
        if self.state is ServerState.STARTING:
            return f"{self.server.label} is still starting{because}"
        if self.state in (ServerState.FAILED, ServerState.RESTARTING):
            return f"{self.server.label} is not reachable{because}"
        return None

    def health(self) -> ServerHealth:
        return ServerHealth(
            name=self.server.name,
            state=self.state,
            tools=tuple(tool.name for tool in self.tools),
            tokens=sum(tool.tokens for tool in self.tools),
            restarts=self._restarts,
            last_error=self._last_error,
            pid=self._connection.pid if self._connection else None,
            stderr=tuple(self.server.redact(line) for line in self._stderr.lines()),
        )

    def _usable(self) -> Connection | None:
        return self._connection if self._connection and self._connection.ended is None else None

    def _lost(self, acts: bool) -> Exception:
        message = f"{self.server.label} stopped in the middle of this"
        return LostInFlight(f"{message}; it is unknown whether it was done") if acts else ToolError(message)

    # what the owner task does

    async def _own(self) -> None:
        while not self._stopping:
            if self.server.lazy and not self._waiting:
                self._enter(ServerState.IDLE)
                await self._changes.until(lambda: self._stopping or self._waiting > 0)
                continue
            began, alive_before = time.monotonic(), self._last_alive
            try:
                reason = await self._session()
            except GatewayError as error:
                reason = error.message
            except Exception as error:
                log.debug("%s: the session failed", self.server.name, exc_info=True)
                reason = innermost(error)
            if reason is not None and not self._stopping:
                self._failed(reason, was_ready=self._last_alive > alive_before)
                await self._pause(time.monotonic() - began)

    async def _session(self) -> str | None:
        """Hold one session until it ends; the reason, or `None` when it was ended on purpose."""
        self._stderr = StderrTail()
        if self.state is ServerState.IDLE:
            self._enter(ServerState.STARTING)
        await import_sdk()
        async with connect(self.server, self._stderr, self._changes.announce) as connection:
            definitions = await self._during(connection, connection.greet())
            self._ready(connection)
            await self._take(definitions)
            try:
                return await self._while_alive(connection)
            finally:
                self._connection = None
                self._last_alive = time.monotonic()

    async def _while_alive(self, connection: Connection) -> str | None:
        while True:
            await self._changes.until(
                lambda: self._stopping or connection.outdated or connection.ended is not None,
                self._until_idle(connection),
            )
            if self._stopping:
                return None
            if connection.ended is not None:
                self._enter(ServerState.RESTARTING)
                return connection.ended
            if connection.outdated:
                connection.outdated = False
                await self._take(await self._during(connection, connection.definitions()))
            elif self._until_idle(connection) == 0:
                self._enter(ServerState.IDLE)
                return None

    async def _take(self, definitions: "list[Tool]") -> None:
        if len(definitions) <= _FEW:
            changed = self._toolbox.update(definitions)
        else:
            changed = await asyncio.to_thread(self._toolbox.update, definitions)
        if changed:
            self._on_tools()

    def _until_idle(self, connection: Connection) -> float | None:
        if not self.server.lazy:
            return None
        if connection.calls:
            return self.server.idle
        return max(0.0, connection.last_used + self.server.idle - time.monotonic())

    async def _during(self, connection: Connection, work: Coroutine[Any, Any, T]) -> T:
        """The result of the work, unless the server dies or hangs, or is to be stopped meanwhile."""
        timeout = self.server.timeout
        task = asyncio.create_task(work, name=f"mcp {self.server.name} greeting")
        task.add_done_callback(lambda _: self._changes.announce())

        def over() -> bool:
            return task.done() or connection.ended is not None or self._stopping

        try:
            if not await self._changes.until(over, timeout):
                self._last_error = _silent(timeout)
                self._attempts += 1
                self._changes.announce()
                await self._changes.until(over, (_HOPELESS - 1) * timeout)
        finally:
            task.cancel()
        await asyncio.wait({task})
        if connection.ended is not None:
            _ = task.cancelled() or task.exception()  # it failed because the server had ended
            raise StartFailed(connection.ended)
        if task.cancelled():
            raise StartFailed(self._last_error or "it was stopped")
        return task.result()

    def _ready(self, connection: Connection) -> None:
        self._connection = connection
        if self._starts and self.state is not ServerState.STARTING:
            self._restarts += 1
        self._starts += 1
        self._last_alive = time.monotonic()
        self._last_error = self._logged = None
        self._enter(ServerState.READY)

    def _failed(self, reason: str, *, was_ready: bool) -> None:
        where = f"{self.server.reach.address}: " if isinstance(self.server.reach, Http) else ""
        lines = self._stderr.lines(3)
        said = f" (it said: {' | '.join(lines)})" if lines else ""
        error = self.server.redact(f"{where}{reason}{said}")
        # What fails in the same way again and again is news only once.
        log.log(
            logging.DEBUG if error == self._logged else logging.WARNING, "%s: %s", self.server.name, error
        )
        self._last_error = self._logged = error
        self._attempts += 1
        self._enter(ServerState.RESTARTING if was_ready else ServerState.FAILED)

    async def _pause(self, lived: float) -> None:
        """Back off. Whoever waits for the server shortens the pause, but never to nothing."""
        pause = self._back_off.after(lived, was_ready=self.state is ServerState.RESTARTING)
        await self._changes.until(lambda: self._stopping, min(pause, BackOff.SHORTEST))
        await self._changes.until(lambda: self._stopping or self._waiting > 0, pause - BackOff.SHORTEST)

    def _enter(self, state: ServerState) -> None:
        self.state = state
        self._changes.announce()


def _silent(seconds: float) -> str:
    return f"it has not answered within {seconds:g} seconds"
