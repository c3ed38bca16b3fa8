"""Scenario 53: states, times, numbers and deeds are said as results report them, whatever a model says."""

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import Step, call, nothing, say
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Corrected

A_TIME = "It is 4:15 in the afternoon."
A_STATE = "The hallway lamp is off and the front door is unlocked."
A_COUNT = "There are nine lights on."
A_DEED = "I've turned it off."
A_VOLUME = "The volume is at 70 percent."
LIES = (A_TIME, A_STATE, A_COUNT, A_DEED, A_VOLUME, "Done!", "It is 31 degrees in there.")


def control(device: str, action: str) -> Step:
    return call(("control_zwave_device", {"device": device, "action": action}))


def read(device: str) -> Step:
    return call(("get_device_sensor_data", {"device": device}))


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize(
    "sentence",
    [
        "do the thing with the hallway lamp",
        "tell me about the hallway lamp",
        "how is it going with the front door",
        "any idea how many of the lights burn",
        "what time would it be for the people in the moon base",
    ],
)
async def test_s53_a_model_that_looked_at_nothing_claims_nothing(
    assemble: Assemble, sentence: str, lie: str
) -> None:
    """Home and time, states, counts and deeds: no call was made, so nothing of it is said."""
    async with assemble(*[say(lie)] * 4) as house:
        before = house.home()
        answer = await house.ask(sentence)
        assert lie not in answer.text
        assert not any(word in answer.text for word in ("4:15", "nine", "70", "31", "unlocked", "Done"))
        assert answer.outcome is TurnOutcome.NOT_UNDERSTOOD
        assert house.home() == before


@pytest.mark.parametrize("lie", [A_TIME, A_STATE, A_DEED, A_VOLUME, "Done!"])
@pytest.mark.parametrize("sentence", ["tell me a story about the sea", "who painted the sunflowers"])
async def test_s53_not_even_in_talk_or_a_search_is_anything_claimed_about_here_and_now(
    assemble: Assemble, sentence: str, lie: str
) -> None:
    heard: list[str] = []
    async with assemble(*[say(f"{lie} So there.")] * 4, search__backends=["searxng"]) as house:
        answer = await house.gateway.turn(sentence, house.conversation, on_token=heard.append)
        assert lie not in answer.text
        assert "".join(heard) == answer.text, "nor is it heard before it can be taken back"
        assert answer.outcome is TurnOutcome.NOT_UNDERSTOOD
        assert answer.trace.all(Corrected)


async def test_s53_talk_that_claims_nothing_is_said_as_it_is(assemble: Assemble) -> None:
    heard: list[str] = []
    story = "Once there was a keeper of a light. He was 80 years old when the ship of 1804 came."
    async with assemble(say(story)) as house:
        answer = await house.gateway.turn(
            "tell me a story about the sea", house.conversation, on_token=heard.append
        )
    assert (answer.text, "".join(heard), answer.outcome) == (story, story, TurnOutcome.ANSWERED)


@pytest.mark.parametrize(
    ("lie", "truth"),
    [
        ("The hallway lamp is off.", "Hallway lamp is on."),
        ("It is on at 80 percent.", "Hallway lamp is on."),
        ("I've turned it off for you.", "Hallway lamp is on."),
        ("It is 21.5 degrees there.", "Hallway lamp is on."),
    ],
)
async def test_s53_a_state_that_was_read_is_told_as_it_was_read(
    assemble: Assemble, lie: str, truth: str
) -> None:
    async with assemble(read("hallway lamp"), say(lie), fast_path=False) as house:
        answer = await house.ask("is the hallway lamp on")
        assert (answer.text, answer.outcome) == (truth, TurnOutcome.ANSWERED)
        assert [event.claim for event in answer.trace.all(Corrected)] == [lie]


@pytest.mark.parametrize("true", ["The hallway lamp is on.", "Yes, it is on."])
async def test_s53_the_models_own_words_are_said_when_they_are_true(assemble: Assemble, true: str) -> None:
    async with assemble(read("hallway lamp"), say(true), fast_path=False) as house:
        assert (await house.ask("is the hallway lamp on")).text == true


async def test_s53_a_number_that_was_read_may_be_put_into_other_words_but_not_changed(
    assemble: Assemble,
) -> None:
    for said, told in (
        ("It is a cosy 22.4 degrees.", "It is a cosy 22.4 degrees."),
        ("It is a cosy 25 degrees.", "Bathroom sensor reads 22.4 °C."),
    ):
        async with assemble(read("bathroom temperature"), say(said), fast_path=False) as house:
            assert (await house.ask("how warm is it in the bathroom")).text == told


async def test_s53_a_time_is_the_clocks_and_not_the_models(assemble: Assemble) -> None:
    clock = call(("get_current_datetime", {"timezone": "Tokyo"}))
    async with assemble(clock, say("It is 4:15 in Tokyo."), fast_path=False) as house:
        answer = await house.ask("what time is it in tokyo")
        assert "4:15 in Tokyo." not in answer.text
        assert "in Tokyo on" in answer.text


@pytest.mark.parametrize(
    "lie", ["I've turned on the freezer plug.", "Done, it is on.", "The freezer plug is on."]
)
async def test_s53_what_failed_is_never_said_to_be_done(assemble: Assemble, lie: str) -> None:
    async with assemble(control("freezer plug", "on"), say(lie), fast_path=False) as house:
        answer = await house.ask("turn on the freezer plug")
        assert answer.text == "That did not work: The freezer plug does not answer."
        assert answer.outcome is TurnOutcome.FAILED


async def test_s53_what_failed_in_part_is_not_said_to_be_done_as_a_whole(assemble: Assemble) -> None:
    both = control("kitchen light and freezer plug", "on")
    async with assemble(both, say("Both are on."), fast_path=False) as house:
        answer = await house.ask("turn on the kitchen light and the freezer plug")
        assert answer.text == "Kitchen light is now on. The freezer plug does not answer."
        assert answer.outcome is TurnOutcome.FAILED


async def test_s53_a_model_that_is_lost_after_it_acted_leaves_the_tools_words(assemble: Assemble) -> None:
    async with assemble(control("kitchen light", "on"), nothing(), fast_path=False) as house:
        assert (await house.ask("turn on the kitchen light")).text == "Kitchen light is now on."
