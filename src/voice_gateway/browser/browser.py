"""The browser of the web-search fallback, from what is on this machine."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from voice_gateway.browser.addresses import AddressPolicy
from voice_gateway.browser.chromium import find_chromium
from voice_gateway.browser.installation import Announce, Installation
from voice_gateway.browser.landing import landing
from voice_gateway.browser.node import find_node
from voice_gateway.browser.page_tools import page_tools
from voice_gateway.browser.proxy import GuardedProxy
from voice_gateway.browser.server import NAME, playwright_server
from voice_gateway.mcp import McpIntegration, McpServer
from voice_gateway.settings.model import SearchSettings
from voice_gateway.settings.places import cache_dir
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.tier import Tier

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Browser:
    """A browser that is started when its tools are first asked for, and stops when it is idle."""

    server: McpServer
    """For `McpIntegration`, which holds it."""

    policy: AddressPolicy
    proxy: GuardedProxy
    installation: Installation

    async def tools(self, servers: McpIntegration) -> tuple[RegisteredTool, ...]:
        """The browser's tools, for one query. Each call makes new ones: nobody else holds them."""
        name = servers.server_for(Tier.BROWSER) or NAME
        if name == NAME:
            await self.installation.ready()
        return page_tools(await servers.tools_of(name), self.land)

    async def land(self, url: str) -> str:
        """Where an address leads; `ToolError` when it may not be opened or nobody is there."""
        return await landing(url, self.policy, self.proxy.url)


@asynccontextmanager
async def open_browser(
    settings: SearchSettings, announce: Announce = log.warning
) -> AsyncIterator[Browser | None]:
    """The browser, not started yet; None when it is switched off or this machine has none."""
    chromium = find_chromium(settings.chromium) if settings.browser else None
    node = await asyncio.to_thread(find_node) if chromium else None
    if not chromium or not node:
        if settings.browser:
            log.info("Pages are not read: %s was not found", "Node" if chromium else "Chromium")
        yield None
        return
    policy = AddressPolicy([*settings.allowed_hosts, *_own_engines(settings)])
    installation = Installation(cache_dir() / "browser", node, announce)
    # What was read is nobody's business afterwards, so pages are kept only as long as the gateway runs.
    with TemporaryDirectory(prefix="voice-gateway-", ignore_cleanup_errors=True) as pages:
        async with GuardedProxy(policy) as proxy:
            server = playwright_server(node, installation.script, chromium, proxy.url, Path(pages))
            try:
                yield Browser(server, policy, proxy, installation)
            finally:
                await installation.close()


def _own_engines(settings: SearchSettings) -> list[str]:
    """The engines that the owner hosts, whose result pages may be read where they are."""
    addresses = [urlsplit(url) for url in (settings.searxng_url, settings.duckduckgo_url) if url]
    return [
        f"[{parts.hostname}]:{port}" if ":" in parts.hostname else f"{parts.hostname}:{port}"
        for parts in addresses
        if parts.hostname
        for port in [parts.port or (443 if parts.scheme == "https" else 80)]
    ]
