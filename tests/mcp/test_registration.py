"""The tools of servers in the gateway's registry."""

from langchain_core.tools import StructuredTool

from voice_gateway.mcp import Registration
from voice_gateway.tools import RegisteredTool, Tier, ToolManager


def tool(name: str) -> RegisteredTool:
    async def answer() -> str:
        return name

    return RegisteredTool(
        StructuredTool.from_function(coroutine=answer, name=name, description=f"Says {name}."), Tier.GENERAL
    )


def test_tools_come_change_and_go_with_their_server() -> None:
    manager = ToolManager()
    registration = Registration(manager)
    first, second, newer = tool("a"), tool("b"), tool("a")
    registration("calendar", (first, second))
    assert manager.all() == (first, second)
    registration("calendar", (newer,))
    assert manager.all() == (newer,)


def test_the_tuple_of_a_tier_stays_the_same_when_nothing_changed() -> None:
    manager = ToolManager()
    registration = Registration(manager)
    tools = (tool("a"), tool("b"))
    registration("calendar", tools)
    bound = manager.select(Tier.GENERAL)
    registration("calendar", tools)
    assert manager.select(Tier.GENERAL) is bound


def test_a_server_can_neither_replace_nor_remove_what_is_not_its_own() -> None:
    manager = ToolManager()
    registration = Registration(manager)
    ours = tool("search_web")
    manager.register(ours)
    registration("stranger", (tool("search_web"),))
    registration("stranger", ())
    assert manager.all() == (ours,)
