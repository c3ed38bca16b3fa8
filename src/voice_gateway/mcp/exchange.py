"""Requests and answers over a wire that may break at any moment."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from voice_gateway.errors import ToolError
from voice_gateway.mcp.errors import LostInFlight, NotSent
from voice_gateway.mcp.server import McpServer
from voice_gateway.mcp.wire import Wire

T = TypeVar("T")


class Exchange:
    """Tells apart what never left, what was lost on the way, and what the server refused."""

    def __init__(self, server: McpServer, wire: Wire) -> None:
        self._server = server
        self._wire = wire

    @property
    def ended(self) -> str | None:
        """Why the wire can no longer be used."""
        return self._wire.ended.result() if self._wire.ended.done() else None

    def end(self, reason: str) -> None:
        if not self._wire.ended.done():
            self._wire.ended.set_result(reason)

    def begin(self, send: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """Send a request, if there is anyone to send it to."""
        if self.ended is None and not self._wire.is_alive():
            self.end("its program has ended")
        if self.ended is not None:
            raise NotSent
        return asyncio.create_task(send(), name=f"mcp {self._server.name} request")

    async def answer_to(self, request: asyncio.Task[T], timeout: float) -> T:
        """The answer. The session alone would let its callers wait for ever when it is torn down."""
        await self.done_or_ended(request, timeout)
        if request.done():
            return self._outcome(request)
        if self.ended is not None:
            raise LostInFlight
        raise TimeoutError(f"{self._server.label} did not answer within {timeout:g} seconds")

    async def done_or_ended(self, task: asyncio.Task[Any], timeout: float) -> None:
        either: list[asyncio.Future[Any]] = [task, self._wire.ended]
        await asyncio.wait(either, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)

    def _outcome(self, request: asyncio.Task[T]) -> T:
        import anyio
        from mcp.shared.exceptions import McpError
        from mcp.types import CONNECTION_CLOSED

        from voice_gateway.mcp.http import LOST, NOT_REACHED

        try:
            return request.result()
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            self.end("the connection is closed")
            raise NotSent from None
        except McpError as error:
            code, message = error.error.code, error.error.message
            if code == NOT_REACHED:
                self.end(message)
                raise NotSent from None
            if code == LOST or (code == CONNECTION_CLOSED and message == "Connection closed"):
                self.end(message)
                raise LostInFlight from None
            raise ToolError(self._server.redact(message)) from None


def forget(task: asyncio.Task[Any]) -> None:
    """Give a task up; its failure has been looked at, so that asyncio does not complain about it."""
    if not task.cancel() and not task.cancelled():
        task.exception()
