"""Asks a model for single calls: natively, with the tier's tools bound, and constrained, under a schema."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage, ToolCall

from voice_gateway.call_maker import CallMaker
from voice_gateway.errors import ToolError
from voice_gateway.fast_path import FastPath
from voice_gateway.measuring.tasks.baseline import parse
from voice_gateway.measuring.tasks.tool_tasks import NONE, ToolTask
from voice_gateway.models import ChatClient
from voice_gateway.models.guidance import dated, packaged_prompt
from voice_gateway.routing import Classification, Intent
from voice_gateway.settings import Settings
from voice_gateway.tools import Tier, ToolManager, Tools
from voice_gateway.tools.clock import local_now
from voice_gateway.tools.execution import fit_call
from voice_gateway.wishes.calls import calls_of

Maker = Callable[[ToolTask, Tools], Awaitable[ToolCall | None]]
"""Makes the call for a sentence; None when it decides for none."""


@dataclass(frozen=True)
class ToolOutcome:
    """What was made of one sentence."""

    task: ToolTask
    call: ToolCall | None
    seconds: float

    @property
    def right_tool(self) -> bool:
        return (self.call["name"] if self.call else NONE) in self.task.tools

    @property
    def right_call(self) -> bool:
        return any(expected.fits(self.call) for expected in self.task.expected)

    def row(self) -> dict[str, Any]:
        """All of it in plain values, for JSON."""
        return {
            "line": self.task.place.line,
            "tier": self.task.tier,
            "say": self.task.say,
            "tool": self.call["name"] if self.call else NONE,
            "arguments": self.call["args"] if self.call else {},
            "right_tool": self.right_tool,
            "right_call": self.right_call,
            "ms": round(self.seconds * 1000, 1),
        }


@dataclass(frozen=True)
class ToolRun:
    """Runs tasks against the tools as they are bound in a turn."""

    settings: Settings
    manager: ToolManager

    async def run(self, make: Maker, task: ToolTask) -> ToolOutcome:
        tools = self.manager.select(task.tier)
        began = time.perf_counter()
        call = await make(task, tools)
        seconds = time.perf_counter() - began
        return ToolOutcome(task, _fitted(call, tools), seconds)

    def native(self, client: ChatClient) -> Maker:
        """The model is offered the tools and calls one by itself."""

        async def make(task: ToolTask, tools: Tools) -> ToolCall | None:
            reply = await client.ask(self.messages(task), purpose="native", tools=tools)
            return reply.calls[0] if reply.calls else None

        return make

    def constrained(self, client: ChatClient) -> Maker | None:
        """The model writes the call under a schema; None where a provider cannot."""
        if client.constrained({}) is None:
            return None

        async def make(task: ToolTask, tools: Tools) -> ToolCall | None:
            reply = await ChatClient.write_calls(client, self.messages(task), tools, purpose="constrained")
            return reply.calls[0] if reply.calls else None

        return make

    def wishes(self) -> Maker:
        """The call maker, whose wishes come to calls; it needs no model."""
        maker = CallMaker()

        async def make(task: ToolTask, tools: Tools) -> ToolCall | None:
            calls = await maker.write_calls(self.messages(task), [tool.name for tool in tools])
            return calls[0] if calls else None

        return make

    def parser(self, names: tuple[str, ...]) -> Maker:
        async def make(task: ToolTask, tools: Tools) -> ToolCall | None:
            calls = parse(task.say, {tool.name for tool in tools}, names)
            return calls[0] if calls else None

        return make

    def fast_path(self, path: FastPath) -> Maker:
        async def make(task: ToolTask, tools: Tools) -> ToolCall | None:
            wish = path.read(task.say, Classification(Intent(task.tier), 1.0))
            calls = calls_of(wish) if wish else []
            return calls[0] if calls else None

        return make

    def messages(self, task: ToolTask) -> list[BaseMessage]:
        """The prompt of a first turn, as the gateway writes it."""
        timely = task.tier in (Tier.SEARCH, Tier.GENERAL)
        question = dated(task.say, local_now().date()) if timely else task.say
        return [SystemMessage(self.settings.system_prompt or packaged_prompt()), HumanMessage(question)]


def _fitted(call: ToolCall | None, tools: Tools) -> ToolCall | None:
    """The call as the executor would run it; as it was written when it would be refused."""
    tool = next((tool for tool in tools if call and tool.name == call["name"]), None)
    if call is None or tool is None:
        return call
    try:
        return ToolCall(**{**call, "args": fit_call(call["args"], tool)})
    except ToolError:
        return call
