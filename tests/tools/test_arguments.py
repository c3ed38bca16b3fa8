"""Arguments are mended only where they can mean one thing."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from voice_gateway.errors import ToolError
from voice_gateway.tools.execution.arguments import fit

SCHEMA = {
    "type": "object",
    "properties": {
        "deviceName": {"type": "string"},
        "level": {"type": "integer", "minimum": 0, "maximum": 100},
        "target": {"anyOf": [{"type": "number"}, {"type": "null"}]},
        "action": {"type": "string", "enum": ["on", "off", "none"]},
        "fade": {"type": "boolean"},
        "rooms": {"type": "array", "items": {"type": "string"}},
        "where": {"type": "object", "properties": {"floor": {"type": "integer"}}},
    },
    "required": ["deviceName"],
}
VALIDATOR = Draft202012Validator(SCHEMA)


def fitted(**arguments: Any) -> dict[str, Any]:
    return {
        key: value
        for key, value in fit({"deviceName": "lamp", **arguments}, VALIDATOR).items()
        if key != "deviceName"
    }


@pytest.mark.parametrize(
    ("given_value", "meant"),
    [
        ({"level": "50"}, {"level": 50}),
        ({"level": "50%"}, {"level": 50}),
        ({"level": 50.0}, {"level": 50}),
        ({"target": "21.5"}, {"target": 21.5}),
        ({"fade": "true"}, {"fade": True}),
        ({"action": "ON"}, {"action": "on"}),
        ({"action": "none"}, {"action": "none"}),
        ({"rooms": "kitchen"}, {"rooms": ["kitchen"]}),
        ({"where": '{"floor": 1}'}, {"where": {"floor": 1}}),
        ({"level": None, "target": "", "rooms": [], "where": {}}, {}),
        ({"target": "null", "level": "None"}, {}),
        ({"unheard_of": 1}, {}),
    ],
)
def test_what_can_only_mean_one_thing_is_mended(given_value: dict[str, Any], meant: dict[str, Any]) -> None:
    assert fitted(**given_value) == meant


def test_numbers_become_text_where_text_is_wanted() -> None:
    assert fit({"deviceName": 7}, VALIDATOR) == {"deviceName": "7"}


@pytest.mark.parametrize("name", ["device_name", "devicename", "DeviceName", "device-name"])
def test_an_argument_is_known_by_any_spelling_of_its_name(name: str) -> None:
    assert fit({name: "lamp"}, VALIDATOR) == {"deviceName": "lamp"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({}, "'deviceName' is a required property"),
        ({"deviceName": "lamp", "level": "half"}, "level: 'half' is not of type 'integer'"),
        ({"deviceName": "lamp", "level": 500}, "level: 500 is greater than the maximum of 100"),
        ({"deviceName": "lamp", "level": "50.5"}, "level"),
        ({"deviceName": "lamp", "action": "explode"}, "action: 'explode' is not one of"),
    ],
)
def test_what_would_take_guessing_is_refused_with_the_reason(
    arguments: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ToolError, match=complaint):
        fit(arguments, VALIDATOR)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*SCHEMA["properties"], "device_name", "other"]), values, max_size=5))
def test_whatever_is_given_fits_afterwards_or_is_refused(arguments: dict[str, Any]) -> None:
    try:
        result = fit(arguments, VALIDATOR)
    except ToolError:
        return
    assert VALIDATOR.is_valid(result)
    assert set(result) <= set(SCHEMA["properties"])
    assert not any(isinstance(value, float) and math.isinf(value) for value in [result.get("level")])
