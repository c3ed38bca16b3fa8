"""A loopback HTTP server that answers by script and keeps what it was asked.

It stands in for the far side of a network: it can send half a line, reset a connection or never answer,
which no well-behaved server would do.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from voice_gateway.tasks import end


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict[str, str]
    body: Any


class Connection:
    """One exchange, as a script sees it."""

    def __init__(self, request: Request, writer: asyncio.StreamWriter) -> None:
        self.request = request
        self._writer = writer

    async def send(self, body: bytes, *, status: int = 200, kind: str = "application/json") -> None:
        """A whole answer."""
        head = f"HTTP/1.1 {status} Scripted\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        await self._writer.drain()

    async def send_json(self, value: Any, *, status: int = 200) -> None:
        await self.send(json.dumps(value).encode(), status=status)

    async def start_chunks(self, kind: str) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n"
        self._writer.write(head.encode())
        await self._writer.drain()

    async def chunk(self, data: bytes) -> None:
        self._writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await self._writer.drain()

    async def end_chunks(self) -> None:
        await self.chunk(b"")

    def reset(self) -> None:
        """Break the connection in mid-air."""
        self._writer.transport.abort()


Handler = Callable[[Connection], Awaitable[None]]


@dataclass
class LoopbackServer:
    url: str
    requests: list[Request] = field(default_factory=list)


@asynccontextmanager
async def serve(handler: Handler) -> AsyncIterator[LoopbackServer]:
    """Serve on a free port of the loopback interface until the block ends."""
    tasks: set[asyncio.Task[None]] = set()
    server = LoopbackServer("")

    async def exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        tasks.add(task)
        try:
            while request := await _read(reader):
                server.requests.append(request)
                await handler(Connection(request, writer))
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            tasks.discard(task)
            writer.close()

    listener = await asyncio.start_server(exchange, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listener.close()
        await end(*tasks)


async def _read(reader: asyncio.StreamReader) -> Request | None:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode().strip().split("\r\n")
    _, path, _ = first.split(" ", 2)
    headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}
    raw = await reader.readexactly(int(headers.get("content-length", 0)))
    is_json = "json" in headers.get("content-type", "")
    return Request(path, headers, json.loads(raw) if raw and is_json else raw)
