"""A search engine that finds one page for everything and keeps what it was asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from tests.servers.http import Connection, LoopbackServer, serve


@dataclass(frozen=True)
class SearchEngine:
    server: LoopbackServer

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def queries(self) -> list[str]:
        return [parse_qs(urlsplit(request.path).query)["q"][0] for request in self.server.requests]


@asynccontextmanager
async def search_engine(found: str = "The bridge was opened in 1931.") -> AsyncIterator[SearchEngine]:
    """It speaks as SearXNG does."""

    async def handle(connection: Connection) -> None:
        page = {"title": "A page", "url": "http://example.org/", "content": found}
        await connection.send_json({"query": "", "results": [page]})

    async with serve(handle) as server:
        yield SearchEngine(server)
