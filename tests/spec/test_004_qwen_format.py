"""Scenarios 36, 37, 39–44 and 46: Ollama gets Qwen's form, everyone else LangChain's, tools run unchanged."""

import copy
import json
import logging
import re
from typing import Any, Literal

import pytest
from jsonschema import Draft202012Validator
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, Field

from tests.assembled import Assemble
from tests.home import SmallHome, household, settings_for, tool_of
from tests.scene import Play
from tests.servers import anthropic as claude
from tests.servers.ollama import call, say
from voice_gateway.models.anthropic import AnthropicClient
from voice_gateway.models.qwen import to_qwen
from voice_gateway.routing import Intent
from voice_gateway.tools import RegisteredTool, Tier, own_tools
from voice_gateway.trace import Called

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})


class Place(BaseModel):
    room: str
    floor: int = 0


async def awkward(
    level: int | None = Field(None, ge=0, le=100, description="How bright."),
    mode: Literal["eco"] = "eco",
    where: Place | None = None,
    tags: list[str] | None = None,
    either: int | str = 1,
) -> str:
    return "done"


def mcp_tool() -> RegisteredTool:
    """A tool as MCP adapters make it: a plain dict as schema."""
    schema = {
        "type": "object",
        "properties": {"filter": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}},
        "$schema": "http://json-schema.org/draft-07/schema#",
    }

    async def run(**arguments: Any) -> tuple[str, None]:
        return json.dumps(arguments), None

    tool = StructuredTool(
        name="list_devices",
        description="Lists devices.",
        args_schema=schema,
        coroutine=run,
        response_format="content_and_artifact",
    )
    return RegisteredTool(tool, Tier.DEVICE)


async def test_s36_anthropic_gets_langchain_tools_and_answers_through_the_same_loop() -> None:
    home = SmallHome()
    script = [claude.call(ON), claude.say("The kitchen light is on.")]
    async with claude.scripted_anthropic(script) as server:
        settings = settings_for(anthropic__api_key="sk-test", anthropic__base_url=server.url)
        async with household(
            AnthropicClient(settings.anthropic), home.tools(), Intent.DEVICE, settings
        ) as house:
            assert await house.ask("turn on the kitchen light") == "The kitchen light is on."
        first, second = server.chats
    assert home.lights["kitchen light"]
    assert {"name", "input_schema", "description"} <= set(first["tools"][0])
    assert "function" not in first["tools"][0]
    assert second["messages"][-1]["content"][0]["type"] == "tool_result"


async def test_s36_anthropic_keeps_its_tools_and_may_not_choose_one_when_they_are_stripped() -> None:
    script = [
        claude.call(("get_device_sensor_data", {"device": "kitchen light"})),
        claude.call(ON),
        claude.say("On."),
    ]
    async with claude.scripted_anthropic(script) as server:
        settings = settings_for(anthropic__api_key="sk-test", anthropic__base_url=server.url)
        async with household(
            AnthropicClient(settings.anthropic), SmallHome().tools(), Intent.DEVICE, settings
        ) as house:
            assert await house.ask("turn on the kitchen light") == "On."
        last = server.chats[-1]
    assert last["tool_choice"] == {"type": "none"}
    assert len(last["tools"]) == 2


async def test_s37_ollama_gets_qwen_form_and_the_original_tool_runs(play: Play) -> None:
    home = SmallHome()
    tools = home.tools()
    async with play(Intent.DEVICE, tools, [call(ON), say("The kitchen light is on.")]) as scene:
        await scene.ask("turn on the kitchen light")
        sent = scene.chats[0]["tools"]
    assert [set(tool) for tool in sent] == [{"type", "function"}] * 2
    assert all(set(tool["function"]) == {"name", "description", "parameters"} for tool in sent)
    assert home.calls == [ON]


@pytest.mark.parametrize("tool", [mcp_tool(), tool_of("awkward", awkward)], ids=["mcp", "custom"])
def test_s39_a_tool_of_either_kind_is_converted_without_langchains_own_properties(
    tool: RegisteredTool,
) -> None:
    [converted] = to_qwen([tool])
    assert converted["function"]["name"] == tool.name
    assert set(converted["function"]) == {"name", "description", "parameters"}
    assert converted["function"]["description"] == tool.tool.description
    assert not re.search(r"invoke|lc_|args_schema|\$schema|anyOf", json.dumps(converted))


def test_s39_an_mcp_tool_is_converted_to_exactly_this() -> None:
    assert to_qwen([mcp_tool()]) == [
        {
            "type": "function",
            "function": {
                "name": "list_devices",
                "description": "Lists devices.",
                "parameters": {"type": "object", "properties": {"filter": {"type": "string"}}},
            },
        }
    ]


def test_s40_many_are_converted_and_the_inputs_stay_as_they_are() -> None:
    tools = [mcp_tool(), tool_of("awkward", awkward), *own_tools(settings_for())]
    before = [copy.deepcopy(tool.schema) for tool in tools]
    converted = to_qwen(tools)
    assert [one["function"]["name"] for one in converted] == [tool.name for tool in tools]
    assert [tool.schema for tool in tools] == before
    kept = copy.deepcopy(converted)
    converted[0]["function"]["parameters"]["properties"].clear()
    assert to_qwen(tools) == kept, "whoever changes what was given changes nothing else"
    assert [tool.schema for tool in tools] == before


@pytest.mark.parametrize("empty", [None, [], ()])
def test_s41_nothing_gives_an_empty_list(empty: Any) -> None:
    assert to_qwen(empty) == []


def test_s42_the_conversion_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "voice_gateway")
    to_qwen([mcp_tool(), tool_of("awkward", awkward)])
    assert "🔧 Converted 2 tools from LangChain to Qwen format" in caplog.messages


async def test_s43_the_manager_keeps_langchain_form_after_ollama_has_been_asked(play: Play) -> None:
    home = SmallHome()
    tools = home.tools()
    before = [(tool.tool, copy.deepcopy(tool.schema)) for tool in tools]
    async with play(Intent.DEVICE, tools, [call(ON), say("It is on.")]) as scene:
        await scene.ask("turn on the kitchen light")
        kept = scene.house.gateway.manager.all()
        assert scene.chats[0]["tools"][0]["type"] == "function"
    assert [(tool.tool, tool.schema) for tool in kept] == before
    async with claude.scripted_anthropic([claude.call(ON), claude.say("It is on.")]) as server:
        settings = settings_for(anthropic__api_key="sk-test", anthropic__base_url=server.url)
        async with household(AnthropicClient(settings.anthropic), kept, Intent.DEVICE, settings) as house:
            await house.ask("turn on the kitchen light")
        [first, *_] = server.chats
    assert [tool["name"] for tool in first["tools"]] == [tool.name for tool in tools]
    level = first["tools"][0]["input_schema"]["properties"]["value"]
    assert level["anyOf"] == [{"type": "integer"}, {"type": "null"}], "and not as Ollama is told it"
    assert not any("function" in tool for tool in first["tools"])
    assert home.calls == [ON, ON], "and both run the same tools"


async def test_s44_what_is_on_the_wire_equals_what_was_converted(play: Play) -> None:
    tools = [
        *own_tools(settings_for()),
        mcp_tool(),
        tool_of("awkward", awkward),
    ]
    for tool in tools:
        script = [say("I wonder.")] * 3
        async with play(Intent(tool.tier), [tool], script, fast_path=False) as scene:
            await scene.ask("what can be known about it")
            assert scene.chats[0]["tools"] == to_qwen([tool])


def test_s44_the_structure_is_exact_and_flat() -> None:
    [converted] = to_qwen([tool_of("awkward", awkward)])
    assert set(converted) == {"type", "function"}
    assert converted["type"] == "function"
    parameters = converted["function"]["parameters"]
    Draft202012Validator.check_schema(parameters)
    assert parameters["type"] == "object"
    assert parameters["properties"] == {
        "level": {"type": "integer", "description": "How bright. From 0 to 100."},
        "mode": {"type": "string", "enum": ["eco"], "description": "Default: eco."},
        "where": {"type": "object", "description": "Keys: room, floor."},
        "tags": {"type": "array", "items": {"type": "string"}},
        "either": {"type": "string", "description": "Default: 1."},
    }


async def test_s46_arguments_reach_the_tool_unchanged_and_results_return_to_the_model(play: Play) -> None:
    arguments = {"filter": "Küche & Bad"}
    script = [call(("list_devices", arguments)), say("Those of the kitchen.")]
    async with play(Intent.DEVICE, [mcp_tool()], script, fast_path=False) as scene:
        assert await scene.ask("which devices are there") == "Those of the kitchen."
        results = [message["content"] for message in scene.chats[1]["messages"] if message["role"] == "tool"]
    assert [json.loads(text) for text in results] == [arguments]


async def test_s46_in_the_product_a_number_reaches_the_device_and_its_report_the_model(
    assemble: Assemble,
) -> None:
    dim = ("control_zwave_device", {"device": "living room light", "action": "set_level", "value": 37})
    async with assemble(call(dim), say("It is dimmed."), fast_path=False) as house:
        answer = await house.ask("set the living room light to 37 percent")
        first, second = house.ollama.chats
        assert house.state("living room light").level == 37
    assert answer.text == "It is dimmed."
    [called] = answer.trace.all(Called)
    assert (called.tool, called.arguments) == dim
    results = [message["content"] for message in second["messages"] if message["role"] == "tool"]
    assert results == ["Living room light is now on at 37 percent."]
    [made] = [one for message in second["messages"] for one in message.get("tool_calls") or ()]
    assert (made["function"]["name"], made["function"]["arguments"]) == dim
    assert not any(message["role"] == "tool" for message in first["messages"])
