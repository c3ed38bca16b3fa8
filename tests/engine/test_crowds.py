"""Whoever holds the line of `voice-gateway model serve`, or sends too much, keeps nobody else out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from voice_gateway.engine import Engine, LocalModel, serve
from voice_gateway.engine.guard import MOST_BODY
from voice_gateway.http_connections import PER_CLIENT, BoundedProtocol

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
PATIENCE = 60.0
HEAD = b"POST /api/chat HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
async def address(small_model: Path) -> AsyncIterator[str]:
    """Where an engine of its own is served, which loads nothing."""
    said: asyncio.Queue[str] = asyncio.Queue()
    engine = Engine(LocalModel("small", small_model), context=1024)
    task = asyncio.create_task(serve(engine, port=0, ready=said.put_nowait))
    yield await said.get()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def line(stack: AsyncExitStack, address: str, sent: bytes) -> Line:
    reader, writer = await asyncio.open_connection(urlsplit(address).hostname, urlsplit(address).port)
    stack.callback(writer.close)
    writer.write(sent)
    await writer.drain()
    return reader, writer


async def answers(address: str) -> bool:
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=PATIENCE) as client:
        return (await client.get("/api/version")).status_code == 200


async def test_a_crowd_that_never_finishes_its_requests_keeps_nobody_out(address: str) -> None:
    async with AsyncExitStack() as stack:
        crowd = [await line(stack, address, HEAD) for _ in range(PER_CLIENT + 10)]
        async with asyncio.timeout(PATIENCE):
            assert await crowd[0][0].read() == b""
        assert await answers(address)


async def test_headers_that_never_end_are_hung_up_on(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundedProtocol, "header_seconds", 0.2)
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        reader, _ = await line(stack, address, HEAD)
        assert await reader.read() == b""


async def test_a_body_that_never_comes_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voice_gateway.http_bodies.BODY_SECONDS", 0.2)
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        reader, _ = await line(stack, address, HEAD + b"Content-Length: 100\r\n\r\n{")
        assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")


async def test_a_body_without_end_is_refused(address: str) -> None:
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        head = HEAD + f"Content-Length: {100 * MOST_BODY}\r\n\r\n".encode()
        reader, writer = await line(stack, address, head)
        with suppress(ConnectionError):
            writer.write(b"x" * (MOST_BODY + 1))
            await writer.drain()
        assert (await reader.readline()).startswith(b"HTTP/1.1 413 ")
