"""A reply that breaks off is not passed off as a whole one."""

import pytest

from tests.home import SmallHome, SmallWeb
from tests.scene import Play
from tests.servers.ollama import call, raw, replay, say
from voice_gateway.models.endings import finished
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import Intent
from voice_gateway.trace import Recovered

STORY = "tell me a story about the sea"
ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})
UNENDED = raw(
    b'{"model":"qwen3:0.6b","message":{"role":"assistant","content":"Once upon a time"},"done":false}\n'
)


@pytest.mark.parametrize("broken", [replay("broken_stream"), UNENDED], ids=["an error", "no end"])
async def test_a_stream_that_ends_without_done_is_asked_for_again(play: Play, broken: object) -> None:
    heard: list[str] = []
    async with play(Intent.GENERAL, [], [broken, say("The sea was calm.")]) as scene:
        answer = await scene.house.gateway.turn(STORY, scene.house.conversation, on_token=heard.append)
        first, again = scene.chats
    assert "".join(heard) == answer.text == "The sea was calm."
    assert [(event.cause, event.cure) for event in answer.trace.all(Recovered)] == [("cut_off", "ask_again")]
    assert again["messages"] == first["messages"]


async def test_an_answer_that_hit_its_limit_is_asked_for_in_short(play: Play) -> None:
    async with play(Intent.GENERAL, [], [replay("cut_at_limit"), say("A lighthouse shone.")]) as scene:
        answer = await scene.house.gateway.turn(STORY, scene.house.conversation)
        assert scene.chats[1]["messages"][-1]["content"].startswith("Answer in one short sentence")
    assert answer.text == "A lighthouse shone."
    assert answer.trace.all(Recovered)[0].cause == "cut_off"


async def test_what_stays_cut_off_is_told_as_such_and_is_no_success(play: Play) -> None:
    async with play(Intent.GENERAL, [], [replay("cut_at_limit")] * 3) as scene:
        answer = await scene.house.gateway.turn(STORY, scene.house.conversation)
    assert answer.text == ("Once upon a time, there was a lighthouse that stood … I could not finish that.")
    assert answer.outcome is TurnOutcome.FAILED


async def test_what_was_heard_of_it_is_finished_honestly_and_not_asked_for_again(play: Play) -> None:
    heard: list[str] = []
    cut = say("There was a lighthouse. It stood on a rock. One day", done_reason="length")
    async with play(Intent.GENERAL, [], [cut]) as scene:
        answer = await scene.ask(STORY, on_token=heard.append)
        assert len(scene.chats) == 1
    assert "".join(heard) == answer
    assert answer == "There was a lighthouse. It stood on a rock. I could not finish that."


async def test_after_a_command_the_tools_own_words_take_its_place(play: Play) -> None:
    home = SmallHome()
    cut = say("The kitchen light has been turned", done_reason="length")
    async with play(Intent.DEVICE, home.tools(), [call(ON), cut]) as scene:
        answer = await scene.house.gateway.turn("turn on the kitchen light", scene.house.conversation)
    assert answer.text == "Kitchen light is now on."
    assert answer.success
    assert home.calls == [ON]


async def test_an_answer_after_a_search_is_asked_for_again(play: Play) -> None:
    cut = say("Ann Smith, who was", done_reason="length")
    script = [call(("search_web", {"query": "mayor of bonn"})), cut, say("Ann is mayor.")]
    async with play(Intent.SEARCH, SmallWeb().tools(), script) as scene:
        assert await scene.ask("who is the mayor of bonn") == "Ann is mayor."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("One. Two", "One. I could not finish that."),
        ("One, and two,", "One, and two … I could not finish that."),
        ("It is 3.5 or so", "It is 3.5 or so … I could not finish that."),
        ("“One.” Two", "“One.” I could not finish that."),
    ],
)
def test_only_whole_sentences_are_kept_where_there_are_any(text: str, told: str) -> None:
    assert finished(text) == told
