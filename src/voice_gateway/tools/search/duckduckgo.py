"""DuckDuckGo, which needs no account, through the `ddgs` package."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from voice_gateway.errors import ToolError
from voice_gateway.tools.search.backend import SearchResult
from voice_gateway.tools.search.exchange import WANTED

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class DuckDuckGoBackend:
    timeout: float
    url: str | None = None
    """Another address of the same page, for a proxy or a test."""

    name: str = "DuckDuckGo"

    async def search(self, query: str) -> list[SearchResult]:
        try:
            async with asyncio.timeout(self.timeout + 1):
                rows = await asyncio.to_thread(self._search, query)
        except TimeoutError:
            raise ToolError(f"DuckDuckGo did not answer within {self.timeout:g} seconds") from None
        return [SearchResult(row.get("title", ""), row.get("body", ""), row.get("href", "")) for row in rows]

    def _search(self, query: str) -> list[dict[str, Any]]:
        """The package is synchronous, so this runs in a thread."""
        from ddgs import DDGS
        from ddgs.engines.duckduckgo import Duckduckgo
        from ddgs.exceptions import DDGSException

        if self.url:
            Duckduckgo.search_url = self.url
        try:
            return DDGS(timeout=max(1, round(self.timeout))).text(
                query, max_results=WANTED, backend="duckduckgo"
            )
        except DDGSException as error:
            if "no results" in str(error).lower():
                return []
            log.info("DuckDuckGo could not be asked: %s", error)
            raise ToolError("DuckDuckGo cannot be reached") from None
