"""What a search engine is to the gateway."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class SearchResult:
    title: str
    snippet: str
    url: str


class SearchBackend(Protocol):
    """One search engine. `search` raises `ToolError` when it cannot answer; finding nothing is an answer."""

    @property
    def name(self) -> str: ...

    async def search(self, query: str) -> list[SearchResult]: ...
