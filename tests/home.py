"""Tools and a gateway to test turns with. The tools are real LangChain tools over a home of two values."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from langchain_core.tools import StructuredTool

from voice_gateway.conversation import Conversation
from voice_gateway.errors import ToolError
from voice_gateway.gateway import Gateway
from voice_gateway.metrics import Metrics
from voice_gateway.models import ChatClient
from voice_gateway.routing import Classification, Intent
from voice_gateway.settings import Settings, load_settings
from voice_gateway.tools import (
    Approved,
    RegisteredTool,
    Result,
    Tier,
    ToolExecutor,
    ToolManager,
    TurnState,
    always,
)


@dataclass
class SmallHome:
    """A light and a lock, and every call that reached them."""

    lights: dict[str, bool] = field(default_factory=lambda: {"kitchen light": False})
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    async def control(self, device: str, action: str, value: int | None = None) -> str:
        self.calls.append(("control_zwave_device", {"device": device, "action": action}))
        if device.lower() not in self.lights:
            raise ToolError(f'there is no device called "{device}"')
        self.lights[device.lower()] = action == "on"
        return f"{device.capitalize()} is now {action}."

    async def read(self, device: str) -> str:
        self.calls.append(("get_device_sensor_data", {"device": device}))
        return f"{device.capitalize()} is {'on' if self.lights[device.lower()] else 'off'}."

    def tools(self) -> list[RegisteredTool]:
        return [
            RegisteredTool(_tool("control_zwave_device", self.control), Tier.DEVICE, acts=always),
            RegisteredTool(_tool("get_device_sensor_data", self.read), Tier.DEVICE),
        ]


@dataclass
class SmallWeb:
    """A search tool with prepared answers."""

    answers: dict[str, str] = field(default_factory=dict)
    queries: list[str] = field(default_factory=list)

    async def search(self, query: str) -> str:
        self.queries.append(query)
        return self.answers.get(query, "- Ohio: Jim Tressel is lieutenant governor of Ohio.")

    def tools(self) -> list[RegisteredTool]:
        return [RegisteredTool(_tool("search_web", self.search), Tier.SEARCH, reads_web=True)]


@dataclass(frozen=True)
class Always:
    """A classifier with one answer, for tests that are about what follows."""

    intent: Intent

    def classify(self, text: str) -> Classification:
        return Classification(self.intent, 1.0)


def _tool(name: str, function: Callable[..., Any]) -> StructuredTool:
    return StructuredTool.from_function(coroutine=function, name=name, description=f"{name} for tests.")


def tool_of(
    name: str, function: Callable[..., Any], tier: Tier = Tier.DEVICE, **facts: Any
) -> RegisteredTool:
    return RegisteredTool(_tool(name, function), tier, **facts)


def yes_to(tool: str, asked: Result) -> TurnState:
    """The turn in which the person says yes to what a call asked about, and to nothing else."""
    assert asked.pending
    assert asked.sent is not None
    return TurnState("yes", approved=(Approved(tool, asked.sent, frozenset({asked.pending})),))


@dataclass
class Household:
    """A gateway with its parts at hand."""

    gateway: Gateway
    conversation: Conversation = field(default_factory=Conversation)

    async def ask(self, text: str, **options: Any) -> str:
        return (await self.gateway.turn(text, self.conversation, **options)).text


MODEL_ALONE = ("VOICE_GATEWAY_CALLER", "model")
"""What a scripted model is asked for, no call maker reads before it."""


def settings_for(**values: Any) -> Settings:
    return load_settings(
        environment=dict([MODEL_ALONE]),
        command_line={key.replace("__", "."): value for key, value in values.items()},
    ).settings


@asynccontextmanager
async def household(
    client: ChatClient, tools: Sequence[RegisteredTool], intent: Intent, settings: Settings | None = None
) -> AsyncIterator[Household]:
    settings = settings or settings_for()
    manager = ToolManager()
    for tool in tools:
        manager.register(tool)
    executor = ToolExecutor(timeout=settings.turn.tool_timeout, result_limit=settings.turn.tool_result_chars)
    gateway = Gateway(settings, client, manager, executor, Always(intent), Metrics())
    try:
        yield Household(gateway)
    finally:
        await client.close()
