"""The conversion takes any schema and gives one that survives the `ollama` client."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from ollama import Tool

from voice_gateway.models.qwen import flat_parameters

types = st.sampled_from(["string", "integer", "number", "boolean", "object", "array", "null"])
schemas: st.SearchStrategy[Any] = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": types | st.lists(types, min_size=1, max_size=3),
            "description": st.text(max_size=20),
            "enum": st.lists(st.text(max_size=5) | st.integers() | st.none(), min_size=1, max_size=3),
            "const": st.text(max_size=5),
            "default": st.none() | st.integers() | st.text(max_size=5),
            "minimum": st.integers(-5, 5),
            "maximum": st.integers(6, 20),
            "$ref": st.sampled_from(["#/$defs/Place", "#/$defs/Nowhere"]),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "anyOf": st.lists(inner, min_size=1, max_size=3),
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "items": inner,
            "properties": st.dictionaries(st.text(max_size=5), inner, max_size=2),
            "type": types,
        },
    ),
    max_leaves=6,
)
PLACE = {"type": "object", "properties": {"room": {"type": "string"}, "inside": {"$ref": "#/$defs/Place"}}}


@given(
    st.dictionaries(st.text(min_size=1, max_size=8), schemas, max_size=4),
    st.lists(st.text(max_size=8), max_size=3),
)
def test_any_schema_becomes_one_that_equals_what_reaches_the_wire(
    properties: dict[str, Any], required: list[str]
) -> None:
    schema = {"type": "object", "properties": properties, "required": required, "$defs": {"Place": PLACE}}
    parameters = flat_parameters(schema)
    Draft202012Validator.check_schema(parameters)
    definition = {"type": "function", "function": {"name": "x", "description": "y", "parameters": parameters}}
    sent = Tool.model_validate(definition).model_dump(by_alias=True, exclude_none=True)
    assert sent == definition
