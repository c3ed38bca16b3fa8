"""What a call was given to keep it small is never left out in silence."""

from typing import Any

import pytest
from langchain_core.tools import StructuredTool

from voice_gateway.devices.mcp_server.definitions import DEFINITIONS
from voice_gateway.errors import ToolError
from voice_gateway.tools import RegisteredTool, Tier, always, never
from voice_gateway.tools.execution import fit_call


def tool(name: str, schema: dict[str, Any], tier: Tier = Tier.DEVICE, *, acts: bool = True) -> RegisteredTool:
    async def nothing(**arguments: Any) -> str:
        return ""

    made = StructuredTool.from_function(coroutine=nothing, name=name, description=name, args_schema=schema)
    return RegisteredTool(made, tier, acts=always if acts else never)


OURS = {
    one.name: tool(one.name, one.schema | {"title": one.name}, acts=not one.reads_only) for one in DEFINITIONS
}
CONTROL = OURS["control_zwave_device"]


@pytest.mark.parametrize(
    ("device", "place", "meant"),
    [
        ("lights", {"room": "kitchen"}, "kitchen lights"),
        ("all lights", {"area": "Living Room"}, "Living Room all lights"),
        ("lamp", {"location": "bedroom"}, "bedroom lamp"),
        ("lights", {"floor": "upstairs"}, "upstairs lights"),
        ("lights", {"room_name": "kitchen"}, "kitchen lights"),
        ("kitchen lights", {"room": "Kitchen"}, "kitchen lights"),
        ("living room lamp", {"room": "living room"}, "living room lamp"),
        ("kitchen light", {"name": "kitchen light"}, "kitchen light"),
        ("lights", {"room": None}, "lights"),
        ("lights", {"room": "none"}, "lights"),
    ],
)
def test_a_place_becomes_part_of_the_name(device: str, place: dict[str, Any], meant: str) -> None:
    fitted = fit_call({"device": device, "action": "off", **place}, CONTROL)
    assert fitted == {"device": meant, "action": "off"}


def test_a_place_becomes_part_of_the_name_under_whatever_name_that_came() -> None:
    fitted = fit_call({"entity": "lights", "room": "kitchen", "action": "off"}, CONTROL)
    assert fitted == {"device": "kitchen lights", "action": "off"}


def test_a_question_keeps_its_place_too_and_loses_only_what_nobody_understands() -> None:
    asked = {"device": "temperature", "room": "bedroom", "unit": "celsius"}
    assert fit_call(asked, OURS["get_device_sensor_data"]) == {"device": "bedroom temperature"}


@pytest.mark.parametrize(
    "stray",
    [
        {"room": 7},
        {"room": ["kitchen", "hall"]},
        {"except": "kitchen"},
        {"brightness": 40},
        {"confirm": False},
        {"name": "reading lamp"},
    ],
)
def test_what_an_action_has_no_argument_for_is_refused_in_words(stray: dict[str, Any]) -> None:
    [name] = stray
    with pytest.raises(ToolError) as refusal:
        fit_call({"device": "lights", "action": "off", **stray}, CONTROL)
    assert refusal.value.message == (
        f"control_zwave_device has no argument “{name}”. It takes: device, action, value."
    )


@pytest.mark.parametrize("device", ["lights and fans", "lamp, fan", "all lights except the lamp"])
def test_a_place_before_several_names_would_be_a_guess(device: str) -> None:
    with pytest.raises(ToolError, match="no argument “room”"):
        fit_call({"device": device, "action": "off", "room": "kitchen"}, CONTROL)


def test_a_strangers_tool_that_acts_gets_everything_or_nothing() -> None:
    schema = {"title": "order", "type": "object", "properties": {"item": {"type": "string"}}}
    order = tool("order", schema, Tier.GENERAL)
    with pytest.raises(ToolError, match=r"order has no argument “at_most”\. It takes: item\."):
        fit_call({"item": "milk", "at_most": 2}, order)
    assert fit_call({"item": "milk", "at_most": ""}, order) == {"item": "milk"}
    open_to_all = tool("order", schema | {"additionalProperties": True}, Tier.GENERAL)
    assert fit_call({"item": "milk", "at_most": 2}, open_to_all) == {"item": "milk", "at_most": 2}


@pytest.mark.parametrize(
    ("action", "value"), [("on", "bright"), ("off", "0x"), ("lock", "please"), ("eco", "on")]
)
def test_a_value_for_an_action_that_takes_none_is_left_out(action: str, value: str) -> None:
    fitted = fit_call({"device": "lamp", "action": action, "value": value}, CONTROL)
    assert fitted == {"device": "lamp", "action": action}


@pytest.mark.parametrize(
    ("action", "value"),
    [("set_level", "bright"), ("dim", "a lot"), ("open", "a crack"), ("on", "40 percent"), ("on", "half")],
)
def test_a_value_that_matters_is_not_left_out(action: str, value: str) -> None:
    with pytest.raises(ToolError, match="value"):
        fit_call({"device": "lamp", "action": action, "value": value}, CONTROL)
