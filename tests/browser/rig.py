"""A gateway with a browser behind it, and a model that follows a script."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from tests.browser.conftest import Web
from tests.home import Always, Household, SmallHome, settings_for
from tests.scene import Scene
from tests.servers.ollama import Step, scripted_ollama
from voice_gateway.gateway import Gateway
from voice_gateway.metrics import Metrics
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.routing import Intent
from voice_gateway.tools import ToolExecutor, ToolManager
from voice_gateway.tools.search import search_tool

QUESTION = "who is the lieutenant governor of ohio"


@asynccontextmanager
async def browsing(
    web: Web, steps: Sequence[Step], home: SmallHome | None = None, **values: Any
) -> AsyncIterator[Scene]:
    """A scene in which general questions may be looked up on the web's own engine and read in its browser."""
    async with scripted_ollama(steps) as ollama:
        settings = settings_for(
            ollama__base_url=ollama.url,
            **{
                "search__searxng_url": web.site.url,
                "search__backends": ["searxng"],
                "search__fallback_timeout": 60,
                **values,
            },
        )
        manager = ToolManager()
        for tool in [search_tool(settings.search), *(home.tools() if home else ())]:
            manager.register(tool)
        client = OllamaClient(settings.ollama)
        gateway = Gateway(
            settings,
            client,
            manager,
            ToolExecutor(),
            Always(Intent.GENERAL),
            Metrics(),
            servers=web.servers,
            browser=web.browser,
        )
        try:
            yield Scene(ollama, Household(gateway))
        finally:
            await client.close()
