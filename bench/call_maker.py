"""A warm call: written as a wish by the small network, and by the built-in model under a schema."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

from langchain_core.messages import HumanMessage

from bench.figure import Figure
from bench.turn_cpu import device_tools
from voice_gateway.models import ChatClient
from voice_gateway.models.builtin import BuiltinClient
from voice_gateway.models.provider import builtin_is_there
from voice_gateway.models.reply import Reply
from voice_gateway.reader.sentence_model import packaged
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
    return asyncio.run(_measure(BuiltinClient(settings))) if builtin_is_there(settings) else []


async def _measure(client: BuiltinClient) -> list[Figure]:
    tools = device_tools()
    began = time.perf_counter()
    await client.warm()
    loaded = time.perf_counter() - began
    await client.engine.load()

    async def written(sentence: str) -> Reply:
        return await client.write_calls([HumanMessage(sentence)], tools, purpose="bench")

    async def schema(sentence: str) -> Reply:
        return await ChatClient.write_calls(client, [HumanMessage(sentence)], tools, purpose="bench")

    by_wish, under_schema = await _milliseconds(written), await _milliseconds(schema)
    await client.close()
    size = sum(file.stat().st_size for file in packaged().iterdir())
    return [
        Figure("wish_written_ms", by_wish, "a warm call, written as a wish", target=250),
        Figure("schema_turn_ms", under_schema, "the same by the built-in model, under a schema"),
        Figure("wish_vs_schema", by_wish / under_schema, "wish / schema"),
        Figure("reader_mb", size / 1e6, "size of the network that reads and writes"),
        Figure("reader_load_seconds", loaded, "loading it"),
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
