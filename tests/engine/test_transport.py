"""The transport without a socket passes chunks on as they come, and lets go when it is closed."""

import asyncio
from collections.abc import Callable

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from voice_gateway.engine import conversation, create_client_transport


def client(app: Callable[[Scope, Receive, Send], object]) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=create_client_transport(app), base_url="http://app")  # type: ignore[arg-type]


async def start(send: Send, *headers: tuple[bytes, bytes]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": headers})


async def test_a_chunk_arrives_before_the_next_one_is_made() -> None:
    go_on = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await go_on.wait()
        await send({"type": "http.response.body", "body": b"second"})

    async with client(app) as http, http.stream("GET", "/") as response:
        chunks = response.aiter_bytes()
        assert await anext(chunks) == b"first"
        go_on.set()
        assert await anext(chunks) == b"second"


async def test_closing_the_answer_ends_the_request_behind_it() -> None:
    ended: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        try:
            while True:
                await send({"type": "http.response.body", "body": b"more", "more_body": True})
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async with client(app) as http, http.stream("GET", "/") as response:
        await anext(response.aiter_bytes())
    assert ended == ["cancelled"]


async def test_what_was_sent_is_what_arrives() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()
        await start(send, (b"x-path", scope["path"].encode()), (b"x-query", scope["query_string"]))
        await send({"type": "http.response.body", "body": scope["method"].encode() + b" " + message["body"]})

    async with client(app) as http:
        response = await http.post("/a b?c=d", content=b"body")
    assert response.text == "POST body"
    assert (response.headers["x-path"], response.headers["x-query"]) == ("/a b", "c=d")


async def test_the_conversation_of_the_caller_is_named() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        named = dict(scope["headers"]).get(b"x-conversation", b"")
        await send({"type": "http.response.body", "body": named})

    async with client(app) as http:
        token = conversation.set("kitchen")
        assert (await http.get("/")).text == "kitchen"
        conversation.reset(token)
        assert (await http.get("/")).text == ""


async def test_an_application_that_fails_is_a_broken_connection() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("boom")

    async def silent(scope: Scope, receive: Receive, send: Send) -> None:
        return

    async def halfway(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise RuntimeError("boom")

    for broken in (app, silent, halfway):
        async with client(broken) as http:
            with pytest.raises(httpx.RemoteProtocolError):
                await http.get("/")


async def test_the_read_timeout_is_kept() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        await asyncio.Event().wait()

    async with client(app) as http:
        with pytest.raises(httpx.ReadTimeout):
            await http.get("/", timeout=0.01)
