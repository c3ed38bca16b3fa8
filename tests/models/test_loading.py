"""A model that has to be loaded is waited for, and is loaded once."""

import asyncio
import json
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest

from tests.home import SmallWeb, household, settings_for
from tests.scene import Play
from tests.servers.http import Connection
from tests.servers.ollama import (
    DIGEST,
    KNOWN,
    MODEL,
    ScriptedOllama,
    Step,
    call,
    replay,
    say,
    scripted_ollama,
)
from voice_gateway.diagnosis import examine
from voice_gateway.errors import ModelError
from voice_gateway.models import cures, loading
from voice_gateway.models.ability import remember
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.routing import Intent
from voice_gateway.trace import Notice, Recovered

STORY = "tell me a story about the sea"


def slowly(step: Step, seconds: float) -> Step:
    async def slow(connection: Connection) -> None:
        await asyncio.sleep(seconds)
        await step(connection)

    return slow


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "WORD_AFTER", 0.05)
    monkeypatch.setattr(cures, "BUSY_SECONDS", (0.0,) * 4)


async def test_a_model_that_loads_is_waited_for_longer_than_one_that_thinks(play: Play) -> None:
    script = [slowly(say("The sea was calm."), 2.0)]
    async with play(Intent.GENERAL, [], script, ollama__timeout=1, ollama__load_timeout=60) as scene:
        scene.ollama.running.clear()
        answer = await scene.house.gateway.turn(STORY, scene.house.conversation)
        assert len(scene.chats) == 1, "it was not asked again, which would load it again"
    assert answer.text == "The sea was calm."
    [told] = answer.trace.all(Notice)
    assert told.text == "The model qwen3:0.6b is being loaded; this may take a moment."


async def test_a_model_whose_window_is_another_is_loaded_too(play: Play) -> None:
    script = [slowly(say("The sea was calm."), 2.0)]
    async with play(Intent.GENERAL, [], script, ollama__timeout=1, ollama__load_timeout=60) as scene:
        scene.ollama.running[MODEL] = 2048
        assert await scene.ask(STORY) == "The sea was calm."


async def test_the_time_of_a_turn_begins_when_the_model_is_there(play: Play) -> None:
    script = [slowly(say("The sea was calm."), 6.0)]
    async with play(Intent.GENERAL, [], script, turn__deadline=5) as scene:
        scene.ollama.running.clear()
        assert await scene.ask(STORY) == "The sea was calm."


async def test_a_busy_server_takes_nothing_of_the_time_of_a_turn(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cures, "BUSY_SECONDS", (12.0,))
    script = [replay("busy", status=503), say("The sea was calm.")]
    async with play(Intent.GENERAL, [], script, turn__deadline=5) as scene:
        assert await scene.ask(STORY) == "The sea was calm."


async def test_loading_is_given_up_in_the_end(play: Play) -> None:
    script = [slowly(say("Too late."), 3600)]
    async with play(Intent.GENERAL, [], script, ollama__timeout=0.1, ollama__load_timeout=0.2) as scene:
        scene.ollama.running.clear()
        with pytest.raises(ModelError, match="did not answer"):
            await scene.ask(STORY)


async def test_a_model_that_is_there_and_quick_is_no_news(play: Play) -> None:
    async with play(Intent.GENERAL, [], [say("The sea was calm.")]) as scene:
        answer = await scene.house.gateway.turn(STORY, scene.house.conversation)
    assert not answer.trace.all(Notice)


async def test_a_stream_that_flows_is_not_cut_by_the_time_that_it_takes(play: Play) -> None:
    async def drip(connection: Connection) -> None:
        await connection.start_chunks("application/x-ndjson")
        for word in ("The ", "sea ", "was ", "calm."):
            await asyncio.sleep(1.6)
            line = {"model": MODEL, "message": {"role": "assistant", "content": word}, "done": False}
            await connection.chunk(json.dumps(line).encode() + b"\n")
        end = {
            "model": MODEL,
            "message": {"role": "assistant", "content": ""},
            "done": True,
            "done_reason": "stop",
        }
        await connection.chunk(json.dumps(end).encode() + b"\n")
        await connection.end_chunks()

    heard: list[str] = []
    async with play(Intent.GENERAL, [], [drip], ollama__timeout=6) as scene:
        assert await scene.ask(STORY, on_token=heard.append) == "The sea was calm."


async def test_a_server_that_is_busy_is_asked_again_later(play: Play) -> None:
    busy = replay("busy", status=503)
    async with play(Intent.GENERAL, [], [busy, busy, say("The sea was calm.")]) as scene:
        answer = await scene.house.gateway.turn(STORY, scene.house.conversation)
    assert answer.text == "The sea was calm."
    assert [(event.cause, event.cure) for event in answer.trace.all(Recovered)] == [("busy", "wait")] * 2


async def test_a_server_that_stays_busy_is_called_busy(play: Play) -> None:
    async with play(Intent.GENERAL, [], [replay("busy", status=503)] * 9) as scene:
        with pytest.raises(ModelError, match="has too much to do"):
            await scene.ask(STORY)


async def test_those_who_were_sent_away_do_not_come_back_at_once(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(cures, "BUSY_SECONDS", (1.0,) * 6)
    # Whoever else sleeps meanwhile goes on doing so.
    monkeypatch.setattr(cures, "asyncio", SimpleNamespace(sleep=sleep))
    async with play(Intent.GENERAL, [], [*[replay("busy", status=503)] * 6, say("Calm.")]) as scene:
        answer = await scene.house.gateway.turn(STORY, scene.house.conversation)
    assert answer.text == "Calm."
    assert len(set(slept)) == 6
    assert all(0.5 <= seconds <= 1.5 for seconds in slept)
    assert [event.text for event in answer.trace.all(Notice)] == [
        "The model's server has too much to do; I am waiting for it."
    ]


@pytest.fixture
async def server() -> AsyncIterator[ScriptedOllama]:
    async with scripted_ollama() as server:
        yield server


@pytest.mark.parametrize("known", [True, False], ids=["a known model", "a new model"])
async def test_whoever_asks_first_a_model_is_loaded_once(server: ScriptedOllama, known: bool) -> None:
    """Warm-up, the probe, a turn and the doctor ask with the same window, and keep the model as long."""
    if known:
        remember(DIGEST, KNOWN)
    settings = settings_for(
        provider="ollama", ollama__base_url=server.url, ollama__num_ctx=6144, ollama__keep_alive=-1
    )
    server.running.clear()
    server.steps[:] = [say("Hello.")] * 40
    client = OllamaClient(settings.ollama)
    async with household(client, SmallWeb().tools(), Intent.SEARCH, settings) as house:
        await client.warm()
        server.steps[:] = [call(("search_web", {"query": "x"})), *[say("Ann is mayor.")] * 40]
        await house.ask("find the mayor of bonn")
    await examine(settings)
    assert server.loads == 1
    asked = [request.body for request in server.server.requests if request.path == "/api/chat"]
    assert {body["options"]["num_ctx"] for body in asked} == {6144}
    assert {body["keep_alive"] for body in asked} == {-1}
