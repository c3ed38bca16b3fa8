"""Codes become calls of the tools that are bound, and nothing else, whatever a model writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.call_maker import decode, encode
from voice_gateway.call_maker.code import ACTIONS, SHAPES, TOOLS
from voice_gateway.devices.mcp_server.definitions import ACTIONS as REAL_ACTIONS
from voice_gateway.devices.mcp_server.definitions import DEFINITIONS
from voice_gateway.settings import Settings
from voice_gateway.tools import own_tools

WRITTEN = [
    ("on kitchen light", "control_zwave_device", {"device": "kitchen light", "action": "on"}),
    ("level lamp|40", "control_zwave_device", {"device": "lamp", "action": "set_level", "value": 40}),
    ("temp den|20.5", "control_zwave_device", {"device": "den", "action": "set_temperature", "value": 20.5}),
    ("eco hallway heating", "control_zwave_device", {"device": "hallway heating", "action": "eco"}),
    ("read front door", "get_device_sensor_data", {"device": "front door"}),
    ("list", "list_devices", {}),
    ("list kitchen", "list_devices", {"room": "kitchen"}),
    ("find hallway lamp", "verify_device", {"device": "hallway lamp"}),
    ("detail low battery", "list_zwave_devices", {"filter": "low battery"}),
    ("health", "check_zwave_health", {}),
    ("time tokyo", "get_current_datetime", {"timezone": "tokyo"}),
    ("time", "get_current_datetime", {}),
    ("date christmas", "get_current_datetime", {"date": "christmas"}),
    ("vol up", "control_speaker_volume", {"action": "up"}),
    ("vol set|30", "control_speaker_volume", {"action": "set", "level": 30}),
    ("web us president 2026", "search_web", {"query": "us president 2026"}),
]


@pytest.mark.parametrize(("code", "tool", "arguments"), WRITTEN)
def test_a_code_is_the_call_it_stands_for_and_back(
    code: str, tool: str, arguments: dict[str, object]
) -> None:
    (call,) = decode(code, TOOLS)
    assert (call["name"], call["args"]) == (tool, arguments)
    assert encode([call]) == code


def test_several_codes_are_several_calls_in_order() -> None:
    calls = decode("on kitchen light; level den lamp|20; read door", TOOLS)
    assert [call["args"].get("action", call["name"]) for call in calls] == [
        "on",
        "set_level",
        "get_device_sensor_data",
    ]
    assert encode(calls) == "on kitchen light; level den lamp|20; read door"


@pytest.mark.parametrize(
    "text", ["none", "", "on", "vol", "vol set", "web", "level lamp|bright", "hello there", "|", ";"]
)
def test_what_is_no_code_is_no_call(text: str) -> None:
    assert decode(text, TOOLS) == []


def test_a_tool_that_is_not_bound_is_never_called() -> None:
    assert decode("on kitchen light; time", {"get_current_datetime"})[0]["name"] == "get_current_datetime"
    assert len(decode("on kitchen light; time", {"get_current_datetime"})) == 1


def test_codes_speak_of_the_real_tools_and_actions() -> None:
    """A tool or an action that was renamed would be lost without a sound."""
    real = {definition.name for definition in DEFINITIONS} | {tool.name for tool in own_tools(Settings())}
    assert real == TOOLS
    assert set(ACTIONS.values()) == set(REAL_ACTIONS)
    properties = {definition.name: definition.properties for definition in DEFINITIONS}
    for shape in SHAPES.values():
        if shape.tool in properties:
            assert shape.argument in properties[shape.tool]


VERBS = st.sampled_from([*ACTIONS, *SHAPES, "vol", "none", "ON", "x"])
PIECES = st.one_of(
    st.text(max_size=40), st.builds("{} {}|{}".format, VERBS, st.text(max_size=20), st.text(max_size=6))
)


@given(st.lists(PIECES, max_size=12).map(";".join), st.sets(st.sampled_from(sorted(TOOLS))))
def test_reading_never_fails_and_never_leaves_the_bound_tools(text: str, bound: set[str]) -> None:
    calls = decode(text, bound)
    assert {call["name"] for call in calls} <= bound
    assert len({call["id"] for call in calls}) == len(calls)


@given(
    st.sampled_from(sorted(ACTIONS.values())),
    st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=30),
    st.one_of(st.none(), st.integers(0, 100)),
)
def test_a_call_survives_being_written_as_a_code(action: str, device: str, value: int | None) -> None:
    arguments: dict[str, object] = {"device": device, "action": action}
    if value is not None:
        arguments["value"] = value
    (call,) = decode(encode([{"name": "control_zwave_device", "args": arguments}]), TOOLS)
    assert call["args"] == arguments


@given(st.text(max_size=60))
def test_signs_of_the_code_in_a_name_make_no_second_call(device: str) -> None:
    code = encode([{"name": "control_zwave_device", "args": {"device": device, "action": "off"}}])
    assert len(decode(code, TOOLS)) <= 1
