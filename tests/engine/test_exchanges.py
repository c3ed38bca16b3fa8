"""Every row of the table of exchanges: what is sent, and what comes back."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.engine.exchanges import EXCHANGES, Exchange
from voice_gateway.engine import Engine, create_app, create_client_transport

HERE = "http://127.0.0.1:11435"
CALL = "control_device"


@pytest.fixture
async def listening(request: pytest.FixtureRequest, row: Exchange) -> AsyncIterator[httpx.AsyncClient]:
    """The API as it is on a loopback socket. A call is made by the whole model only."""
    engine: Engine = request.getfixturevalue("whole_engine" if row.says == CALL else "engine")
    transport = create_client_transport(create_app(engine, bound="127.0.0.1"))
    async with httpx.AsyncClient(transport=transport, base_url=HERE, timeout=None) as client:
        yield client


def last(response: httpx.Response) -> Any:
    """The answer, or the last line of one that is streamed."""
    kind = response.headers.get("content-type", "")
    if kind == "text/event-stream":
        *_, told, done, _ = response.text.split("\n\n")
        assert done == "data: [DONE]"
        return json.loads(told.removeprefix("data: "))
    if kind == "application/x-ndjson":
        return json.loads(response.text.splitlines()[-1])
    return json.loads(response.text) if kind.startswith("application/json") else response.text


def keys_of(said: Any, wanted: set[str]) -> set[str]:
    """The keys of an answer, with those of its one object inside where the row has them."""
    if any("." in key for key in wanted):
        return {f"{outer}.{inner}" for outer, inside in said.items() for inner in inside}
    return set(said)


def at(said: Any, place: str) -> Any:
    for step in place.split("."):
        said = said[int(step)] if isinstance(said, list) else said[step]
    return said


def number_and_request(row: Exchange) -> str:
    return f"{EXCHANGES.index(row)} {row.request} {row.status} {row.says}".strip()


@pytest.mark.parametrize("row", EXCHANGES, ids=number_and_request)
async def test_an_exchange_is_as_with_ollama_or_refused_in_words(
    listening: httpx.AsyncClient, row: Exchange
) -> None:
    method, path = row.request.split(" ", 1)
    body = {"content": row.body} if isinstance(row.body, bytes) else {"json": row.body}
    response = await listening.request(method, path, headers=row.headers, **body)
    assert response.status_code == row.status, response.text
    if row.status == 403 or (method == "HEAD" and row.status == 200):
        assert row.status == 200 or response.content == b""
        return
    said = last(response) if response.content else ""
    if row.keys:
        assert keys_of(said, row.keys) == row.keys
    assert row.says in response.text
    for place, value in row.holds.items():
        assert at(said, place) == value
    for name, value in row.sends.items():
        assert response.headers[name] == value


def test_the_table_is_long_enough_and_no_row_stands_twice() -> None:
    seen = [repr(row) for row in EXCHANGES]
    assert len(seen) == len(set(seen)) >= 89
