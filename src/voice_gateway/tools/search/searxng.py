"""SearXNG, the engine that people host themselves, by its JSON interface."""

from dataclasses import dataclass

import httpx

from voice_gateway.tools.search.backend import SearchResult
from voice_gateway.tools.search.exchange import as_results, ask_json


@dataclass(frozen=True)
class SearxngBackend:
    url: str
    timeout: float
    name: str = "SearXNG"

    async def search(self, query: str) -> list[SearchResult]:
        address = f"{self.url.rstrip('/')}/search"
        rows = await ask_json(
            self.name,
            httpx.Request("GET", address, params={"q": query, "format": "json"}),
            self.timeout,
            lambda body: body["results"],
            advice={403: "switch on its JSON format", 429: "switch off its limiter for this machine"},
        )
        return as_results(rows, snippet="content")
