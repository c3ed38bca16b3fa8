"""Scenario 24: the browser's tools come for the fallback's own query and are gone afterwards."""

import pytest

from tests.browser.conftest import Web
from tests.browser.rig import browsing
from tests.servers.http import Connection
from tests.servers.ollama import call, say
from voice_gateway.browser.server import TOOLS
from voice_gateway.tools import Tier

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTION = "when was the bridge opened"
IGNORANT = "I don't know."


async def test_s24_playwright_tools_are_bound_for_the_fallbacks_query_only(web: Web) -> None:
    """The model clicks its way to the next page, with seven tools and the question as all it is told."""
    web.site.finds("/answer")
    script = [
        *(say("Hello, Ann."), say(IGNORANT), say(IGNORANT), say(IGNORANT)),
        click_the_next_page,
        *(say("It was opened in 1931."), say("As you wish.")),
    ]
    async with browsing(web, script) as scene:
        manager = scene.house.gateway.manager
        await scene.ask("my name is Ann and I like bridges")
        assert await scene.ask(QUESTION) == "It was opened in 1931."
        await scene.ask("tell me a story about it")
        before, driving, after = scene.chats[:4], scene.chats[4:6], scene.chats[6:]
        assert manager.select(Tier.BROWSER) == (), "never registered"
        assert web.servers.tools() == (), "and in no ordinary turn"

    assert len(after) == 1
    for chat in driving:
        assert {tool["function"]["name"] for tool in chat["tools"]} == set(TOOLS)
        assert not any("Ann" in message.get("content", "") for message in chat["messages"]), "nothing private"
    assert not any(chat.get("tools") for chat in [*before, *after])
    assert "The bridge was opened in 1931." in driving[1]["messages"][-2]["content"]
    assert not any(message["role"] == "tool" for message in after[0]["messages"]), "nor are its pages"


async def test_s24_the_browser_offers_nothing_that_runs_code_or_writes_files(web: Web) -> None:
    tools = await web.browser.tools(web.servers)
    assert {tool.name for tool in tools} == set(TOOLS)
    assert len(tools) == 7
    assert sum(tool.tokens for tool in tools) < 1065, "less than the server's own definitions"
    arguments = {name for tool in tools for name in tool.schema["properties"]}
    assert arguments == {"url", "target", "text", "submit", "time", "key"}
    assert all(tool.reads_web and tool.tier is Tier.BROWSER for tool in tools)


async def click_the_next_page(connection: Connection) -> None:
    """A model that has read the page and its links."""
    page = connection.request.body["messages"][-1]["content"]
    target = page.split(": the next page")[0].rsplit(" ", 1)[-1]
    await call(("browser_click", {"target": target}))(connection)
