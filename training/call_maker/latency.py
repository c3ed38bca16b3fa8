"""How long a warm tool turn takes here: with the adapter, untuned under a schema, and with all tools bound.

python -m training.call_maker.latency
"""

import argparse
import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from statistics import median

from langchain_core.messages import HumanMessage
from langchain_core.tools import StructuredTool

from voice_gateway.call_maker import packaged_adapter
from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.devices import SimulatedHome
from voice_gateway.devices.mcp_server.server import build_server
from voice_gateway.engine import Engine
from voice_gateway.engine.models import packaged_model
from voice_gateway.mcp import InProcess, McpIntegration, McpServer, Registration
from voice_gateway.models.builtin import BuiltinClient
from voice_gateway.models.client import ChatClient
from voice_gateway.settings import Settings
from voice_gateway.settings.language_models import EngineSettings, OllamaSettings
from voice_gateway.tools import RegisteredTool, Tier, ToolManager, Tools, own_tools

SENTENCES = (
    "Turn on the kitchen light.", "Is the front door locked?", "Set the bedroom to 21 degrees.",
    "Close the living room blinds.", "Dim the reading lamp to forty percent.",
    "Turn off all the lights upstairs.",
    "Open the garage door.", "How warm is the bathroom?", "Switch off the coffee machine please.",
    "Turn off the bedroom fan.",
)  # fmt: skip
ALL_TOOLS = 31
Ask = Callable[[str], Awaitable[object]]


async def timed(ask: Ask, rounds: int) -> dict[str, float]:
    """Milliseconds over all sentences, after one that warms."""
    await ask("Turn on the hallway lamp.")
    times = []
    for _ in range(rounds):
        for sentence in SENTENCES:
            began = time.perf_counter()
            await ask(sentence)
            times.append(1000 * (time.perf_counter() - began))
    return {
        "median": round(median(times), 1),
        "nine of ten below": round(sorted(times)[int(0.9 * len(times))], 1),
    }


async def adapter_turn(threads: int | None, rounds: int) -> dict[str, float]:
    model, adapter = packaged_model(), packaged_adapter()
    if model is None or adapter is None:
        raise SystemExit("The model or the adapter is not there.")
    engine = Engine(model, adapter=adapter, context=1024, slots=1, threads=threads)
    try:
        return await timed(WishWriter(engine).write_wish, rounds)
    finally:
        await engine.close()


async def untuned_turns(rounds: int) -> dict[str, dict[str, float]]:
    """The same model without the adapter: under a schema over the device tools, and with every tool bound."""
    # Thousands of tokens of tools are read before the first word of an answer: that takes its time.
    patient = OllamaSettings(timeout=1800, num_predict=64)
    settings = Settings(metrics=False, engine=EngineSettings(context=8192, slots=1), ollama=patient)
    manager, client = ToolManager(), BuiltinClient(settings)
    for tool in own_tools(settings):
        manager.register(tool)
    server = McpServer("home", InProcess(build_server(SimulatedHome())), tier=Tier.DEVICE)
    async with McpIntegration([server], Registration(manager)):
        tools, everything = manager.select(Tier.DEVICE), _all_tools(manager)

        async def under_schema(sentence: str) -> object:
            return await ChatClient.write_calls(client, [HumanMessage(sentence)], tools, purpose="bench")

        async def all_bound(sentence: str) -> object:
            return await client.ask([HumanMessage(sentence)], purpose="bench", tools=everything)

        found = {
            "untuned under a schema": await timed(under_schema, rounds),
            f"untuned with {ALL_TOOLS} tools": await timed(all_bound, 1),
        }
    await client.close()
    return found


def _all_tools(manager: ToolManager) -> Tools:
    """The tools there are, and as many of the size of a browser's as make up the number."""

    async def act(element: str, reference: str, value: str = "") -> str:
        return f"{element} {reference} {value}"

    about = "Performs an action on the page. The element is described in words and given by its reference."
    tools = tuple(manager.all())
    more = (
        RegisteredTool(
            StructuredTool.from_function(coroutine=act, name=f"browser_{number}", description=about),
            Tier.BROWSER,
        )
        for number in range(ALL_TOOLS - len(tools))
    )
    return (*tools, *more)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only-adapter", action="store_true")
    options = parser.parse_args()
    found = {
        f"adapter, {threads or 'all'} threads": asyncio.run(adapter_turn(threads, options.rounds))
        for threads in (None, 1)
    }
    if not options.only_adapter:
        found |= asyncio.run(untuned_turns(options.rounds))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
