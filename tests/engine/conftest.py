"""The engine, loaded once, and the ways to reach it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.engine.serving import Serving
from voice_gateway.engine import Engine, LocalModel, create_app, create_client_transport
from voice_gateway.engine.models import PACKAGED_NAME

MODEL = PACKAGED_NAME
# Clients that are never closed leave no connection behind this way.
SOCKET = {"trust_env": False, "limits": httpx.Limits(max_keepalive_connections=0)}


@pytest.fixture(scope="session")
def engine(small_model: Path) -> Iterator[Engine]:
    """For all that does not depend on what the model says. Small windows keep the tests small."""
    yield from _engine(small_model)


@pytest.fixture(scope="session")
def whole_engine(whole_model: Path) -> Iterator[Engine]:
    """For what depends on it."""
    yield from _engine(whole_model)


def _engine(weights: Path) -> Iterator[Engine]:
    # Other tests have the other cores, and threads that wait for each other there do so at full speed.
    engine = Engine(LocalModel(MODEL, weights), context=1024, slots=2, threads=1)
    yield engine
    asyncio.run(engine.close())


@pytest.fixture
def transport(engine: Engine) -> httpx.AsyncBaseTransport:
    return create_client_transport(create_app(engine))


@pytest.fixture
async def http(transport: httpx.AsyncBaseTransport) -> AsyncIterator[httpx.AsyncClient]:
    """The API without a socket."""
    async with httpx.AsyncClient(transport=transport, base_url="http://engine", timeout=None) as client:
        yield client


@pytest.fixture(scope="module")
def address(engine: Engine) -> Iterator[str]:
    """The API on a loopback port."""
    with Serving(create_app(engine)) as serving:
        yield serving.address


@pytest.fixture
def chat_arguments(transport: httpx.AsyncBaseTransport) -> dict[str, Any]:
    """What ChatOllama is made with to reach the engine in this process."""
    return {
        "model": MODEL,
        "base_url": "http://engine",
        "temperature": 0,
        "num_predict": 24,
        "async_client_kwargs": {"transport": transport, "trust_env": False},
    }


@pytest.fixture(params=["in process", "socket"])
def arguments(request: pytest.FixtureRequest, chat_arguments: dict[str, Any]) -> dict[str, Any]:
    """ChatOllama's arguments for both ways to the engine."""
    if request.param == "in process":
        return chat_arguments
    return chat_arguments | {
        "base_url": request.getfixturevalue("address"),
        "async_client_kwargs": SOCKET,
    }
