"""A search from a query to results: the year, the cache, then the engines in order."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path

from voice_gateway import trace
from voice_gateway.errors import ToolError
from voice_gateway.settings.model import SearchSettings
from voice_gateway.settings.places import cache_dir
from voice_gateway.tools.clock import local_now
from voice_gateway.tools.execution.call import running_turn
from voice_gateway.tools.search.backend import SearchBackend, SearchResult
from voice_gateway.tools.search.brave import BraveBackend
from voice_gateway.tools.search.breaker import CircuitBreaker
from voice_gateway.tools.search.cache import Found, SearchCache
from voice_gateway.tools.search.duckduckgo import DuckDuckGoBackend
from voice_gateway.tools.search.folding import folded
from voice_gateway.tools.search.freshness import is_current, with_year
from voice_gateway.tools.search.searxng import SearxngBackend
from voice_gateway.tools.search.tavily import TavilyBackend

log = logging.getLogger(__name__)


def _today() -> date:
    return local_now().date()


@dataclass
class WebSearch:
    """The engines that are set up, each with its breaker, behind one cache."""

    engines: Sequence[SearchBackend]
    timeout: float
    cache: SearchCache
    today: Callable[[], date] = _today
    _breakers: dict[str, CircuitBreaker] = field(default_factory=dict, init=False)

    @property
    def names(self) -> str:
        return " or ".join(engine.name for engine in self.engines)

    def sent_as(self, query: str) -> str:
        """The query as engines see it: in one line, with the year where it needs one."""
        turn = running_turn()
        return with_year(" ".join(query.split()), self.today(), turn.sentence if turn else "")

    def identity(self, query: str) -> str:
        """The same for all spellings of a query."""
        return folded(self.sent_as(query))

    async def search(self, query: str) -> list[SearchResult]:
        """What the first engine that has anything found; `ToolError` when none has."""
        sent = self.sent_as(query)
        key = folded(sent) or sent
        if known := self.cache.get(key):
            _record(sent, known, known=True)
            return known.results
        try:
            found = await self._ask(sent)
        except ToolError:
            _record(sent, None)
            raise
        self.cache.put(key, found, current=is_current(sent))
        _record(sent, found)
        return found.results

    async def _ask(self, query: str) -> Found:
        problems = []
        for engine in self.engines:
            breaker = self._breakers.setdefault(engine.name, CircuitBreaker())
            if not breaker.allows():
                problems.append(f"{engine.name} failed and rests for {breaker.seconds_left:.0f} seconds")
                continue
            try:
                # An engine keeps its own time; this is for one whose connection trickles.
                async with asyncio.timeout(self.timeout + 2):
                    results = await engine.search(query)
            except (ToolError, TimeoutError) as error:
                slow = f"{engine.name} did not answer within {self.timeout:g} seconds"
                problems.append(error.message if isinstance(error, ToolError) else slow)
                log.warning("%s", problems[-1])
                breaker.failed()
                continue
            breaker.succeeded()
            if results:
                return Found(engine.name, results)
        raise ToolError("; ".join(problems) or f'nothing was found for "{query}"')


def web_search(settings: SearchSettings) -> WebSearch:
    """The search for these settings: one object, so that everyone knows which engine is down."""
    return _web_search(settings, cache_dir() / "searches.sqlite3" if settings.cache else None)


@lru_cache(maxsize=4)
def _web_search(settings: SearchSettings, file: Path | None) -> WebSearch:
    return WebSearch(_engines(settings), settings.timeout, SearchCache(file))


def _engines(settings: SearchSettings) -> list[SearchBackend]:
    seconds = settings.timeout
    engines: list[SearchBackend] = []
    for name in dict.fromkeys(settings.backends):
        if name == "searxng" and settings.searxng_url:
            engines.append(SearxngBackend(settings.searxng_url, seconds))
        elif name == "brave" and settings.brave_key:
            engines.append(BraveBackend(settings.brave_url, settings.brave_key.get_secret_value(), seconds))
        elif name == "tavily" and settings.tavily_key:
            engines.append(
                TavilyBackend(settings.tavily_url, settings.tavily_key.get_secret_value(), seconds)
            )
        elif name == "duckduckgo":
            engines.append(DuckDuckGoBackend(seconds, settings.duckduckgo_url))
    return engines or [DuckDuckGoBackend(seconds, settings.duckduckgo_url)]


def _record(query: str, found: Found | None, *, known: bool = False) -> None:
    trace.record(
        trace.Searched(
            query=query,
            engine=found.engine if found else None,
            results=len(found.results) if found else 0,
            known=known,
        )
    )
