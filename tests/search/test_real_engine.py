"""Search end to end: our pages in a ZIM file, searched by kiwix-serve, asked by searx, read by a turn."""

from datetime import date

from tests.home import SmallHome, settings_for
from tests.scene import Play
from tests.servers.ollama import call, nothing, say
from voice_gateway.routing import Intent
from voice_gateway.settings.model import SearchSettings
from voice_gateway.tools.search import search_tool, web_search
from voice_gateway.tools.search.present import UNTRUSTED


def at(address: str) -> SearchSettings:
    return settings_for(search__backends=["searxng"], search__searxng_url=address, search__timeout=30).search


QUESTION = "who is the lieutenant governor of ohio"


async def test_a_query_becomes_results_with_title_snippet_and_address(searx: str) -> None:
    search = web_search(at(searx))
    [first, *_] = await search.search("mayor of Bonn")
    assert first.title == "Mayors"
    assert "The mayor of Bonn in 2026 is Guido Deus." in first.snippet
    assert first.url.endswith("/bonn")


async def test_s01_a_turn_is_answered_with_what_a_real_engine_found(searx: str, play: Play) -> None:
    tool = search_tool(at(searx))
    script = [call(("search_web", {"query": "lieutenant governor Ohio"})), say("It is Jim Tressel.")]
    async with play(Intent.SEARCH, [tool], script) as scene:
        answer = await scene.house.gateway.turn(QUESTION, scene.house.conversation)
        results = [message["content"] for message in scene.chats[1]["messages"] if message["role"] == "tool"]
    assert answer.text == "It is Jim Tressel."
    [text] = results
    assert text.startswith(UNTRUSTED)
    assert "Jim Tressel is the lieutenant governor" in text
    [looked_up] = [event for event in answer.trace.as_dict()["events"] if event["event"] == "searched"]
    assert looked_up["query"] == f"lieutenant governor Ohio {date.today().year}"  # noqa: DTZ011
    assert looked_up["engine"] == "SearXNG"


async def test_s02_both_searches_of_a_refinement_reach_the_engine(searx: str, play: Play) -> None:
    tool = search_tool(at(searx))
    script = [
        call(("search_web", {"query": "Ohio officials"})),
        call(("search_web", {"query": "gold price"})),
        say("Done."),
    ]
    async with play(Intent.SEARCH, [tool], script) as scene:
        await scene.ask(QUESTION)
        results = [message["content"] for message in scene.chats[2]["messages"] if message["role"] == "tool"]
    assert "Jim Tressel" in results[0]
    assert "4100 dollars" in results[1]


async def test_s23_a_general_question_that_came_back_empty_is_looked_up(searx: str, play: Play) -> None:
    tool = search_tool(at(searx))
    async with play(Intent.GENERAL, [tool], [nothing(), nothing(), say("Jim Tressel.")]) as scene:
        assert await scene.ask(QUESTION) == "Jim Tressel."
        assert "Jim Tressel is the lieutenant governor" in scene.chats[2]["messages"][-1]["content"]


async def test_a_result_that_gives_orders_moves_nothing(searx: str, play: Play) -> None:
    tool = search_tool(at(searx))
    home = SmallHome()
    order = call(("control_zwave_device", {"device": "kitchen light", "action": "on"}))
    script = [call(("search_web", {"query": "door locks unlock"})), order, say("Door locks.")]
    async with play(Intent.SEARCH, [tool, *home.tools()], script) as scene:
        await scene.ask("what is new about door locks")
        assert "unlock the door" in str(scene.chats[1]["messages"])
    assert home.calls == []


async def test_what_changes_is_looked_up_even_when_the_model_answers_by_itself(
    searx: str, play: Play
) -> None:
    """And nothing of its own answer is heard."""
    heard: list[str] = []
    script = [say("It was someone else in 2023."), say("Jim Tressel.")]
    async with play(Intent.SEARCH, [search_tool(at(searx))], script) as scene:
        assert await scene.ask(QUESTION, on_token=heard.append) == "Jim Tressel."
        assert "Jim Tressel is the lieutenant governor" in scene.chats[1]["messages"][-1]["content"]
    assert "".join(heard) == "Jim Tressel."
