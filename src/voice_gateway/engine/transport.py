"""The way to the engine without a socket: an httpx transport that runs the application in this process.

httpx has one of its own, but it waits for the whole answer before it hands on the first byte. Here every
chunk is passed on when it comes, and an answer that is closed early ends the request behind it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import httpx
from starlette.types import ASGIApp, Message

from voice_gateway.engine.engine import conversation


class InProcessTransport(httpx.AsyncBaseTransport):
    """Give it to `httpx.AsyncClient(transport=…)`, or to ChatOllama in `async_client_kwargs`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        exchange = _Exchange(self._app, _scope(request), body, _read_timeout(request))
        start = await exchange.start()
        return httpx.Response(start["status"], headers=start.get("headers", []), stream=exchange)


class _Exchange(httpx.AsyncByteStream):
    """One request on its way through the application, and the body of its answer."""

    def __init__(self, app: ASGIApp, scope: dict[str, Any], body: bytes, timeout: float | None) -> None:
        self._app, self._scope, self._body, self._timeout = app, scope, body, timeout
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue(maxsize=8)
        self._closed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> Message:
        # A task copies the context, so the application sees whose conversation this is.
        self._task = asyncio.create_task(self._run())
        try:
            message = await self._next()
        except BaseException:
            await self.aclose()
            raise
        if message is None:
            await self.aclose()
            raise httpx.RemoteProtocolError("the application ended without an answer")
        return message

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (message := await self._next()) is not None:
            if body := message.get("body", b""):
                yield body
            if not message.get("more_body", False):
                return

    async def aclose(self) -> None:
        self._closed.set()
        if self._task is not None and not self._task.done():
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        pending: list[Message] = [{"type": "http.request", "body": self._body, "more_body": False}]

        async def receive() -> Message:
            if pending:
                return pending.pop()
            await self._closed.wait()
            return {"type": "http.disconnect"}

        try:
            await self._app(self._scope, receive, self._messages.put)
        finally:
            self._closed.set()
            with suppress(asyncio.QueueFull):
                self._messages.put_nowait(None)

    async def _next(self) -> Message | None:
        """The next message of the application, or nothing when it has ended."""
        if self._task is not None and self._task.done() and self._messages.empty():
            _raise_failure(self._task)
            return None
        try:
            async with asyncio.timeout(self._timeout):
                message = await self._messages.get()
        except TimeoutError as error:
            raise httpx.ReadTimeout("the engine did not answer in time") from error
        if message is None and self._task is not None:
            _raise_failure(self._task)
        return message


def _raise_failure(task: asyncio.Task[None]) -> None:
    if task.done() and not task.cancelled() and (error := task.exception()):
        raise httpx.RemoteProtocolError(f"the application failed: {error}") from error


def _scope(request: httpx.Request) -> dict[str, Any]:
    headers = [(name.lower(), value) for name, value in request.headers.raw]
    if who := conversation.get():
        headers.append((b"x-conversation", who.encode()))
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "headers": headers,
        "scheme": request.url.scheme,
        "path": request.url.path,
        "raw_path": request.url.raw_path.split(b"?")[0],
        "query_string": request.url.query,
        "server": (request.url.host, request.url.port),
        "client": ("in-process", 0),
        "root_path": "",
    }


def _read_timeout(request: httpx.Request) -> float | None:
    timeout = request.extensions.get("timeout", {}).get("read")
    return None if timeout is None else float(timeout)


def create_client_transport(app: ASGIApp) -> httpx.AsyncBaseTransport:
    """A transport through which any Ollama client reaches the engine in this process."""
    return InProcessTransport(app)
