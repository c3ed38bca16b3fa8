"""The wire to a child process."""

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from voice_gateway.mcp.child import Child
from voice_gateway.mcp.server import McpServer, Stdio
from voice_gateway.mcp.stderr import StderrTail
from voice_gateway.mcp.wire import Wire

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared.message import SessionMessage

log = logging.getLogger(__name__)


@asynccontextmanager
async def stdio_wire(server: McpServer, program: Stdio, stderr: StderrTail) -> AsyncIterator[Wire]:
    """Start the program; end it on leaving."""
    import anyio
    from mcp.shared.message import SessionMessage

    # The buffer has no limit because asyncio's callback cannot wait; what it holds is what the server sent.
    incoming, read = anyio.create_memory_object_stream[SessionMessage | Exception](math.inf)
    write, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
    async with incoming, read, write, outgoing:
        child = await Child.start(program, _Listener(server, incoming), stderr)
        child.ended.add_done_callback(lambda _: incoming.close())
        sending = asyncio.create_task(_send_all(outgoing, child), name=f"mcp {server.name} stdin")
        try:
            yield Wire(read, write, child.ended, child.pid, child.is_alive)
        finally:
            sending.cancel()
            try:
                await asyncio.gather(sending, return_exceptions=True)
            finally:
                await child.stop()


async def _send_all(outgoing: "MemoryObjectReceiveStream[SessionMessage]", child: Child) -> None:
    async for message in outgoing:
        child.write(message.message.model_dump_json(by_alias=True, exclude_none=True).encode())


class _Listener:
    """Passes messages on, and everything else that a program prints on stdout over."""

    def __init__(
        self, server: McpServer, incoming: "MemoryObjectSendStream[SessionMessage | Exception]"
    ) -> None:
        self._server = server
        self._incoming = incoming
        self._warned = False

    def __call__(self, line: bytes) -> None:
        import anyio
        from mcp.shared.message import SessionMessage
        from mcp.types import JSONRPCMessage
        from pydantic import ValidationError

        try:
            message = JSONRPCMessage.model_validate_json(line)
        except ValidationError:
            self._pass_over(line)
            return
        # A message may come in while the connection is being closed.
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            self._incoming.send_nowait(SessionMessage(message))

    def _pass_over(self, line: bytes) -> None:
        if not self._warned:
            self._warned = True
            shown = self._server.redact(line[:120].decode("utf-8", errors="replace"))
            log.warning("%s prints on stdout what is no MCP message, such as: %r", self._server.name, shown)
