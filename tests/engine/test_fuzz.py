"""Whatever is sent, the engine answers or says what is wrong with it. It never fails by itself."""

import asyncio
import json
import re
from typing import Any

import httpx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.conftest import MODEL
from voice_gateway.engine import Engine, create_app, create_client_transport

TEXT = st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
KEYWORDS = st.sampled_from(
    [
        "type",
        "properties",
        "items",
        "enum",
        "const",
        "anyOf",
        "$ref",
        "required",
        "minItems",
        "pattern",
        "not",
    ]
)
MESSAGE = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["user", "system", "assistant", "tool", "alien", ""]) | JSON,
        "content": TEXT | JSON,
    },
    optional={"tool_calls": JSON, "images": JSON, "thinking": JSON},
)
TOOL = st.fixed_dictionaries(
    {"type": st.just("function"), "function": st.fixed_dictionaries({"name": TEXT, "parameters": JSON})}
)
SCHEMA = st.recursive(
    st.sampled_from(
        [{"type": "string"}, {"type": "integer"}, {"enum": ["a", 1, None]}, {"const": "x"}, {}, True]
    )
    | st.dictionaries(KEYWORDS, JSON, max_size=2),
    lambda inner: (
        st.fixed_dictionaries(
            {"type": st.just("object"), "properties": st.dictionaries(TEXT, inner, max_size=3)}
        )
        | st.fixed_dictionaries({"type": st.just("array"), "items": inner, "minItems": st.integers(0, 3)})
        | st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)})
        | st.fixed_dictionaries({"type": st.just("string"), "pattern": TEXT})
    ),
    max_leaves=5,
)
BODY = st.fixed_dictionaries(
    {"model": st.just(MODEL) | JSON},
    optional={
        "messages": st.lists(MESSAGE, max_size=3) | JSON,
        "stream": st.booleans() | JSON,
        "tools": st.lists(TOOL, max_size=2) | JSON,
        "format": st.dictionaries(KEYWORDS, JSON, max_size=3) | st.just("json") | JSON,
        "think": JSON,
        "keep_alive": st.sampled_from([-1, "5m", "-1", "1h30m"]) | TEXT,
        "context": st.lists(st.integers(-2, 60_000), max_size=3) | JSON,
        "prompt": TEXT | JSON,
        "logprobs": st.booleans() | JSON,
        "tool_choice": st.sampled_from(["auto", "none", "required"]) | JSON,
    },
)
OPTION = st.sampled_from(
    ["temperature", "top_k", "top_p", "min_p", "seed", "stop", "num_ctx", "repeat_penalty", "repeat_last_n"]
)
PATHS = ["/api/chat", "/api/generate", "/api/embed", "/v1/chat/completions", "/v1/completions"]
NUMBER = st.floats(-3, 3) | st.integers(-5, 500) | st.integers()


def sent(engine: Engine, path: str, content: bytes) -> httpx.Response:
    async def send() -> httpx.Response:
        transport = create_client_transport(create_app(engine))
        async with httpx.AsyncClient(transport=transport, base_url="http://engine", timeout=None) as client:
            return await client.post(path, content=content)

    return asyncio.run(send())


def check(response: httpx.Response) -> None:
    # Ollama blames itself for an option of the wrong type; nothing else may be our fault.
    if response.status_code == 500:
        assert re.fullmatch(r'option "\w+" must be of type [a-z0-9 ]+', response.json()["error"])
    else:
        assert response.status_code in (200, 400, 404), response.text
    for line in response.text.splitlines():
        if line and line != "data: [DONE]":
            json.loads(line.removeprefix("data: "))


@settings(max_examples=80, deadline=None)
@given(BODY, st.sampled_from([*PATHS[:2], "/api/show", *PATHS[3:]]))
def test_any_body_is_answered_or_refused(engine: Engine, body: dict[str, Any], path: str) -> None:
    short = {"options": {"num_predict": 1}, "max_tokens": 1}
    check(sent(engine, path, json.dumps(body | short).encode()))


@settings(max_examples=12, deadline=None)
@given(st.none() | SCHEMA, st.lists(st.tuples(st.sampled_from(["a", "b", "ü"]), SCHEMA), max_size=2))
def test_any_schema_is_followed_or_refused(
    engine: Engine, wanted: Any, parameters: list[tuple[str, Any]]
) -> None:
    tools = [{"type": "function", "function": {"name": n, "parameters": schema}} for n, schema in parameters]
    messages = [{"role": "user", "content": "Hi"}]
    body = {
        "model": MODEL,
        "messages": messages,
        "format": wanted,
        "tools": tools,
        "options": {"num_predict": 2},
    }
    check(sent(engine, "/api/chat", json.dumps(body).encode()))


@settings(max_examples=30, deadline=None)
@given(st.dictionaries(OPTION, NUMBER | TEXT, max_size=4))
def test_any_options_are_taken_or_refused(engine: Engine, options: dict[str, Any]) -> None:
    messages = [{"role": "user", "content": "Hi"}]
    body = {"model": MODEL, "messages": messages, "options": options | {"num_predict": 2}}
    check(sent(engine, "/api/chat", json.dumps(body).encode()))


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=60), st.sampled_from(PATHS))
def test_any_bytes_are_refused(engine: Engine, noise: bytes, path: str) -> None:
    check(sent(engine, path, noise))
