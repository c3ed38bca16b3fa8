"""Clients that hold the line, send too much or go away, and nobody else notices."""

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.console.rig import PATIENCE, Rig, eventually, open_rig
from tests.servers.ollama import hang, say
from voice_gateway.console import Access
from voice_gateway.console.requests import MOST_HISTORY
from voice_gateway.http_connections import PER_CLIENT, BoundedProtocol

CHATS = ("/v1/chat/completions", "/ollama/api/chat", "/ollama/api/generate")


@asynccontextmanager
async def line(
    rig: Rig, sent: bytes = b""
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection on which a client says what it likes."""
    address = urlsplit(rig.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(sent)
    await writer.drain()
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def post(path: str, length: int, body: bytes = b"") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += "Accept: application/json, text/event-stream\r\n"
    return f"{head}Content-Length: {length}\r\n\r\n".encode() + body


@pytest.mark.parametrize("begun", [b"GET / HTTP/1.1\r\nHost: loc", post("/api/ask", 100), b""])
async def test_a_crowd_that_never_finishes_its_requests_keeps_nobody_out(begun: bytes) -> None:
    async with open_rig(access=Access(token="a-long-secret-token")) as rig, AsyncExitStack() as crowd:
        for _ in range(1100):
            await crowd.enter_async_context(line(rig, begun))
        for _ in range(3):
            assert (await rig.http.get("/healthz")).status_code == 200
            assert (await rig.http.get("/api/home")).status_code in (401, 429)


async def test_one_more_than_there_are_places_is_told_so_while_all_are_busy() -> None:
    async with open_rig([hang()] * PER_CLIENT) as rig, AsyncExitStack() as crowd:
        body = json.dumps({"text": "tell me a story"}).encode()
        for _ in range(PER_CLIENT):
            await crowd.enter_async_context(line(rig, post("/api/ask", len(body), body)))
        await eventually(lambda: len(rig.ollama.chats) == PER_CLIENT)
        reader, _ = await crowd.enter_async_context(line(rig))
        assert (await reader.read()).startswith(b"HTTP/1.1 503 ")


async def test_headers_that_never_end_are_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundedProtocol, "header_seconds", 0.2)
    async with open_rig() as rig:
        ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
        async with line(rig, ask) as (reader, _):
            assert await reader.read() == b""
        async with line(rig, ask + b"\r\n" + ask) as (reader, _):
            assert (await reader.read()).count(b"HTTP/1.1 200") == 1


async def test_a_body_that_never_comes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voice_gateway.http_bodies.BODY_SECONDS", 0.2)
    async with open_rig() as rig, line(rig, post("/api/ask", 100, b'{"text": ')) as (reader, _):
        assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("path", CHATS)
async def test_a_history_that_is_too_long_is_refused_before_it_is_sent(path: str) -> None:
    async with open_rig() as rig, line(rig, post(path, 2_700_000)) as (reader, _):
        assert (await reader.readline()).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("path", CHATS)
async def test_a_history_whose_length_nobody_announced_is_refused_too(path: str) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(MOST_HISTORY // 65_536 + 1):
            yield b" " * 65_536

    async with open_rig() as rig:
        response = await rig.http.post(path, content=endless(), headers={"Content-Type": "application/json"})
    assert response.status_code == 413


async def test_others_are_answered_while_a_long_history_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    load = json.loads

    def slowly(text: Any, **options: Any) -> Any:
        assert len(text) < 100_000 or answered.wait(PATIENCE)
        return load(text, **options)

    monkeypatch.setattr("voice_gateway.engine.request.json.loads", slowly)
    said = [{"role": role, "content": "Tell me more. " * 40} for role in ("user", "assistant")] * 400
    body = {"model": "voice-gateway", "messages": [*said, {"role": "user", "content": "tell me a story"}]}
    async with open_rig([say("Once.")] * 3) as rig:
        reading = asyncio.create_task(rig.http.post(CHATS[0], json=body))
        assert (await rig.http.get("/healthz")).status_code == 200
        answered.set()
        assert "Once." in (await reading).text


def is_loud(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING or record.exc_info is not None


@pytest.mark.parametrize("path", ["/api/ask", "/mcp", *CHATS])
async def test_a_request_that_is_broken_off_is_one_line_at_debug(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with open_rig() as rig:
        for _ in range(3):
            begun = post(path, 100).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")
            async with line(rig, begun + b'{"text": ') as (reader, _):
                assert (await reader.readline()).startswith(b"HTTP/1.1 100 ")
        await eventually(lambda: sum("went away" in text for text in caplog.messages) == 3)
    assert not [record.getMessage() for record in caplog.records if is_loud(record)]


async def test_an_answer_that_nobody_waits_for_is_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    asked = json.dumps({"text": "tell me a story"}).encode()
    streamed = json.dumps({"text": "tell me a story", "stream": True}).encode()
    async with open_rig([hang()] * 6) as rig:
        for number, body in enumerate((asked, streamed) * 2, 1):
            async with line(rig, post("/api/ask", len(body), body)):
                await eventually(partial(_were_asked, rig, number))
        assert (await rig.http.get("/healthz")).status_code == 200
        await asyncio.sleep(0.05)
    assert not [record.getMessage() for record in caplog.records if is_loud(record)]


def _were_asked(rig: Rig, times: int) -> bool:
    return len(rig.ollama.chats) == times
