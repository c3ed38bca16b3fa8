"""Tool descriptions that small models act on (scenarios 33 to 35), and arguments they can fill."""

from __future__ import annotations

import jsonschema
import pytest

from tests.devices.homes import large_home
from voice_gateway.devices import Action
from voice_gateway.devices.commands import parse_command
from voice_gateway.devices.home_file import HomePlan
from voice_gateway.devices.mcp_server.definitions import ACTIONS, DEFINITIONS, Definition
from voice_gateway.devices.mcp_server.device_tools import DeviceTools
from voice_gateway.devices.simulated import SimulatedHome
from voice_gateway.tokens import estimate_tokens

each_tool = pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda definition: definition.name)


@each_tool
def test_s34_descriptions_follow_one_pattern(definition: Definition) -> None:
    text = definition.description
    assert text.startswith("REQUIRED: You MUST call this whenever the user")
    assert "DO NOT use" in text
    assert "Good: “" in text
    assert "Bad: “" in text


@each_tool
def test_s35_descriptions_are_short_with_few_examples(definition: Definition) -> None:
    assert estimate_tokens(definition.description) < 200
    assert definition.description.count("“") <= 7


@each_tool
def test_s33_arguments_are_a_flat_schema_with_examples(definition: Definition) -> None:
    jsonschema.Draft202012Validator.check_schema(definition.schema)
    assert 1 <= len(definition.properties) <= 3
    for argument in definition.properties.values():
        assert argument["type"] in ("string", "number", "integer")
        assert argument["description"]
        assert argument["examples"]


def test_every_offered_action_is_understood() -> None:
    assert {parse_command(action).action for action in ACTIONS} == set(Action)


async def nobody(_: str) -> bool:
    return False


async def test_two_hundred_devices_are_listed_page_by_page() -> None:
    tools = DeviceTools(SimulatedHome(HomePlan("large", large_home())))
    seen: list[str] = []
    page, more = 1, True
    while more:
        answer = await tools.call("list_devices", {"page": page}, nobody)
        assert answer.data["total"] == 200
        seen += [device["name"] for device in answer.data["devices"]]
        page, more = page + 1, answer.data["has_more"]
    assert len(seen) == len(set(seen)) == 200


@pytest.mark.parametrize("page", [0, -3, 99, "two", 1e308, None])
async def test_a_page_that_is_none_still_lists_something(page: object) -> None:
    answer = await DeviceTools(SimulatedHome(HomePlan("large", large_home()))).call(
        "list_devices", {"page": page}, nobody
    )
    assert answer.data["showing"] > 0
