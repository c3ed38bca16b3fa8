"""Calls printed as text: read when they are bound, never otherwise."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.models.text_calls import parse_text_calls

BOUND = ("control_zwave_device", "search_web")
ARGUMENTS = {"device": "kitchen light", "action": "on"}
PLAIN = json.dumps({"name": "control_zwave_device", "arguments": ARGUMENTS})


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"  {PLAIN}\n",
        f"```json\n{PLAIN}\n```",
        f"```\n{PLAIN}\n```",
        f"<tool_call>{PLAIN}</tool_call>",
        f"<tool_call>\n{PLAIN}",
        f"<function_call>{PLAIN}</function_call>",
        f"[TOOL_CALLS] [{PLAIN}]",
        f"[{PLAIN}]",
        json.dumps({"function": {"name": "control_zwave_device", "arguments": json.dumps(ARGUMENTS)}}),
        json.dumps({"tool": "control_zwave_device", "parameters": ARGUMENTS}),
        json.dumps({"action": "control_zwave_device", "action_input": ARGUMENTS}),
        json.dumps({"control_zwave_device": ARGUMENTS}),
        'control_zwave_device(device="kitchen light", action="on")',
        "control_zwave_device(device='kitchen light', action='on')",
        'control_zwave_device {"device": "kitchen light", "action": "on"}',
        'Action: control_zwave_device(device="kitchen light", action="on")',
    ],
)
def test_the_forms_that_small_models_print_are_read(text: str) -> None:
    [call] = parse_text_calls(text, BOUND)
    assert call["name"] == "control_zwave_device"
    assert call["args"] == ARGUMENTS


def test_several_calls_are_read_in_order() -> None:
    second = json.dumps({"name": "search_web", "arguments": {"query": "x"}})
    calls = parse_text_calls(f"<tool_call>{PLAIN}</tool_call>\n<tool_call>{second}</tool_call>", BOUND)
    assert [call["name"] for call in calls] == ["control_zwave_device", "search_web"]


@pytest.mark.parametrize(
    "text",
    [
        f"You could call {PLAIN} to do that.",
        "The tool control_zwave_device controls devices.",
        "I would use control_zwave_device(device='x', action='on') for that.",
        json.dumps({"name": "unlock_everything", "arguments": {}}),
        json.dumps([json.loads(PLAIN), {"name": "unlock_everything", "arguments": {}}]),
        "unlock_everything()",
        "control_zwave_device('kitchen light', 'on')",
        "control_zwave_device(device=__import__('os').system('true'))",
        "control_zwave_device(**{'device': 'x'})",
        "search_web",
        "{}",
        "",
    ],
)
def test_everything_else_is_prose(text: str) -> None:
    assert parse_text_calls(text, BOUND) == []


@given(st.text())
def test_no_text_crashes_the_parser_or_names_an_unbound_tool(text: str) -> None:
    assert all(call["name"] in BOUND for call in parse_text_calls(text, BOUND))


keys = st.sampled_from(["name", "tool", "function", "arguments", "args", "x"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.sampled_from(BOUND),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)


@given(
    json_values, st.sampled_from(["{}", "```json\n{}\n```", "<tool_call>{}</tool_call>", "[TOOL_CALLS] {}"])
)
def test_no_json_can_run_a_tool_that_is_not_bound(value: object, wrapper: str) -> None:
    text = wrapper.replace("{}", json.dumps(value))
    for call in parse_text_calls(text, BOUND):
        assert call["name"] in BOUND
        assert isinstance(call["args"], dict)
    assert parse_text_calls(text, ()) == []
