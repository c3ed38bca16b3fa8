"""The real thing: Playwright's MCP server in the pinned version, driving this machine's Chromium."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from tests.browser.site import Site, site
from tests.home import settings_for
from tests.programs import missing, needs
from voice_gateway.browser import Browser, open_browser
from voice_gateway.errors import ToolError
from voice_gateway.mcp import McpIntegration

KEPT = Path(__file__).parents[2] / "build/browser-tests"
"""Where npm installs to, once; a folder that git ignores."""


@dataclass
class Web:
    """A browser, the servers that hold it, a site that it may open and one that it may not."""

    browser: Browser
    servers: McpIntegration
    site: Site
    private: Site
    dead: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web() -> AsyncIterator[Web]:
    """One browser for a module, since its start takes seconds."""
    needs("chromium")
    needs("node")
    async with AsyncExitStack() as stack:
        place = stack.enter_context(pytest.MonkeyPatch.context())
        place.setenv("XDG_CACHE_HOME", str(KEPT))
        here = await stack.enter_async_context(site())
        private = await stack.enter_async_context(site())
        async with site() as gone:
            dead = gone.host
        settings = settings_for(search__allowed_hosts=[here.host, dead]).search
        browser = await stack.enter_async_context(open_browser(settings))
        assert browser
        try:
            await browser.installation.ready()
        except ToolError as error:
            missing(f"Playwright's MCP server cannot be installed: {error.message}")
        servers = await stack.enter_async_context(McpIntegration([browser.server]))
        here.elsewhere = f"{private.url}/answer"
        yield Web(browser, servers, here, private, f"http://{dead}/")
