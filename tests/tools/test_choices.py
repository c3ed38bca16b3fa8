"""Arguments whose values are listed may be of any type, from a server's schema to the call that is made."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage
from mcp.types import CallToolResult, Tool

from voice_gateway.engine.schema import constraint
from voice_gateway.errors import ToolError
from voice_gateway.mcp import McpServer, Stdio
from voice_gateway.mcp.tool import as_registered
from voice_gateway.models.constrained import CallQuestion
from voice_gateway.models.qwen import to_qwen
from voice_gateway.tools import RegisteredTool
from voice_gateway.tools.checks import check_definition
from voice_gateway.tools.execution import fit_call


def fan(**properties: Any) -> RegisteredTool:
    async def call(definition: Tool, arguments: dict[str, Any]) -> CallToolResult:
        return CallToolResult(content=[])

    schema = {"type": "object", "properties": properties}
    definition = Tool(name="set_fan", description="Sets the fan.", inputSchema=schema)
    return as_registered(McpServer("fans", Stdio("fans")), definition, call)


SHAPES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"type": "integer", "enum": [1, 2, 3]}, {"type": "integer", "enum": [1, 2, 3]}),
    ({"enum": [10, 20]}, {"type": "integer", "enum": [10, 20]}),
    ({"enum": [0.5, 1]}, {"type": "number", "enum": [0.5, 1]}),
    ({"type": ["integer", "null"], "enum": [1, None]}, {"type": "integer", "enum": [1]}),
    ({"enum": ["auto", 1, True]}, {"type": "string", "enum": ["auto", "1", "true"]}),
    ({"type": ["integer", "string"], "enum": [1, "auto"]}, {"type": "string", "enum": ["1", "auto"]}),
    ({"anyOf": [{"enum": [1, 2]}, {"const": "auto"}]}, {"type": "string", "enum": ["1", "2", "auto"]}),
    ({"const": 3}, {"type": "integer", "enum": [3]}),
]


@pytest.mark.parametrize(("declared", "sent"), SHAPES)
def test_what_a_model_is_shown_is_consistent(declared: dict[str, Any], sent: dict[str, Any]) -> None:
    tool = fan(speed=declared)
    check_definition(tool)
    [definition] = to_qwen([tool])
    assert definition["function"]["parameters"]["properties"]["speed"] == sent
    [system, _] = CallQuestion([HumanMessage("faster")], (tool,)).prompt
    values = "|".join(value if isinstance(value, str) else json.dumps(value) for value in sent["enum"])
    assert f"set_fan(speed?: {values})" in system.text


@pytest.mark.parametrize(("declared", "sent"), SHAPES)
def test_whatever_is_listed_can_be_written_under_the_schema_and_is_read_back(
    declared: dict[str, Any], sent: dict[str, Any]
) -> None:
    tool = fan(speed=declared)
    question = CallQuestion([], (tool,))
    assert constraint(question.schema)
    for value in sent["enum"]:
        written = json.dumps({"set_fan": {"speed": value}})
        call = question.read(written)
        assert call
        assert tool.validator.is_valid(fit_call(call["args"], tool))


@pytest.mark.parametrize(
    ("declared", "given_value", "meant"),
    [
        ({"type": "integer", "enum": [1, 2, 3]}, "2", 2),
        ({"type": "integer", "enum": [1, 2, 3]}, 2.0, 2),
        ({"enum": ["auto", 1]}, "AUTO", "auto"),
        ({"enum": ["auto", 1]}, "1", 1),
        ({"enum": [True, "auto"]}, "true", True),
        ({"type": "array", "items": {"enum": [1, 2]}}, ["1", "2"], [1, 2]),
        (True, "none", None),
    ],
)
def test_a_listed_value_is_known_by_its_spelling(declared: Any, given_value: Any, meant: Any) -> None:
    fitted = fit_call({"speed": given_value}, fan(speed=declared)).get("speed")
    assert (fitted, type(fitted)) == (meant, type(meant))


@pytest.mark.parametrize("value", [True, "two", 4, [1]])
def test_a_value_that_is_not_listed_is_refused(value: Any) -> None:
    with pytest.raises(ToolError, match="speed"):
        fit_call({"speed": value}, fan(speed={"type": "integer", "enum": [1, 2, 3]}))


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)


@given(st.lists(plain, min_size=1, max_size=5), plain)
def test_no_list_of_values_breaks_anything(listed: list[Any], value: Any) -> None:
    tool = fan(speed={"enum": listed})
    to_qwen([tool])
    question = CallQuestion([HumanMessage("faster")], (tool,))
    assert question.prompt
    constraint(question.schema)
    try:
        fitted = fit_call({"speed": value}, tool)
    except ToolError:
        return
    assert tool.validator.is_valid(fitted)
