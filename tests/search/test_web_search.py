"""Engines in order, a breaker for each, and a cache before all of them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest

from tests.home import settings_for
from tests.scene import Play
from tests.servers.ollama import call, say
from voice_gateway.errors import ToolError
from voice_gateway.routing import Intent
from voice_gateway.tools.search import SearchResult, WebSearch, search_tool
from voice_gateway.tools.search.breaker import FAILURES, FIRST_PAUSE, LONGEST_PAUSE, CircuitBreaker
from voice_gateway.tools.search.cache import DAYS_FOR_FACTS, MINUTES_FOR_NEWS, Found, SearchCache
from voice_gateway.tools.search.folding import folded

RESULT = SearchResult("Ohio", "Jim Tressel.", "http://example.org/")


@dataclass
class Engine:
    """An engine whose answers are prepared; an error stands for any trouble."""

    name: str
    answers: list[list[SearchResult] | ToolError] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)

    async def search(self, query: str) -> list[SearchResult]:
        self.queries.append(query)
        answer = self.answers.pop(0) if self.answers else [RESULT]
        if isinstance(answer, ToolError):
            raise answer
        return answer


def over(*engines: Engine, cache: SearchCache | None = None) -> WebSearch:
    return WebSearch(engines, 5, cache or SearchCache(None), today=lambda: date(2026, 11, 15))


@pytest.mark.parametrize("trouble", [ToolError("it is down"), []])
async def test_the_next_engine_is_asked_when_one_cannot_answer_or_finds_nothing(
    trouble: list[SearchResult] | ToolError,
) -> None:
    first, second = Engine("first", [trouble]), Engine("second")
    assert await over(first, second).search("ohio") == [RESULT]
    assert (len(first.queries), len(second.queries)) == (1, 1)


async def test_what_every_engine_said_is_told_when_none_answers() -> None:
    with pytest.raises(ToolError, match="one is down; two is busy"):
        await over(Engine("1", [ToolError("one is down")]), Engine("2", [ToolError("two is busy")])).search(
            "x"
        )


async def test_an_engine_that_keeps_failing_is_left_alone() -> None:
    down = Engine("down", [ToolError("down")] * 9)
    search = over(down, Engine("up"))
    for number in range(FAILURES + 3):
        await search.search(f"query {number}")
    assert len(down.queries) == FAILURES


def test_a_breaker_lets_one_try_after_each_pause_and_closes_on_success() -> None:
    now = 0.0
    breaker = CircuitBreaker(clock=lambda: now)
    for _ in range(FAILURES):
        assert breaker.allows()
        breaker.failed()
    assert not breaker.allows()
    assert breaker.seconds_left == FIRST_PAUSE
    now = FIRST_PAUSE
    assert [breaker.allows(), breaker.allows()] == [True, False], "one may try, the others wait"
    breaker.failed()
    now += FIRST_PAUSE
    assert not breaker.allows(), "the pause has grown"
    for _ in range(20):
        now += LONGEST_PAUSE
        assert breaker.allows()
        breaker.failed()
    assert breaker.seconds_left == LONGEST_PAUSE
    now += LONGEST_PAUSE
    assert breaker.allows()
    breaker.succeeded()
    assert all(breaker.allows() for _ in range(5))


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[Callable[[], float]], SearchCache]:
    return lambda now: SearchCache(tmp_path / "cache/searches.sqlite3", now)


async def test_results_are_kept_across_restarts_minutes_for_news_and_days_for_facts(
    kept: Callable[[Callable[[], float]], SearchCache],
) -> None:
    now = 1000.0
    engine = Engine("e")
    for query in ("Ohio governor", "height of Everest"):
        await over(engine, cache=kept(lambda: now)).search(query)
    assert engine.queries == ["Ohio governor 2026", "height of Everest"]
    now += MINUTES_FOR_NEWS * 60 - 1
    for query in ("ohio governor", "Height of Everest?"):
        assert await over(engine, cache=kept(lambda: now)).search(query) == [RESULT]
    assert len(engine.queries) == 2
    now += 2
    await over(engine, cache=kept(lambda: now)).search("Ohio governor")
    await over(engine, cache=kept(lambda: now)).search("height of Everest")
    assert len(engine.queries) == 3
    now += DAYS_FOR_FACTS * 86_400
    await over(engine, cache=kept(lambda: now)).search("height of Everest")
    assert len(engine.queries) == 4


@pytest.mark.parametrize("trouble", [ToolError("down"), []])
async def test_errors_and_empty_results_are_not_kept(trouble: list[SearchResult] | ToolError) -> None:
    engine = Engine("e", [trouble])
    search = over(engine)
    with pytest.raises(ToolError):
        await search.search("ohio")
    assert await search.search("ohio") == [RESULT]


def test_a_file_that_is_no_database_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "searches.sqlite3"
    file.write_bytes(b"not a database at all" * 100)
    cache = SearchCache(file)
    cache.put("q", Found("e", [RESULT]), current=False)
    assert SearchCache(file).get("q") == Found("e", [RESULT])
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_place_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = SearchCache(tmp_path / "file/searches.sqlite3")
    assert cache.get("q") is None
    cache.put("q", Found("e", [RESULT]), current=False)
    assert cache.get("q") == Found("e", [RESULT])


@pytest.mark.parametrize(
    "other", ["ohio GOVERNOR", "Ohio governor?", " Ohio  governor ", "Óhio governor", "Ohio governor 2026"]
)
async def test_a_refined_query_that_equals_the_first_is_not_sent_again(play: Play, other: str) -> None:
    """Not even when the first one failed, of which the cache knows nothing."""
    engine = Engine("e", [ToolError("it is down")])
    tool = search_tool(settings_for().search, over(engine))
    script = [
        call(("search_web", {"query": "Ohio governor"})),
        call(("search_web", {"query": other})),
        say("I could not find it."),
    ]
    async with play(Intent.SEARCH, [tool], script) as scene:
        await scene.ask("who is the governor of ohio")
        results = [message["content"] for message in scene.chats[2]["messages"] if message["role"] == "tool"]
    assert engine.queries == ["Ohio governor 2026"]
    assert results == ["Error: it is down"] * 2


def test_folding_keeps_what_makes_a_difference() -> None:
    assert folded("C++ release") != folded("C release")
    assert folded("Who's the king?") == folded("whos the KING")
