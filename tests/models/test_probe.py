"""Which way of calling suits a model is found out by what it does, without anybody waiting for it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from tests.home import SmallHome, SmallWeb, settings_for
from tests.scene import Play
from tests.servers.http import Connection
from tests.servers.ollama import DIGEST, KNOWN, ScriptedOllama, Step, call, replay, say, scripted_ollama
from voice_gateway.models import quiet
from voice_gateway.models.ability import Abilities, Tally, remember, remembered
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.models.probe import _table, probe_figures
from voice_gateway.models.quiet import Quiet
from voice_gateway.routing import Intent
from voice_gateway.trace import Asked, Recovered

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})
OFF = ("control_zwave_device", {"device": "kitchen light", "action": "off"})
WISHES = {wish["say"]: wish for wish in _table()["call"]}
ANSWERS = {question["say"]: question["answer"][0] for question in _table()["talk"]}


def written(tool: str, arguments: dict[str, Any]) -> Step:
    return say(json.dumps({"tool": tool, "arguments": arguments}))


def pupil(*, native: int, constrained: int, talks: bool = True) -> Step:
    """A model that makes so many right calls in either way."""

    async def step(connection: Connection) -> None:
        request = connection.request.body
        said = request["messages"][-1]["content"]
        if said in ANSWERS:
            await say(ANSWERS[said] if talks else "I am a large language model.")(connection)
            return
        wish = WISHES[said]
        number = list(WISHES).index(said)
        if request.get("format"):
            right = number < constrained
            await written(wish["tool"], wish["arguments"] if right else {})(connection)
        elif number < native:
            await call((wish["tool"], wish["arguments"]))(connection)
        else:
            await say("Sure, I will do that.")(connection)

    return step


@pytest.fixture
async def server() -> AsyncIterator[ScriptedOllama]:
    async with scripted_ollama() as server:
        yield server


@pytest.fixture
async def client(server: ScriptedOllama) -> AsyncIterator[OllamaClient]:
    client = OllamaClient(settings_for(ollama__base_url=server.url).ollama)
    yield client
    await client.close()


@pytest.mark.parametrize(
    ("native", "constrained", "way"),
    [(8, 8, "native"), (8, 3, "native"), (4, 6, "constrained"), (7, 7, "constrained"), (0, 0, "constrained"),
     (7, 4, "native")],
)  # fmt: skip
async def test_both_ways_are_tried_with_the_same_wishes_and_the_figures_decide(
    server: ScriptedOllama, client: OllamaClient, native: int, constrained: int, way: str
) -> None:
    server.steps[:] = [pupil(native=native, constrained=constrained)] * 30
    figures = await probe_figures(client)
    assert figures
    assert (figures.native, figures.written) == (Tally(native, 8), Tally(constrained, 8))
    assert figures.way == way
    assert figures.talks


async def test_a_model_that_talks_nonsense_is_too_small_for_talk(
    server: ScriptedOllama, client: OllamaClient
) -> None:
    server.steps[:] = [pupil(native=0, constrained=8, talks=False)] * 30
    figures = await probe_figures(client)
    assert figures
    assert figures.talk == Tally(0, 1)
    assert not figures.talks


@pytest.mark.parametrize(
    "wrong", ["Today is a Monday.", "Cold is the opposite of hot, because what is not hot is rather cold."]
)
async def test_who_says_more_than_a_word_has_not_understood(
    server: ScriptedOllama, client: OllamaClient, wrong: str
) -> None:
    server.steps[:] = [say("It is ten."), say(wrong)]
    assert await client.first_impression() == Abilities(Tally(0, 1), talks=False)


async def test_nothing_is_found_out_about_a_model_that_could_not_be_asked(
    server: ScriptedOllama, client: OllamaClient
) -> None:
    assert await probe_figures(client) is None
    server.steps[:] = [pupil(native=8, constrained=8)] * 10
    assert await probe_figures(client) is None


async def test_a_template_without_tools_makes_no_native_call(
    server: ScriptedOllama, client: OllamaClient
) -> None:
    async def refuses(connection: Connection) -> None:
        chosen = (
            replay("no_tools", status=400)
            if connection.request.body.get("tools")
            else pupil(native=0, constrained=8)
        )
        await chosen(connection)

    server.steps[:] = [refuses] * 30
    figures = await probe_figures(client)
    assert figures
    assert (figures.native, figures.written) == (Tally(0, 8), Tally(8, 8))


async def test_warming_a_new_model_finds_out_and_another_process_knows_it(
    server: ScriptedOllama, client: OllamaClient
) -> None:
    server.steps[:] = [pupil(native=4, constrained=6)] * 30
    await client.warm()
    assert client.writes_calls
    assert remembered(DIGEST) == Abilities(Tally(4, 8), Tally(6, 8), talks=True)
    asked = len(server.chats)
    await client.warm()
    assert len(server.chats) == asked


async def test_other_weights_of_the_same_name_are_found_out_anew(play: Play) -> None:
    remember(DIGEST, Abilities(Tally(0, 8), Tally(8, 8), talks=True))
    script = [call(ON), say("The kitchen light is on.")]
    async with play(Intent.DEVICE, SmallHome().tools(), script) as scene:
        scene.ollama.digest = "f" * 64
        await scene.ask("turn on the kitchen light")
        assert scene.chats[0]["tools"]
    assert remembered("f" * 64).native == Tally(1, 1)


async def test_a_template_without_tools_is_answered_at_once_under_a_schema(play: Play) -> None:
    home = SmallHome()
    refused = replay("no_tools", status=400)
    script = [refused, written(*ON), written(*OFF)]
    async with play(Intent.DEVICE, home.tools(), script) as scene:
        answer = await scene.house.gateway.turn("turn on the kitchen light", scene.house.conversation)
        assert answer.text == "Kitchen light is now on."
        assert [(event.cause, event.cure) for event in answer.trace.all(Recovered)] == [
            ("no_tools", "write_call")
        ]
        again = await scene.house.gateway.turn("turn off the kitchen light", scene.house.conversation)
    assert again.text == "Kitchen light is now off."
    assert [event.purpose for event in again.trace.all(Asked)] == ["write_call"]


async def test_a_question_for_a_template_without_tools_is_answered_too(play: Play) -> None:
    script = [replay("no_tools", status=400), written("search_web", {"query": "mayor"}), say("Ann is mayor.")]
    web = SmallWeb()
    async with play(Intent.SEARCH, web.tools(), script) as scene:
        assert await scene.ask("who is the mayor of bonn") == "Ann is mayor."
    assert web.queries


async def test_a_first_turn_whose_call_was_lost_makes_the_next_one_a_written_call(play: Play) -> None:
    script = [replay("printed_call_unoffered"), written(*ON), say("The kitchen light is on."), written(*OFF)]
    home = SmallHome()
    async with play(Intent.DEVICE, home.tools(), script) as scene:
        await scene.ask("turn on the kitchen light")
        answer = await scene.house.gateway.turn("turn off the kitchen light", scene.house.conversation)
    assert [event.purpose for event in answer.trace.all(Asked)] == ["write_call"]
    assert home.calls == [ON, OFF]
    assert remembered(DIGEST).calls_tools is False, "and the next process knows it"


async def test_a_command_that_was_answered_with_words_is_evidence_too(play: Play) -> None:
    async with play(
        Intent.DEVICE, SmallHome().tools(), [say("Sure, I will do that."), written(*ON)]
    ) as scene:
        await scene.ask("turn on the kitchen light")
        assert await scene.ask("turn on the kitchen light") == "Kitchen light is now on."
        assert scene.chats[1]["format"]


async def test_a_question_that_was_answered_with_words_is_no_evidence(play: Play) -> None:
    async with play(Intent.SEARCH, SmallWeb().tools(), [say("Four people are a quartet.")]) as scene:
        await scene.ask("find out what four people are called")
    assert remembered(DIGEST).native == Tally()


async def test_a_first_turn_that_was_called_well_leaves_it_to_the_model(play: Play) -> None:
    script = [call(ON), say("The kitchen light is on."), call(OFF), say("The kitchen light is off.")]
    async with play(Intent.DEVICE, SmallHome().tools(), script) as scene:
        await scene.ask("turn on the kitchen light")
        await scene.ask("turn off the kitchen light")
        assert all(chat["tools"] for chat in scene.chats)
    assert remembered(DIGEST).native == Tally(2, 2)


async def test_after_the_first_turn_both_ways_are_compared_when_it_is_quiet(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiet, "PAUSE", 0.0)
    script = [call(ON), say("The kitchen light is on."), *[pupil(native=4, constrained=6)] * 30]
    async with play(Intent.DEVICE, SmallHome().tools(), script) as scene:
        await scene.ask("turn on the kitchen light")
        assert len(scene.chats) == 2, "the person did not wait for it"
        await until(lambda: remembered(DIGEST).probed)
    assert remembered(DIGEST) == Abilities(Tally(4, 8), Tally(6, 8), talks=True)


async def test_a_known_model_is_not_tried_again(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiet, "PAUSE", 0.0)
    remember(DIGEST, KNOWN)
    async with play(Intent.DEVICE, SmallHome().tools(), [call(ON), say("The kitchen light is on.")]) as scene:
        await scene.ask("turn on the kitchen light")
        await asyncio.sleep(0.05)
        assert len(scene.chats) == 2


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110 - what is waited for is in a file
            await asyncio.sleep(0.01)


async def test_work_aside_makes_way_for_a_turn_and_begins_anew_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(quiet, "PAUSE", 0.0)
    calm, began, may_end = Quiet(), [0], asyncio.Event()

    async def work() -> str:
        began[0] += 1
        await may_end.wait()
        return "done"

    task = asyncio.create_task(calm.run(work))
    await until(lambda: began[0] == 1)
    with calm.answering():
        may_end.set()
        await asyncio.sleep(0.02)
        assert began[0] == 1
        assert not task.done()
    assert await task == "done"
    assert began[0] == 2


async def test_work_aside_ends_with_whoever_wanted_it() -> None:
    calm, running = Quiet(), asyncio.Event()

    async def work() -> None:
        running.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(calm.run(work))
    await running.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
