"""Which of a server's tools are offered, and in which form."""

from typing import Any

import pytest
from mcp.types import CallToolResult, Tool, ToolAnnotations

from voice_gateway.mcp import McpServer, Stdio
from voice_gateway.mcp.toolbox import Toolbox


async def call(definition: Tool, arguments: dict[str, Any]) -> CallToolResult:
    return CallToolResult(content=[], structuredContent={"tool": definition.name, **arguments})


def tool(name: str, **facts: Any) -> Tool:
    return Tool(**{"name": name, "description": "Does it.", "inputSchema": {"type": "object"}, **facts})


def box(**options: Any) -> Toolbox:
    return Toolbox(McpServer("any", Stdio("any"), **options), call)


def test_what_cannot_be_registered_is_skipped_with_a_reason(caplog: pytest.LogCaptureFixture) -> None:
    toolbox = box()
    toolbox.update(
        [
            tool("good"),
            tool("mute", description=None),
            tool("odd", inputSchema={"type": "object", "properties": {"a": {"type": "no such type"}}}),
            tool("a.b"),
            tool("a_b"),
            tool("1st"),
        ]
    )
    assert [found.name for found in toolbox.tools] == ["good", "a_b"]
    assert "“mute” was refused: it has no description" in caplog.text
    assert "“odd” was refused: its arguments are no JSON Schema" in caplog.text
    assert "“a_b” was refused: the server has another of that name" in caplog.text
    assert "“1st” was refused: its name" in caplog.text


def test_a_tool_stays_the_same_object_until_it_changes() -> None:
    toolbox = box()
    assert toolbox.update([tool("a"), tool("b")])
    first = toolbox.tools
    assert not toolbox.update([tool("a"), tool("b")])
    assert toolbox.tools == first
    assert toolbox.update([tool("a"), tool("b", description="Does more.")])
    assert toolbox.tools[0] is first[0]
    assert toolbox.tools[1] is not first[1]


def test_the_owners_word_counts_beside_the_servers() -> None:
    toolbox = box(reads=("peek_*",))
    toolbox.update(
        [tool("look", annotations=ToolAnnotations(readOnlyHint=True)), tool("peek_in"), tool("push")]
    )
    assert [found.acts({}) for found in toolbox.tools] == [False, False, True]


@pytest.mark.parametrize(
    "description", ["word " * 1000, "x" * 10_000, "Short. " + "word " * 1000, "Line one\n" * 300]
)
def test_descriptions_of_any_length_fit(description: str) -> None:
    toolbox = box()
    toolbox.update([tool("long", description=description)])
    (found,) = toolbox.tools
    assert description.startswith(found.tool.description[:5])


async def test_structured_content_is_the_text_when_there_is_no_other() -> None:
    toolbox = box()
    toolbox.update([tool("facts")])
    (found,) = toolbox.tools
    names = {"config": "c", "run_manager": "r", "self": "s", "callbacks": "b"}
    message = await found.tool.ainvoke({"type": "tool_call", "id": "1", "name": "facts", "args": names})
    assert message.artifact == {"tool": "facts", **names}
    assert '"self": "s"' in message.content
