"""Questions that the model could not answer, read on real pages in a real Chromium."""

import pytest

from tests.browser.conftest import Web
from tests.browser.rig import QUESTION, browsing
from tests.home import SmallHome
from tests.servers.ollama import call, nothing, say
from voice_gateway.tools.search.present import UNTRUSTED

pytestmark = pytest.mark.asyncio(loop_scope="module")

IGNORANT = "I don't know."
STILL = "That is not mentioned."


async def test_a_page_with_the_answer_is_read_when_snippets_do_not_answer(web: Web) -> None:
    web.site.finds("/answer")
    async with browsing(web, [say(IGNORANT), say(STILL), say("Jim Tressel.")]) as scene:
        assert await scene.ask(QUESTION) == "Jim Tressel."
    page = scene.chats[2]["messages"][-1]["content"]
    assert page.startswith(UNTRUSTED)
    assert "The lieutenant governor of Ohio is Jim Tressel." in page
    assert "About us" not in page, "what is around the text is left out"
    assert not any(chat["tools"] for chat in scene.chats), "an answer needed no driving"


async def test_snippets_that_answer_need_no_browser(web: Web) -> None:
    web.site.finds("/never-opened", "Jim Tressel is lieutenant governor of Ohio.")
    async with browsing(web, [nothing(), nothing(), say("Jim Tressel.")]) as scene:
        assert await scene.ask(QUESTION) == "Jim Tressel."
    assert not web.site.asked_for("/never-opened")


async def test_a_page_that_gives_orders_changes_nothing(web: Web) -> None:
    """Whatever a page talks the model into: no acting tool is bound, and a call to one does not run."""
    web.site.finds("/injection")
    home = SmallHome()
    obedient = call(("control_zwave_device", {"device": "kitchen light", "action": "on"}))
    printed = say(
        '{"name": "control_zwave_device", "arguments": {"device": "kitchen light", "action": "on"}}'
    )
    script = [say(IGNORANT), say(STILL), printed, obedient, obedient, say("Jim Tressel.")]
    async with browsing(web, script, home) as scene:
        await scene.ask(QUESTION)
        offered = {tool["function"]["name"] for chat in scene.chats for tool in chat.get("tools") or ()}
        remembered = [str(message.content) for message in scene.house.conversation.window(8000)]
    assert any("IGNORE ALL PREVIOUS" in chat["messages"][-1]["content"] for chat in scene.chats), (
        "it was read"
    )
    assert "control_zwave_device" not in offered
    assert home.calls == []
    assert not any("IGNORE ALL PREVIOUS" in text for text in remembered), "and is gone with its turn"


async def test_an_endless_page_is_read_as_far_as_it_has_come(web: Web) -> None:
    web.site.finds("/endless")
    async with browsing(web, [say(IGNORANT), say(STILL), say("Jim Tressel.")]) as scene:
        assert await scene.ask(QUESTION) == "Jim Tressel."
    page = scene.chats[2]["messages"][-1]["content"]
    assert "The lieutenant governor is Jim Tressel." in page
    assert page.count("and so on") == 1


@pytest.mark.parametrize("path", ["/moved", "/circle", "/film", "/empty", "/nowhere"])
async def test_the_first_answer_stands_when_a_page_cannot_be_read(web: Web, path: str) -> None:
    web.site.finds(path)
    async with browsing(web, [say(IGNORANT), say(STILL)]) as scene:
        assert await scene.ask(QUESTION) == IGNORANT
    assert web.site.asked_for(path)
    assert not web.private.server.requests, "a redirect to a private address was not followed"


async def test_a_page_that_moves_on_by_itself_does_not_get_to_a_private_address(web: Web) -> None:
    """The redirect is in the page, where only the browser sees it: the proxy is what holds it back."""
    web.site.finds("/sneaky")
    async with browsing(web, [say(IGNORANT), say(STILL), say(IGNORANT), say(IGNORANT)]) as scene:
        assert await scene.ask(QUESTION) == IGNORANT
    assert not web.private.server.requests


async def test_the_engines_own_page_is_read_when_it_tells_programs_nothing(web: Web) -> None:
    web.site.json_off = True
    try:
        async with browsing(web, [say(IGNORANT), say("Jim Tressel.")]) as scene:
            assert await scene.ask(QUESTION) == "Jim Tressel."
    finally:
        web.site.json_off = False
    assert "The lieutenant governor of Ohio is Jim Tressel." in scene.chats[1]["messages"][-1]["content"]
    assert web.site.queries[-1].startswith("/search?q=who+is+the+lieutenant+governor+of+ohio+2")


async def test_a_second_page_is_tried_when_the_best_one_is_dead(web: Web) -> None:
    web.site.finds("/answer")
    web.site.results.insert(0, {"title": "Gone", "content": "It was here.", "url": web.dead})
    async with browsing(web, [say(IGNORANT), say(STILL), say("Jim Tressel.")]) as scene:
        assert await scene.ask(QUESTION) == "Jim Tressel."


async def test_no_browser_is_started_when_no_engine_can_be_reached(web: Web) -> None:
    web.site.finds("/unreached")
    async with browsing(web, [say(IGNORANT)], search__searxng_url=web.dead) as scene:
        assert await scene.ask(QUESTION) == IGNORANT
    assert not web.site.asked_for("/unreached")


async def test_the_first_answer_stands_when_the_site_is_dead(web: Web) -> None:
    web.site.results = [{"title": "Gone", "content": "It was here.", "url": web.dead}]
    async with browsing(web, [say(IGNORANT), say(STILL)]) as scene:
        assert await scene.ask(QUESTION) == IGNORANT


async def test_the_first_answer_stands_when_time_is_up(web: Web) -> None:
    web.site.finds("/answer")
    async with browsing(web, [say(IGNORANT)], search__fallback_timeout=0.0001) as scene:
        assert await scene.ask(QUESTION) == IGNORANT
