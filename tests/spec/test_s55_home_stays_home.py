"""Scenario 55: what is said about the home reaches no web search and no other host."""

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import call, say
from tests.servers.search_engine import search_engine

ABOUT_HOME = (
    "turn on the kitchen light",
    "who unlocked the front door today",
    "what is the latest news about the garage door",
    "when was the hallway lamp installed",
    "how warm is the bathroom right now",
    "is the attic light on",
    "search the web for my front door",
    "why is the hallway lamp still on",
    "what's going on at home",
)
IGNORANT = say("I don't know that.")


@pytest.mark.parametrize("sentence", ABOUT_HOME)
async def test_s55_no_sentence_about_the_home_is_looked_up(assemble: Assemble, sentence: str) -> None:
    """Neither by a model that wants to, nor by the fallback for one that does not know."""
    searching = call(("search_web", {"query": sentence}))
    for script in ([IGNORANT] * 6, [searching, searching, IGNORANT, IGNORANT, IGNORANT]):
        async with (
            search_engine() as engine,
            assemble(*script, search__searxng_url=engine.url, search__backends=["searxng"]) as house,
        ):
            await house.ask(sentence)
            assert engine.queries == []
            assert not any(
                tool["function"]["name"] == "search_web"
                for chat in house.ollama.chats
                for tool in chat["tools"] or ()
            ), "the model is not even offered it"


async def test_s55_nor_is_what_was_said_before(assemble: Assemble) -> None:
    """A question about the world is searched for by itself, without the conversation about the home."""
    script = [call(("search_web", {"query": "opening of the bridge"})), say("It was opened in 1931.")]
    async with (
        search_engine() as engine,
        assemble(*script, search__searxng_url=engine.url, search__backends=["searxng"]) as house,
    ):
        await house.say("turn on the kitchen light", "is the front door locked")
        await house.ask("who won the election in sweden")
        assert engine.queries
        assert not any(word in query for query in engine.queries for word in ("kitchen", "front door"))


@pytest.mark.parametrize(
    "question", ["who won the election in sweden", "who is the prime minister", "who won bake off"]
)
async def test_s55_the_world_is_still_looked_up(assemble: Assemble, question: str) -> None:
    script = [call(("search_web", {"query": "bridge opened"})), say("It was opened in 1931.")]
    async with (
        search_engine() as engine,
        assemble(*script, search__searxng_url=engine.url, search__backends=["searxng"]) as house,
    ):
        answer = await house.ask(question)
        assert len(engine.queries) == 1
        assert answer.text == "It was opened in 1931."
