"""Every address that is served over HTTP, and many that are not."""

import json
import socket
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
from hypothesis import given
from hypothesis import strategies as st

from tests.assembled import Assemble
from tests.fuzz.house import House, fuzzing, open_house
from tests.fuzz.words import JSON, NOISE, WORDS, asks_for, parts

ROLES = st.sampled_from(["user", "assistant", "system", "tool", "developer"])
MESSAGES = st.lists(
    parts({"role": ROLES, "content": WORDS}, images=JSON, tool_calls=JSON, thinking=WORDS, name=WORDS),
    max_size=4,
)
MODEL = st.sampled_from(["voice-gateway", "voice-gateway:latest"])
STREAM = st.booleans()
BODIES: dict[str, st.SearchStrategy[Any]] = {
    "/api/ask": parts({"text": WORDS}, stream=STREAM, conversation=WORDS, answers=WORDS, room=WORDS),
    "/api/chat": parts({"text": WORDS}, stream=STREAM, conversation=WORDS, answers=WORDS, caller=WORDS),
    "/v1/chat/completions": parts(
        {"model": MODEL, "messages": MESSAGES}, stream=STREAM, tools=JSON, tool_choice=JSON, n=JSON,
        max_tokens=JSON, stop=JSON, stream_options=JSON, response_format=JSON, user=WORDS,
    ),
    "/ollama/api/chat": parts(
        {"model": MODEL, "messages": MESSAGES}, stream=STREAM, tools=JSON, options=JSON, format=JSON,
        think=JSON, keep_alive=JSON,
    ),
    "/ollama/api/generate": parts(
        {"model": MODEL, "prompt": WORDS}, stream=STREAM, system=WORDS, template=WORDS, context=JSON,
        suffix=WORDS, raw=JSON, images=JSON, options=JSON,
    ),
    "/ollama/api/show": parts({"model": MODEL}, name=WORDS, verbose=JSON),
    "/api/home/devices/nobody/command": parts({"action": WORDS}, value=JSON, confirmed=st.booleans()),
}  # fmt: skip
PATHS = [
    "/", "/docs", "/openapi.json", "/static/app.js", "/static/../../etc/passwd", "/static/", "/login",
    "/api/home", "/api/traces", "/api/traces/x", "/api/stats", "/api/tools", "/api/about", "/api/listen",
    "/api/plans", "/api/plans/1", "/api/lists", "/api/journal",
    "/api/chat/x", "/metrics", "/healthz", "/v1/models", "/v1/models/x", "/ollama/", "/ollama/api/tags",
    "/ollama/api/ps", "/ollama/api/version", "/ollama/api/pull", *BODIES,
]  # fmt: skip
METHODS = st.sampled_from(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
HEADERS = st.dictionaries(
    st.sampled_from(
        ["Accept", "Content-Type", "Cookie", "Authorization", "Origin", "Range", "If-None-Match", "X-Room",
         "Accept-Encoding", "Content-Encoding", "Last-Event-ID", "Sec-Fetch-Mode", "Mcp-Session-Id"]
    ),
    st.sampled_from(
        ["application/json", "text/event-stream", "text/plain", "audio/wav", "bytes=0-", "*/*", "gzip", "yes"]
    ) | NOISE.map(lambda text: text.encode("unicode_escape").decode("ascii").strip()),
    max_size=3,
)  # fmt: skip

LINES = st.sampled_from(
    [
        "GET / HTTP/1.1", "POST /api/ask HTTP/1.1", "PRI * HTTP/2.0", "Host: localhost", "Host: \xff", "",
        "Content-Length: 5", "Content-Length: -1", "Content-Length: \xb2", "Transfer-Encoding: chunked", "5",
        "zz", "Upgrade: websocket", "Expect: x", "Connection: close", "Content-Type: application/json",
        '{"text": "turn on the kitchen light"',
    ]
).map(lambda line: line.encode("latin-1") + b"\r\n")  # fmt: skip


def sentence(path: str, body: Any) -> object:
    """What was said in the place where a person or a program says what it wants."""
    if not isinstance(body, dict):
        return None
    match path:
        case "/api/ask" | "/api/chat":
            return body.get("text")
        case "/ollama/api/generate":
            return body.get("prompt")
        case "/v1/chat/completions" | "/ollama/api/chat":
            messages = body.get("messages")
            said = [m for m in messages if isinstance(m, dict)] if isinstance(messages, list) else []
            spoken = [m.get("content") for m in said if m.get("role") in ("user", "assistant")]
            return spoken[-1] if spoken else None
        case _:
            return None


def check(response: httpx.Response) -> None:
    assert response.status_code < 500, response.text
    if response.content and response.headers.get("content-type") == "application/json":
        response.json()


async def test_no_body_breaks_anything_or_moves_what_it_does_not_ask_for(assemble: Assemble) -> None:
    def attack(house: House) -> None:
        with httpx.Client(base_url=house.url, trust_env=False, timeout=60) as client:

            @fuzzing(150)
            @given(st.sampled_from(list(BODIES)).flatmap(lambda path: st.tuples(st.just(path), BODIES[path])))
            def attempt(sent: tuple[str, Any]) -> None:
                client.cookies.clear()
                path, body = sent
                with house.only(asks_for(sentence(path, body))):
                    check(client.post(path, json=body))

            attempt()

    async with open_house(assemble) as house:
        await house.attacked(attack)


async def test_no_request_at_all_breaks_anything(assemble: Assemble) -> None:
    def attack(house: House) -> None:
        with httpx.Client(base_url=house.url, trust_env=False, timeout=60) as client:

            @fuzzing(150)
            @given(
                METHODS,
                st.sampled_from(PATHS) | NOISE.map(lambda path: "/" + quote(path)),
                st.dictionaries(st.sampled_from(["days", "limit", "token"]) | NOISE, WORDS, max_size=2),
                HEADERS,
                st.binary(max_size=60) | JSON.map(lambda body: json.dumps(body).encode()),
            )
            def attempt(
                method: str, path: str, query: dict[str, str], headers: dict[str, str], body: bytes
            ) -> None:
                client.cookies.clear()
                with house.only(set()):
                    check(client.request(method, path, params=query, headers=headers, content=body))

            attempt()

    async with open_house(assemble) as house:
        await house.attacked(attack)


async def test_no_bytes_on_the_line_break_anything(assemble: Assemble) -> None:
    def attack(house: House) -> None:
        where = urlsplit(house.url)

        @fuzzing(100)
        @given(st.lists(LINES | st.binary(max_size=20), max_size=8))
        def attempt(pieces: list[bytes]) -> None:
            with house.only(set()), socket.create_connection((where.hostname, where.port), 60) as line:
                line.sendall(b"".join(pieces))
                line.shutdown(socket.SHUT_WR)
                answer = b""
                while more := _received(line):
                    answer += more
                assert b"HTTP/1.1 5" not in answer

        attempt()

    async with open_house(assemble) as house:
        await house.attacked(attack)


def _received(line: socket.socket) -> bytes:
    try:
        return line.recv(65_536)
    except ConnectionError:
        return b""
