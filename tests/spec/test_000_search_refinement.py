"""Scenarios 1–5: one search, perhaps a second, then an answer."""

import logging

import pytest

from tests.home import SmallWeb
from tests.scene import Play
from tests.servers.ollama import call, say
from voice_gateway.routing import Intent

QUESTION = "who is the lieutenant governor of ohio"
FIRST = ("search_web", {"query": "Ohio government 2026"})
SECOND = ("search_web", {"query": "Ohio lieutenant governor 2026"})
THIRD = ("search_web", {"query": "Ohio lieutenant governor name"})


async def test_s01_one_sufficient_search_is_one_round(play: Play) -> None:
    web = SmallWeb()
    async with play(Intent.SEARCH, web.tools(), [call(FIRST), say("Jim Tressel.")]) as scene:
        assert await scene.ask(QUESTION) == "Jim Tressel."
        assert web.queries == ["Ohio government 2026"]
        assert len(scene.chats) == 2


async def test_s02_a_second_search_sees_the_first_and_both_are_in_context(play: Play) -> None:
    web = SmallWeb(
        {"Ohio government 2026": "Mike DeWine is governor.", "Ohio lieutenant governor 2026": "Jim Tressel."}
    )
    async with play(
        Intent.SEARCH, web.tools(), [call(FIRST), call(SECOND), say("It is Jim Tressel.")]
    ) as scene:
        assert await scene.ask(QUESTION) == "It is Jim Tressel."
        results = [message["content"] for message in scene.chats[2]["messages"] if message["role"] == "tool"]
        assert results == ["Mike DeWine is governor.", "Jim Tressel."]


async def test_s03_after_two_rounds_tools_are_stripped_and_a_further_call_never_runs(play: Play) -> None:
    web = SmallWeb()
    script = [call(FIRST), call(SECOND), call(THIRD, text="Jim Tressel, I believe.")]
    async with play(Intent.SEARCH, web.tools(), script) as scene:
        assert await scene.ask(QUESTION) == "Jim Tressel, I believe."
        assert [bool(chat.get("tools")) for chat in scene.chats] == [True, True, False]
        assert web.queries == ["Ohio government 2026", "Ohio lieutenant governor 2026"]


async def test_s03_a_further_call_printed_as_text_never_runs_either(play: Play) -> None:
    web = SmallWeb()
    printed = say('{"name": "search_web", "arguments": {"query": "more"}}')
    async with play(
        Intent.SEARCH, web.tools(), [call(FIRST), call(SECOND), printed, say("Jim Tressel.")]
    ) as scene:
        assert await scene.ask(QUESTION) == "Jim Tressel."
        assert len(web.queries) == 2


async def test_s04_follow_up_texts_vary_with_the_round(play: Play) -> None:
    async with play(
        Intent.SEARCH, SmallWeb().tools(), [call(FIRST), call(SECOND), say("Jim Tressel.")]
    ) as scene:
        await scene.ask(QUESTION)
        second, third = scene.chats[1:]
        assert second["messages"][-1]["content"] == "If you need more specific info, you may search again."
        assert [tool["function"]["name"] for tool in second["tools"]] == ["search_web"]
        assert third["messages"][-1]["content"] == "Answer in 1 sentence based on this information."
        assert not third["tools"]


async def test_s05_a_refinement_is_logged_with_its_round_and_tool(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "voice_gateway")
    async with play(
        Intent.SEARCH, SmallWeb().tools(), [call(FIRST), call(SECOND), say("Jim Tressel.")]
    ) as scene:
        await scene.ask(QUESTION)
    [line] = [text for text in caplog.messages if "Model requesting refinement search" in text]
    assert "iteration 2" in line
    assert "search_web" in line
