"""Client CPU of a turn with one tool call: the raw `ollama` client, this gateway, LangChain's `create_agent`.

All three talk to the same instant server, bind the same tools of one tier, run the same tool once, and are
measured in turn in one run, so that the noise of the machine falls on all of them alike.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, ModelCallLimitMiddleware, ToolCallLimitMiddleware
from langchain_core.tools import BaseTool, StructuredTool
from langchain_ollama import ChatOllama
from ollama import AsyncClient

from bench.figure import Figure
from bench.instant_server import WORDS, instant_server
from voice_gateway.conversation import Conversation
from voice_gateway.devices.mcp_server.definitions import DEFINITIONS, Definition
from voice_gateway.gateway import Gateway
from voice_gateway.metrics import Metrics, MetricsStore
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.models.qwen import to_qwen
from voice_gateway.routing import default_classifier
from voice_gateway.settings import load_settings
from voice_gateway.tools import RegisteredTool, Tier, ToolExecutor, ToolManager, always, never

SENTENCE = "turn on the kitchen light"
ROUNDS, TURNS = 15, 25

Turn = Callable[[], Awaitable[str]]


async def _control(device: str, action: str, value: float | None = None) -> str:
    return f"{device.capitalize()} is now {action}."


def _tool(name: str, run: Callable[..., Awaitable[tuple[str, None]]], definition: Definition) -> BaseTool:
    """A tool in the form that MCP tools have in LangChain: a JSON schema, and a result with an artifact."""
    return StructuredTool(
        name=name,
        description=definition.description,
        args_schema=definition.schema,
        coroutine=run,
        response_format="content_and_artifact",
    )


def device_tools() -> tuple[RegisteredTool, ...]:
    """The home's six tools as they are really defined, over a home that answers at once."""

    async def act(**arguments: Any) -> tuple[str, None]:
        return await _control(**arguments), None

    async def read(**_arguments: Any) -> tuple[str, None]:
        return "Kitchen light is off.", None

    return tuple(
        RegisteredTool(
            _tool(definition.name, read if definition.reads_only else act, definition),
            Tier.DEVICE,
            acts=never if definition.reads_only else always,
        )
        for definition in DEFINITIONS
    )


def _raw(url: str) -> Turn:
    client = AsyncClient(url)
    tools = to_qwen(device_tools())

    async def turn() -> str:
        messages: list[Any] = [{"role": "user", "content": SENTENCE}]
        reply = await client.chat("qwen3:0.6b", messages, tools=tools, think=False)
        messages.append(reply.message)
        [call] = reply.message.tool_calls or ()
        messages.append({"role": "tool", "content": await _control(**call.function.arguments)})
        return (await client.chat("qwen3:0.6b", messages, tools=tools, think=False)).message.content or ""

    return turn


def _gateway(url: str, folder: Path) -> Turn:
    settings = load_settings(
        environment={}, command_line={"provider": "ollama", "ollama.base_url": url}
    ).settings
    manager = ToolManager()
    for tool in device_tools():
        manager.register(tool)
    metrics = Metrics(MetricsStore(folder / "metrics.sqlite3"))
    gateway = Gateway(
        settings, OllamaClient(settings.ollama), manager, ToolExecutor(), default_classifier(), metrics
    )

    async def turn() -> str:
        return (await gateway.turn(SENTENCE, Conversation())).text

    return turn


class _EmptyReplies(AgentMiddleware[Any, Any, Any]):
    """What the gateway does about empty replies, as middleware."""

    async def awrap_model_call(self, request: Any, handler: Any) -> Any:
        response = await handler(request)
        message = response.result[0]
        if not message.tool_calls and not str(message.content).strip():
            return await handler(request.override(tools=[]))
        return response


class _SafeCalls(AgentMiddleware[Any, Any, Any]):
    """A timeout around each tool call, as middleware."""

    async def awrap_tool_call(self, request: Any, handler: Any) -> Any:
        async with asyncio.timeout(30):
            return await handler(request)


def _agent(url: str) -> Turn:
    model = ChatOllama(base_url=url, model="qwen3:0.6b", reasoning=False)
    agent: Any = create_agent(
        model,
        [tool.tool for tool in device_tools()],
        system_prompt="You are the voice assistant of this home.",
        middleware=[
            _EmptyReplies(),
            _SafeCalls(),
            ModelCallLimitMiddleware(run_limit=3),
            ToolCallLimitMiddleware(run_limit=2),
        ],
    )

    async def turn() -> str:
        state = await agent.ainvoke({"messages": [{"role": "user", "content": SENTENCE}]})
        return str(state["messages"][-1].content)

    return turn


async def _cpu_per_turn(turns: dict[str, Turn]) -> dict[str, list[float]]:
    """Seconds of CPU per turn, one value per round. The contestants take turns within a round."""
    spent: dict[str, list[float]] = {name: [] for name in turns}
    for turn in turns.values():
        for _ in range(5):
            assert await turn() == WORDS
    for _ in range(ROUNDS):
        for name, turn in turns.items():
            began = time.process_time()
            for _ in range(TURNS):
                await turn()
            spent[name].append((time.process_time() - began) / TURNS)
    return spent


def measure() -> list[Figure]:
    with instant_server() as url, tempfile.TemporaryDirectory() as folder:
        cpu = asyncio.run(
            _cpu_per_turn({"raw": _raw(url), "gateway": _gateway(url, Path(folder)), "agent": _agent(url)})
        )

    def milliseconds(name: str) -> float:
        return statistics.median(cpu[name]) * 1000

    def ratio(other: str) -> float:
        """Of the same round each time, so that a busy moment weighs on both."""
        return statistics.median(mine / its for mine, its in zip(cpu["gateway"], cpu[other], strict=True))

    return [
        Figure("turn_cpu_raw_ms", milliseconds("raw"), "client CPU of a turn, raw ollama client"),
        Figure("turn_cpu_gateway_ms", milliseconds("gateway"), "the same turn through this gateway"),
        Figure("turn_cpu_create_agent_ms", milliseconds("agent"), "the same turn through create_agent"),
        Figure("turn_cpu_vs_raw", ratio("raw"), "gateway / raw", target=2.2),
        Figure("turn_cpu_vs_create_agent", ratio("agent"), "gateway / create_agent", target=0.75),
    ]
