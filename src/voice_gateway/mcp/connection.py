"""A live session with a server."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from voice_gateway.action_id import META, running_action
from voice_gateway.errors import ToolError
from voice_gateway.mcp.approval import Approval, answer, running_approval
from voice_gateway.mcp.errors import LostInFlight, NotSent
from voice_gateway.mcp.exchange import Exchange, forget
from voice_gateway.mcp.server import Http, InProcess, McpServer, Stdio
from voice_gateway.mcp.stderr import StderrTail
from voice_gateway.mcp.wire import Wire

if TYPE_CHECKING:
    from mcp.client.session import ClientSession
    from mcp.types import CallToolResult, Tool

_BUSY_SECONDS = 10.0
"""How long an action waits for the one before it."""

_OVERDUE_SECONDS = 10.0
"""How long an action that nobody waits for any more may go on before the server counts as hung."""

_KNOCK_SECONDS = 10.0
"""How long an action waits for a sign of life before it is sent."""

_PONG_SECONDS = 5.0
_MOST_PAGES = 100
_MOST_TOOLS = 5_000

log = logging.getLogger(__name__)


@asynccontextmanager
async def connect(
    server: McpServer, stderr: StderrTail, on_change: Callable[[], None]
) -> AsyncIterator["Connection"]:
    """Open a connection. It must be left by the task that entered it, which anyio demands."""
    from mcp.client.session import ClientSession
    from mcp.types import Implementation

    # The SDK logs with tracebacks what becomes an error for a person here.
    logging.getLogger("mcp.client.streamable_http").setLevel(logging.CRITICAL)
    async with _wire(server, stderr) as wire:
        connection = Connection(server, wire, on_change)
        async with ClientSession(
            wire.read,
            wire.write,
            elicitation_callback=connection.elicited,
            message_handler=connection.received,
            client_info=Implementation(name="voice-gateway", version="1"),
        ) as session:
            connection.session = session
            try:
                yield connection
            finally:
                connection.end("it was stopped")
                await connection.settle()


def _wire(server: McpServer, stderr: StderrTail) -> AbstractAsyncContextManager[Wire]:
    from voice_gateway.mcp.http import http_wire
    from voice_gateway.mcp.in_process import in_process_wire
    from voice_gateway.mcp.stdio import stdio_wire

    match server.reach:
        case Stdio():
            return stdio_wire(server, server.reach, stderr)
        case Http():
            return http_wire(server.reach)
        case InProcess():
            return in_process_wire(server.reach)


class Connection:
    """Calls may come from any task. Reads run side by side, actions one at a time.

    Actions wait for each other so that a question which the server asks belongs to the one that is running.
    """

    session: "ClientSession"

    def __init__(self, server: McpServer, wire: Wire, on_change: Callable[[], None]) -> None:
        self._server = server
        self._exchange = Exchange(server, wire)
        self._knocks = wire.pid is not None or isinstance(server.reach, Http)
        self._on_change = on_change
        self._acting = asyncio.Lock()
        self._approval: Approval | None = None
        self._aftermath: set[asyncio.Task[None]] = set()
        self.pid = wire.pid
        self.outdated = False
        """The server said that its tools have changed."""

        self.calls = 0
        """How many are running."""

        self.last_used = time.monotonic()
        wire.ended.add_done_callback(lambda _: on_change())

    @property
    def ended(self) -> str | None:
        """Why it can no longer be used."""
        return self._exchange.ended

    def end(self, reason: str) -> None:
        self._exchange.end(reason)

    async def settle(self) -> None:
        """Wait for what goes on after calls that were given up."""
        await asyncio.gather(*self._aftermath, return_exceptions=True)

    async def greet(self) -> list["Tool"]:
        """Shake hands, and ask what the server can do."""
        await self.session.initialize()
        return await self.definitions()

    async def definitions(self) -> list["Tool"]:
        """The server's tools. One that is described against the protocol is left out, and no other."""
        capabilities = self.session.get_server_capabilities()
        if capabilities is None or capabilities.tools is None:
            return []

        found: list[Tool] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            listed, cursor = await self._page(cursor)
            found += [tool for one in listed if (tool := self._defined(one))]
            if not cursor or len(found) > _MOST_TOOLS:
                break
        if len(found) > _MOST_TOOLS:
            log.warning(
                "%s has more than %d tools; choose some with “allow”.", self._server.name, _MOST_TOOLS
            )
        return found[:_MOST_TOOLS]

    async def _page(self, cursor: str | None) -> tuple[list[Any], str | None]:
        # Not session.list_tools: it throws all tools away when one of them cannot be read.
        from mcp.types import ClientRequest, ListToolsRequest, PaginatedRequestParams, PaginatedResult

        class Listed(PaginatedResult):
            tools: list[Any]

        request = ListToolsRequest(params=PaginatedRequestParams(cursor=cursor))
        page = await self.session.send_request(ClientRequest(request), Listed)
        return page.tools, page.nextCursor

    def _defined(self, listed: Any) -> "Tool | None":
        from mcp.types import Tool

        try:
            return Tool.model_validate(listed)
        except ValidationError as error:
            name = str(listed.get("name", "?")) if isinstance(listed, dict) else "?"
            where = ".".join(map(str, error.errors()[0]["loc"]))
            log.warning(
                "%s: The tool “%s” was refused: %s: %s.",
                self._server.name, name[:64], where, error.errors()[0]["msg"],
            )  # fmt: skip
            return None

    async def call(self, tool: str, arguments: dict[str, Any], *, acts: bool) -> "CallToolResult":
        """Call a tool. `NotSent`, `LostInFlight`, `TimeoutError` and `ToolError` say what else can happen."""
        self.calls += 1
        try:
            return await (self._act if acts else self._read)(tool, arguments)
        finally:
            self.calls -= 1
            self.last_used = time.monotonic()
            self._on_change()

    async def _read(self, tool: str, arguments: dict[str, Any]) -> "CallToolResult":
        request = self._exchange.begin(lambda: self._send(tool, arguments))
        try:
            return await self._exchange.answer_to(request, self._server.timeout)
        except TimeoutError:
            self._look_after(self._check())
            raise
        finally:
            forget(request)

    async def _act(self, tool: str, arguments: dict[str, Any]) -> "CallToolResult":
        try:
            async with asyncio.timeout(_BUSY_SECONDS):
                await self._acting.acquire()
        except TimeoutError:
            raise ToolError(f"{self._server.label} is still busy with an earlier action") from None
        request: asyncio.Task[CallToolResult] | None = None
        try:
            if self._knocks:
                await self._knock()
            self._approval = running_approval()
            request = self._exchange.begin(lambda: self._send(tool, arguments))
            return await self._exchange.answer_to(request, self._server.timeout)
        finally:
            if request is None or request.done() or self.ended is not None:
                self._finish_action(request)
            else:
                self._approval = None  # whoever gave up the call has not agreed to what it may still ask
                self._look_after(self._outlive(request))

    async def _send(self, tool: str, arguments: dict[str, Any]) -> "CallToolResult":
        # Not session.call_tool: it throws an answer away when the structured half breaks its own schema.
        from mcp.types import (
            CallToolRequest,
            CallToolRequestParams,
            CallToolResult,
            ClientRequest,
            RequestParams,
        )

        params = CallToolRequestParams(name=tool, arguments=arguments)
        if isinstance(self._server.reach, InProcess) and (action := running_action()):
            params.meta = RequestParams.Meta.model_validate({META: action})
        return await self.session.send_request(ClientRequest(CallToolRequest(params=params)), CallToolResult)

    async def _knock(self) -> None:
        """See that somebody is there before an action is sent: who died unnoticed then loses only a ping."""
        ping = self._exchange.begin(self.session.send_ping)
        try:
            await self._exchange.answer_to(ping, min(_KNOCK_SECONDS, self._server.timeout))
        except LostInFlight:
            raise NotSent from None
        except TimeoutError:
            self._look_after(self._check())
            raise ToolError(f"{self._server.label} does not answer") from None
        except ToolError:
            pass  # an answer, if not a friendly one
        finally:
            forget(ping)

    def _finish_action(self, request: "asyncio.Task[CallToolResult] | None") -> None:
        if request:
            forget(request)
        self._approval = None
        self._acting.release()

    async def _outlive(self, request: "asyncio.Task[CallToolResult]") -> None:
        """Hold back further actions until one that was given up is really over."""
        await self._exchange.done_or_ended(request, _OVERDUE_SECONDS)
        if not request.done():
            self.end("it hung in an action")
        self._finish_action(request)

    async def _check(self) -> None:
        """Find out whether a server that answered too late still answers at all."""
        ping = asyncio.create_task(self.session.send_ping())
        await self._exchange.done_or_ended(ping, _PONG_SECONDS)
        if not ping.done():
            self.end("it did not answer any more")
        forget(ping)

    def _look_after(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._aftermath.add(task)
        task.add_done_callback(self._aftermath.discard)

    # the session calls these

    async def elicited(self, context: Any, params: Any) -> Any:
        """The server asks the person something."""
        return answer(params, self._approval)

    async def received(self, message: Any) -> None:
        """The server tells something unasked."""
        from mcp.types import ServerNotification, ToolListChangedNotification

        if isinstance(message, ServerNotification) and isinstance(message.root, ToolListChangedNotification):
            self.outdated = True
            self._on_change()
