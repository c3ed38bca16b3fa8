"""MCP's own handler as a route, without the traces that clients leave who go away."""

import logging
from typing import TYPE_CHECKING

import anyio
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

_CLOSED = (anyio.ClosedResourceError, anyio.BrokenResourceError)

log = logging.getLogger(__name__)


class McpRoute:
    """Looks at the method by itself, as MCP wants it."""

    def __init__(self, manager: "StreamableHTTPSessionManager") -> None:
        self._manager = manager
        for name in ("streamable_http", "streamable_http_manager"):
            logging.getLogger(f"mcp.server.{name}").addFilter(_unless_closed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Read here: what goes wrong with a body is the client's affair, but a traceback in MCP's hands.
        body: Message | None = {"type": "http.request", "body": await Request(scope, receive).body()}

        async def receiving() -> Message:
            nonlocal body
            read, body = body, None
            return read or await receive()

        try:
            await self._manager.handle_request(scope, receiving, _until_over(send))
        except _CLOSED:
            log.debug("An MCP client ended its session before all it had sent was read.")


def _until_over(send: Send) -> Send:
    """MCP answers a notification first and reads it then; where that fails, it would answer again."""
    over = False

    async def sending(message: Message) -> None:
        nonlocal over
        if not over:
            over = message["type"] == "http.response.body" and not message.get("more_body", False)
            await send(message)

    return sending


def _unless_closed(record: logging.LogRecord) -> bool:
    """A log filter: that a session was closed by its client is no error to tell of."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, BaseExceptionGroup):
        return error.split(_CLOSED)[1] is not None
    return not isinstance(error, _CLOSED)
