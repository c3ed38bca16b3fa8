"""A `format` becomes something llama.cpp can decode under, or a reason why not."""

import json
from typing import Any

import pytest

from tests.engine.asking import ask, request, user
from voice_gateway.engine import Engine, EngineError
from voice_gateway.engine.schema import constraint

SWITCH: dict[str, Any] = {
    "type": "object",
    "properties": {"action": {"enum": ["on", "off"]}, "device": {"type": "string", "maxLength": 20}},
    "required": ["action", "device"],
}


def grammar(schema: dict[str, Any]) -> dict[str, Any]:
    text = constraint(schema)["grammar"]
    inner: dict[str, Any] = json.loads(text.partition("%json ")[2])
    return inner


def test_a_common_schema_is_decoded_in_one_line_and_without_other_properties() -> None:
    made = grammar(SWITCH)
    assert made["additionalProperties"] is False
    assert made["x-guidance"]["whitespace_flexible"] is False


def test_room_that_a_schema_asks_for_stays() -> None:
    assert grammar({**SWITCH, "additionalProperties": True})["additionalProperties"] is True
    assert "additionalProperties" not in grammar({"type": "object"})


def test_a_property_may_be_called_like_a_keyword() -> None:
    made = grammar({"type": "object", "properties": {"pattern": {"type": "string"}, "not": {"type": "null"}}})
    assert set(made["properties"]) == {"pattern", "not"}


def test_a_rarer_schema_is_left_to_llama() -> None:
    rare = {"type": "string", "pattern": "^[a-z]+$"}
    assert constraint(rare) == {"json_schema": rare}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"properties": []},
        {"enum": []},
        {"type": "array", "minItems": 10**9},
        {"type": "string", "maxLength": 10**6},
        {"$ref": "#/$defs/none"},
        {"$ref": "https://example.invalid/x"},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}},
        {"type": "object", "properties": {"a": {"$ref": "#"}}},
    ],
)
def test_a_schema_that_cannot_be_followed_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as caught:
        constraint(schema)
    assert caught.value.status == 400


def test_a_schema_too_deep_or_too_large_is_refused() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(60):
        deep = {"type": "array", "items": deep}
    large = {"enum": [f"word {number}" for number in range(20_000)]}
    for schema in (deep, large):
        with pytest.raises(EngineError, match="too large"):
            constraint(schema)


@pytest.mark.parametrize(
    "schema",
    [
        SWITCH,
        {"anyOf": [{"const": "yes"}, {"const": "no"}]},
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": 9},
            "minItems": 2,
            "maxItems": 2,
        },
        {
            "$defs": {
                "Room": {"type": "object", "properties": {"name": {"enum": ["hall"]}}, "required": ["name"]}
            },
            "type": "object",
            "properties": {"room": {"$ref": "#/$defs/Room"}},
            "required": ["room"],
        },
    ],
)
async def test_answers_follow_the_schema(engine: Engine, schema: dict[str, Any]) -> None:
    from jsonschema import validate

    text, end = await ask(engine, request([user("Turn on the lamp in the hall.")], tokens=48, format=schema))
    assert end.reason == "stop"
    assert "\n" not in text
    validate(json.loads(text), schema)


async def test_any_json_is_an_object(engine: Engine) -> None:
    text, _ = await ask(engine, request([user("Describe a lamp as JSON.")], tokens=24, format="json"))
    assert text.startswith("{")


async def test_a_rarer_schema_is_followed_too(engine: Engine) -> None:
    asked = request([user("Say a word.")], tokens=24, format={"type": "string", "pattern": "^[a-c]{2,4}$"})
    text, _ = await ask(engine, asked)
    assert set(json.loads(text)) <= set("abc")
