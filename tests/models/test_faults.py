"""What a broken or absent server does to a turn: a clear error, and nothing lost."""

import asyncio

import pytest

from tests.home import SmallHome, SmallWeb, household, settings_for
from tests.scene import Play
from tests.servers import anthropic as claude
from tests.servers.ollama import Step, break_off, call, fail, hang, raw, reset, say
from voice_gateway.errors import ModelError
from voice_gateway.models.anthropic import AnthropicClient
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.routing import Intent
from voice_gateway.trace import Recovered

STORY = "tell me a story about the sea"
"""Nobody but a model can answer it."""


async def test_ollama_down_names_the_address_and_the_fix() -> None:
    settings = settings_for(ollama__base_url="http://127.0.0.1:9")
    async with household(OllamaClient(settings.ollama), [], Intent.GENERAL, settings) as house:
        with pytest.raises(ModelError, match=r"does not answer at http://127.0.0.1:9") as caught:
            await house.ask(STORY)
    assert "ollama serve" in str(caught.value.fix)


async def test_a_model_that_is_not_pulled_names_the_command(play: Play) -> None:
    async with play(Intent.GENERAL, [], [], ollama__model="nope:1b") as scene:
        with pytest.raises(ModelError, match="no model called nope:1b") as caught:
            await scene.ask(STORY)
    assert caught.value.fix == "Get it with: ollama pull nope:1b"


async def test_a_server_that_hangs_is_given_up(play: Play) -> None:
    async with play(Intent.GENERAL, [], [hang()], ollama__timeout=0.3) as scene:
        with pytest.raises(ModelError, match=r"did not answer within 0\.3 seconds"):
            await scene.ask(STORY)


@pytest.mark.parametrize(
    "broken",
    [
        reset(),
        fail(500, "llama runner process has terminated"),
        raw(b"<html>Bad gateway</html>", status=200, kind="text/html"),
        raw(b'{"model": "qw'),
        raw(b"\n\n"),
    ],
    ids=["resets", "500", "html", "half a line", "blank lines"],
)
async def test_a_server_that_stays_broken_is_an_error_and_the_next_turn_works(
    play: Play, broken: Step
) -> None:
    async with play(Intent.GENERAL, [], [broken] * 2) as scene:
        with pytest.raises(ModelError, match="could not be read"):
            await scene.ask(STORY)
        scene.ollama.steps[:] = [say("Once upon a time.")]
        assert await scene.ask(STORY) == "Once upon a time."


async def test_an_answer_that_broke_off_before_anything_was_heard_is_asked_for_again(play: Play) -> None:
    heard: list[str] = []
    script = [break_off("Paris is the"), say("Paris is the capital.")]
    async with play(Intent.GENERAL, [], script) as scene:
        answer = await scene.house.gateway.turn(
            "what is the capital of france", scene.house.conversation, on_token=heard.append
        )
    assert "".join(heard) == answer.text == "Paris is the capital."
    assert [(event.cause, event.cure) for event in answer.trace.all(Recovered)] == [("cut_off", "ask_again")]


async def test_words_already_heard_are_kept_when_the_stream_breaks_and_end_honestly(play: Play) -> None:
    heard: list[str] = []
    async with play(Intent.GENERAL, [], [break_off("The sea was calm. A ship")]) as scene:
        answer = await scene.house.gateway.turn(STORY, scene.house.conversation, on_token=heard.append)
        assert len(scene.chats) == 1
    assert "".join(heard) == answer.text == "The sea was calm. I could not finish that."
    assert not answer.success


async def test_a_turn_that_is_cancelled_is_remembered_as_cut_off(play: Play) -> None:
    async with play(Intent.GENERAL, [], [hang()]) as scene:
        turn = asyncio.create_task(scene.ask("tell me a long story"))
        await asyncio.sleep(0.1)
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
        scene.ollama.steps[:] = [say("Once upon a time.")]
        assert await scene.ask("tell me a short story") == "Once upon a time."
        counted = scene.house.gateway.metrics.figures()
        assert (counted.turns, counted.outcomes["cut off"], counted.success_rate) == (2, 1, 1.0)
        told = [message["content"] for message in scene.chats[-1]["messages"]]
    assert told[1:3] == ["tell me a long story", "[interrupted]"]


async def test_two_sentences_of_one_conversation_are_answered_one_after_the_other(play: Play) -> None:
    async with play(Intent.GENERAL, [], [say("One."), say("Two.")]) as scene:
        answers = await asyncio.gather(scene.ask("first"), scene.ask("second"))
        assert list(answers) == ["One.", "Two."]
        assert [message["content"] for message in scene.chats[1]["messages"]][2] == "One."


@pytest.mark.parametrize(
    ("status", "kind", "message"),
    [(401, "authentication_error", "refused the key"), (404, "not_found_error", "no model called"),
     (400, "invalid_request_error", "refused the request")],
)  # fmt: skip
async def test_anthropics_errors_are_explained(status: int, kind: str, message: str) -> None:
    async with claude.scripted_anthropic([claude.fail(status, kind, "as scripted")]) as server:
        settings = settings_for(anthropic__api_key="sk-test", anthropic__base_url=server.url)
        async with household(AnthropicClient(settings.anthropic), [], Intent.GENERAL, settings) as house:
            with pytest.raises(ModelError, match=message):
                await house.ask(STORY)


def test_anthropic_without_a_key_says_how_to_set_one() -> None:
    with pytest.raises(ModelError, match="no key") as caught:
        AnthropicClient(settings_for().anthropic)
    assert "ANTHROPIC_API_KEY" in str(caught.value.fix)


async def test_a_search_whose_model_is_lost_is_an_error_not_a_list_of_snippets(play: Play) -> None:
    script = [call(("search_web", {"query": "mayor"})), fail(500, "gone"), fail(500, "gone")]
    async with play(Intent.SEARCH, SmallWeb().tools(), script) as scene:
        with pytest.raises(ModelError):
            await scene.ask("who is the mayor")


async def test_a_device_that_was_read_is_told_even_when_the_model_is_lost(play: Play) -> None:
    script = [call(("get_device_sensor_data", {"device": "kitchen light"})), reset(), reset(), reset()]
    async with play(Intent.DEVICE, SmallHome().tools(), script) as scene:
        assert await scene.ask("is the kitchen light on?") == "Kitchen light is off."
