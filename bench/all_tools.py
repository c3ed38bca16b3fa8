"""All 31 tools that could be bound at once: six of the home, three of our own, 22 of a browser."""

import asyncio
from pathlib import Path

from langchain_core.tools import StructuredTool

from voice_gateway.assembly import make_manager, open_home_and_servers
from voice_gateway.browser.installation import Installation
from voice_gateway.browser.node import find_node
from voice_gateway.errors import GatewayError
from voice_gateway.mcp import McpIntegration, McpServer, Stdio
from voice_gateway.settings import load_settings
from voice_gateway.tools import RegisteredTool, Tier, Tools

BROWSER_TOOLS = 22
CACHE = Path("build")


def gather() -> tuple[Tools, Tools, str]:
    """The tools of a device question, all 31, and where the browser's come from."""
    return asyncio.run(_gather())


async def _gather() -> tuple[Tools, Tools, str]:
    settings = load_settings(environment={}).settings
    manager = make_manager(settings)
    async with open_home_and_servers(settings, manager):
        home = manager.select(Tier.DEVICE)
        own = tuple(t for tier in (Tier.DATETIME, Tier.VOLUME, Tier.SEARCH) for t in manager.select(tier))
    browser, source = await _browser()
    return home, (*home, *own, *browser), source


async def _browser() -> tuple[Tools, str]:
    """What Playwright's own server lists; stand-ins of the same size where it cannot be had."""
    node = find_node()
    if node is not None:
        installation = Installation(CACHE, node)
        try:
            await installation.ready()
            server = Stdio(node.program, (str(installation.script.resolve()), "--headless", "--isolated"), {})
            async with McpIntegration([McpServer("browser", server, tier=Tier.BROWSER)]) as servers:
                listed = await servers.tools_of("browser")
            if len(listed) >= BROWSER_TOOLS:
                return listed[:BROWSER_TOOLS], f"{BROWSER_TOOLS} of the {len(listed)} of @playwright/mcp"
        except GatewayError:
            pass
        finally:
            await installation.close()
    return tuple(_stand_in(number) for number in range(BROWSER_TOOLS)), "22 stand-ins of their size"


def _stand_in(number: int) -> RegisteredTool:
    async def act(element: str, target: str, text: str | None = None, timeout: float | None = None) -> str:
        return ""

    description = (
        "Perform an action on one element of the web page, as it is named in the last snapshot of it."
    )
    tool = StructuredTool.from_function(
        coroutine=act, name=f"browser_action_{number}", description=description
    )
    return RegisteredTool(tool, Tier.BROWSER)
