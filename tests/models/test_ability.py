"""What a model can do is found out once and remembered."""

from collections.abc import AsyncIterator, Sequence

import ollama
import pytest

from tests.servers.ollama import MODEL, ScriptedOllama, Step, call, say, scripted_ollama
from voice_gateway.models.ability import Abilities, find_out, remember, remembered

CALLED = call(("get_current_datetime", {"timezone": "Tokyo"}))
RIGHT = (say("Cold."), say("Four"), say("An elephant."), say("Hello!"))


@pytest.fixture
async def server() -> AsyncIterator[ScriptedOllama]:
    async with scripted_ollama() as server:
        yield server


async def found(server: ScriptedOllama, steps: Sequence[Step], known: Abilities | None = None) -> Abilities:
    server.steps[:] = steps
    client = ollama.AsyncClient(server.url)
    try:
        return await find_out(client, MODEL, known)
    finally:
        await client._client.aclose()


async def test_a_model_that_calls_and_knows_what_everybody_knows_can_do_both(server: ScriptedOllama) -> None:
    assert await found(server, [CALLED, *RIGHT]) == Abilities(calls_tools=True, talks=True)


@pytest.mark.parametrize(
    "wrong",
    [
        "Today is a Monday.",
        "I'm sorry for your loss. " * 4,
        "Cold is the opposite of hot, because when something is not hot, it is rather cold.",
    ],
)
async def test_a_model_that_talks_nonsense_is_too_small_for_talk(server: ScriptedOllama, wrong: str) -> None:
    assert await found(server, [say("It is ten."), say(wrong)]) == Abilities(calls_tools=False, talks=False)


async def test_what_could_not_be_asked_stays_unknown(server: ScriptedOllama) -> None:
    assert await found(server, []) == Abilities()


async def test_what_is_known_is_not_asked_again(server: ScriptedOllama) -> None:
    assert await found(server, [*RIGHT], Abilities(calls_tools=False)) == Abilities(False, True)
    assert len(server.chats) == len(RIGHT)


def test_it_is_remembered_for_each_model_and_an_older_file_is_understood() -> None:
    from voice_gateway.models.ability import _file

    remember("one", Abilities(calls_tools=True, talks=False))
    remember("two", Abilities(calls_tools=False))
    assert remembered("one") == Abilities(calls_tools=True, talks=False)
    assert remembered("two") == Abilities(calls_tools=False)
    assert remembered("three") == Abilities()
    _file().write_text('{"old": false, "odd": 7}', encoding="utf-8")
    assert remembered("old") == Abilities(calls_tools=False)
    assert remembered("odd") == Abilities()
