"""Brave Search, an index of its own, by its API and a key."""

import html
import re
from dataclasses import dataclass, field, replace

import httpx

from voice_gateway.tools.search.backend import SearchResult
from voice_gateway.tools.search.exchange import WANTED, as_results, ask_json

_TAG = re.compile(r"</?\w+>")


@dataclass(frozen=True)
class BraveBackend:
    url: str
    key: str = field(repr=False)
    timeout: float
    name: str = "Brave"

    async def search(self, query: str) -> list[SearchResult]:
        request = httpx.Request(
            "GET",
            f"{self.url.rstrip('/')}/res/v1/web/search",
            params={"q": query, "count": WANTED},
            headers={"X-Subscription-Token": self.key, "Accept": "application/json"},
        )
        # Without results the whole part "web" is missing.
        rows = await ask_json(
            self.name, request, self.timeout, lambda body: body.get("web", {"results": []})["results"]
        )
        found = as_results(rows, snippet="description")
        return [
            replace(result, title=_plain(result.title), snippet=_plain(result.snippet)) for result in found
        ]


def _plain(text: str) -> str:
    """Without the <strong> around words that match, and with characters instead of entities."""
    return html.unescape(_TAG.sub("", text))
