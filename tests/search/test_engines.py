"""The engines that want a key, at a loopback address in place of their own."""

import pytest

from tests.home import settings_for
from tests.servers.http import Connection, serve
from voice_gateway.errors import ToolError
from voice_gateway.settings import secrets_of
from voice_gateway.tools.search import SearchResult, search_tool, web_search

KEY = "a-very-secret-key"


async def test_brave_is_asked_with_its_key_and_its_markup_is_taken_out() -> None:
    row = {
        "title": "Mayor &amp; council",
        "description": "The <strong>mayor</strong> is Ann &#39;The Boss&#39;.",
        "url": "http://example.org/",
    }

    async def answer(connection: Connection) -> None:
        await connection.send_json({"type": "search", "web": {"results": [row]}})

    async with serve(answer) as server:
        settings = settings_for(
            search__backends=["brave"], search__brave_key=KEY, search__brave_url=server.url
        )
        results = await web_search(settings.search).search("mayor of Bonn 2026")
    [request] = server.requests
    assert request.path == "/res/v1/web/search?q=mayor+of+Bonn+2026&count=8"
    assert request.headers["x-subscription-token"] == KEY
    assert results == [SearchResult("Mayor & council", "The mayor is Ann 'The Boss'.", "http://example.org/")]


async def test_brave_without_results_has_found_nothing() -> None:
    async def answer(connection: Connection) -> None:
        await connection.send_json({"type": "search", "query": {}})

    async with serve(answer) as server:
        settings = settings_for(
            search__backends=["brave"], search__brave_key=KEY, search__brave_url=server.url
        )
        with pytest.raises(ToolError, match="nothing was found"):
            await web_search(settings.search).search("zzz")


async def test_tavily_is_asked_with_its_key() -> None:
    async def answer(connection: Connection) -> None:
        await connection.send_json({"results": [{"title": "T", "content": "C", "url": "u", "score": 0.9}]})

    async with serve(answer) as server:
        settings = settings_for(
            search__backends=["tavily"], search__tavily_key=KEY, search__tavily_url=server.url
        )
        results = await web_search(settings.search).search("mayor of Bonn 2026")
    [request] = server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body["query"] == "mayor of Bonn 2026"
    assert results == [SearchResult("T", "C", "u")]


@pytest.mark.parametrize("engine", ["brave", "tavily"])
async def test_a_wrong_key_is_said_without_the_key(engine: str) -> None:
    async def answer(connection: Connection) -> None:
        await connection.send_json({"error": KEY}, status=401)

    async with serve(answer) as server:
        values = {f"search__{engine}_key": KEY, f"search__{engine}_url": server.url}
        settings = settings_for(search__backends=[engine], **values)
        with pytest.raises(ToolError, match="answered 401; check its key") as caught:
            await web_search(settings.search).search("x")
    assert KEY not in str(caught.value)
    assert KEY in secrets_of(settings)
    assert KEY not in repr(web_search(settings.search).engines)


def test_engines_without_an_address_or_a_key_are_left_out() -> None:
    assert web_search(settings_for().search).names == "DuckDuckGo"
    settings = settings_for(search__tavily_key=KEY, search__searxng_url="http://127.0.0.1:8888")
    assert web_search(settings.search).names == "SearXNG or Tavily or DuckDuckGo"
    assert "SearXNG or Tavily or DuckDuckGo" in search_tool(settings.search).tool.description


async def test_an_engine_that_redirects_is_not_followed() -> None:
    async def answer(connection: Connection) -> None:
        await connection.send(b"", status=302, kind="text/html\r\nLocation: http://127.0.0.1:1/")

    async with serve(answer) as server:
        settings = settings_for(search__backends=["searxng"], search__searxng_url=server.url)
        with pytest.raises(ToolError, match="SearXNG answered 302"):
            await web_search(settings.search).search("x")
    assert len(server.requests) == 1
