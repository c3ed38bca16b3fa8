"""A warm call of the built-in model: written with the adapter, and under a schema without it."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

from langchain_core.messages import HumanMessage

from bench.figure import Figure
from bench.turn_cpu import device_tools
from voice_gateway.call_maker import packaged_adapter
from voice_gateway.models import ChatClient
from voice_gateway.models.builtin import BuiltinClient
from voice_gateway.models.provider import builtin_is_there
from voice_gateway.models.reply import Reply
from voice_gateway.settings import load_settings

SENTENCES = (
    "turn on the kitchen light",
    "is the front door locked",
    "dim the bedroom lamp to forty percent",
    "switch off all the lights upstairs",
    "set the living room to twenty one degrees",
    "close the blinds and turn off the fan",
    "it is too dark in the hallway",
    "what is the temperature in the bathroom",
)
ROUNDS = 3


def measure() -> list[Figure]:
    settings = load_settings(environment={}).settings
    adapter = packaged_adapter()
    if adapter is None or not builtin_is_there(settings):
        return []
    return asyncio.run(_measure(BuiltinClient(settings), adapter.stat().st_size))


async def _measure(client: BuiltinClient, size: int) -> list[Figure]:
    tools = device_tools()
    began = time.perf_counter()
    await client.engine.load()
    loaded = time.perf_counter() - began
    await client.warm([tools])

    async def adapted(sentence: str) -> Reply:
        return await client.write_calls([HumanMessage(sentence)], tools, purpose="bench")

    async def schema(sentence: str) -> Reply:
        return await ChatClient.write_calls(client, [HumanMessage(sentence)], tools, purpose="bench")

    with_adapter, under_schema = await _milliseconds(adapted), await _milliseconds(schema)
    await client.close()
    return [
        Figure("adapter_turn_ms", with_adapter, "a warm call, written with the adapter", target=300),
        Figure("schema_turn_ms", under_schema, "the same without it, under a schema"),
        Figure("adapter_vs_schema", with_adapter / under_schema, "adapter / schema"),
        Figure("adapter_mb", size / 1e6, "size of the adapter", target=12),
        Figure("adapter_load_seconds", loaded, "loading model and adapter"),
    ]


async def _milliseconds(write: Callable[[str], Awaitable[Reply]]) -> float:
    await write(SENTENCES[0])
    spent = []
    for _ in range(ROUNDS):
        for sentence in SENTENCES:
            began = time.perf_counter()
            await write(sentence)
            spent.append((time.perf_counter() - began) * 1000)
    return statistics.median(spent)
