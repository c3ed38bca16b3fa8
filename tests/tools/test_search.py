"""Searching the web through either engine, and what is made of the results."""

import json

import pytest

from tests.home import settings_for
from tests.servers.http import Connection, serve
from voice_gateway.settings import Settings
from voice_gateway.tokens import estimate_tokens
from voice_gateway.tools import Result, ToolExecutor, TurnState, make_call
from voice_gateway.tools.clock import local_now
from voice_gateway.tools.search import SearchResult, search_tool
from voice_gateway.tools.search.present import MAX_TOKENS, UNTRUSTED, present

ROWS = [{"title": f"Page {n}", "content": f"Fact {n}.", "url": f"http://example.org/{n}"} for n in range(8)]


async def ask(settings: Settings, query: str = "mayor 2026") -> Result:
    tool = search_tool(settings.search)
    [result] = await ToolExecutor().run_all([make_call("search_web", {"query": query})], [tool], TurnState())
    return result


async def test_searxng_is_asked_for_json_and_its_results_become_snippets() -> None:
    async def answer(connection: Connection) -> None:
        await connection.send_json({"results": ROWS})

    async with serve(answer) as server:
        result = await ask(settings_for(search__searxng_url=server.url), "mayor of Bonn 2026")
    assert server.requests[0].path == "/search?q=mayor+of+Bonn+2026&format=json"
    assert result.text.splitlines()[:2] == [UNTRUSTED, "- Page 0: Fact 0."]
    assert len(result.text.splitlines()) == 6


DUCK = """<html><body><div class="serp__results">
<div class="result results_links web-result "><div class="links_main links_deep result__body">
<h2 class="result__title"><a class="result__a" href="http://example.org/ann">Ann is mayor</a></h2>
<a class="result__snippet" href="http://example.org/ann">Ann has been mayor since 2025.</a>
</div></div></div></body></html>"""


async def test_duckduckgo_answers_when_searxng_cannot() -> None:
    async def answer(connection: Connection) -> None:
        if connection.request.path.startswith("/search"):
            await connection.send(b"busy", status=503)
        else:
            await connection.send(DUCK.encode(), kind="text/html")

    async with serve(answer) as server:
        result = await ask(
            settings_for(search__searxng_url=server.url, search__duckduckgo_url=f"{server.url}/html/")
        )
    assert result.ok, result.text
    assert "Ann is mayor: Ann has been mayor since 2025." in result.text


@pytest.mark.parametrize(
    ("status", "body", "complaint"),
    [
        (403, b"forbidden", "switch on its JSON format"),
        (200, b"<html>", "not its JSON format"),
        (200, b'{"results": 3}', "not its JSON format"),
        (500, b"", "SearXNG answered 500"),
    ],
)
async def test_what_goes_wrong_with_searxng_is_said(status: int, body: bytes, complaint: str) -> None:
    async def answer(connection: Connection) -> None:
        await connection.send(body, status=status)

    async with serve(answer) as server:
        result = await ask(settings_for(search__searxng_url=server.url, search__backends=["searxng"]))
    assert complaint in result.text


async def test_nothing_found_is_an_error_that_names_the_query() -> None:
    async def answer(connection: Connection) -> None:
        await connection.send(json.dumps({"results": []}).encode())

    async with serve(answer) as server:
        result = await ask(settings_for(search__searxng_url=server.url, search__backends=["searxng"]), "zzz")
    assert result.text == 'Error: nothing was found for "zzz"'


def test_results_are_deduplicated_and_fit_a_small_window() -> None:
    twice = [SearchResult("A", "one " * 40, "http://a/"), SearchResult("A", "one " * 40, "http://a")]
    many = [SearchResult(f"Title {n}", "some words of text " * 30, f"http://{n}") for n in range(9)]
    text = present([*twice, *many])
    assert text.count("- A:") == 1
    assert estimate_tokens(text) <= MAX_TOKENS
    assert len(text.splitlines()) <= 6


def test_one_enormous_snippet_is_shortened_rather_than_dropped() -> None:
    text = present([SearchResult("Big", "word " * 5000, "http://big")])
    assert "- Big: word" in text
    assert estimate_tokens(text) <= MAX_TOKENS + 5


async def test_a_year_that_only_the_model_named_is_put_right_by_what_was_said() -> None:
    """The sentence comes with the turn, also where nothing is traced."""

    async def answer(connection: Connection) -> None:
        await connection.send_json({"results": ROWS})

    async with serve(answer) as server:
        tool = search_tool(settings_for(search__searxng_url=server.url, search__cache=False).search)
        call = make_call("search_web", {"query": "US president 2023"})
        await ToolExecutor().run_all([call], [tool], TurnState("who is the president right now"))
    assert f"+{local_now().year}&" in server.requests[0].path
