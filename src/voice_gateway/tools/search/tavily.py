"""Tavily, a search made for language models, by its API and a key."""

from dataclasses import dataclass, field

import httpx

from voice_gateway.tools.search.backend import SearchResult
from voice_gateway.tools.search.exchange import WANTED, as_results, ask_json


@dataclass(frozen=True)
class TavilyBackend:
    url: str
    key: str = field(repr=False)
    timeout: float
    name: str = "Tavily"

    async def search(self, query: str) -> list[SearchResult]:
        request = httpx.Request(
            "POST",
            f"{self.url.rstrip('/')}/search",
            json={"query": query, "max_results": WANTED, "search_depth": "basic"},
            headers={"Authorization": f"Bearer {self.key}"},
        )
        rows = await ask_json(self.name, request, self.timeout, lambda body: body["results"])
        return as_results(rows, snippet="content")
