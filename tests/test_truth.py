"""What is said about the home follows from what the tools reported."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.home import SmallHome, SmallWeb
from tests.scene import Play
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import Intent
from voice_gateway.tools import Outcome, Result
from voice_gateway.trace import Corrected
from voice_gateway.truth import (
    NOTHING_DONE,
    claims_here_and_now,
    has_facts,
    is_true,
    outcome_of,
    what_happened,
)

ON = Result("Kitchen light is now on.", changed=True)
OFF = Result("Kitchen light is off.")
FAILED = Result.error("the hallway lamp does not answer", data={"error": "NotAnswering"})
UNKNOWN = Result.error("There is no device called “disco ball”.", data={"unknown": "disco ball"})
SEVERAL = Result.error("Which light do you mean?", data={"ambiguous": ["kitchen", "hall"]})
CANNOT = Result.error("The lamp can't be dimmed.", data={"error": "CannotDo"})
HELD = Result("", pending="Unlock the front door?")


@pytest.mark.parametrize(
    "text",
    [
        "Done!",
        "I've turned on the kitchen light.",
        "I have just switched off the lights.",
        "I turned the heating on.",
        "I’ve locked the door.",
        "Okay, done.",
        "It is 4:15 in the afternoon.",
        "The time is 9 o'clock.",
        "The volume is at 70 percent.",
    ],
)
def test_what_claims_a_deed_or_shows_the_clock_is_recognised(text: str) -> None:
    assert claims_here_and_now(text)


@pytest.mark.parametrize("text", ["There is no kitchen light.", "Which light do you mean?", "Good morning!"])
def test_what_claims_nothing_is_left_alone(text: str) -> None:
    assert not claims_here_and_now(text)
    assert not has_facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Done is better than perfect.",
        "She turned and went home.",
        "The war was over in 1945.",
        "He has been turned into a frog.",
        "The chest was opened at last.",
    ],
)
def test_stories_and_facts_of_the_world_claim_nothing_about_here(text: str) -> None:
    assert not claims_here_and_now(text)


@pytest.mark.parametrize(
    "text", ["The light is on.", "It is 21 degrees.", "It is twenty past nine.", "Today is Monday."]
)
def test_states_numbers_and_times_are_facts(text: str) -> None:
    assert has_facts(text)


@pytest.mark.parametrize(
    ("text", "results", "true"),
    [
        ("I've turned on the kitchen light.", [ON], True),
        ("Done.", [ON, Result(ON.text, Outcome.REPEATED)], True),
        ("It is 21.5 degrees in there.", [Result("Kitchen is at 21.5 °C.")], True),
        ("It's on, twenty percent.", [Result("Lamp is now on at 20 percent.", changed=True)], True),
        ("The charge is 81 percent.", [Result("Told.", data={"batteries": {"Front Door": 81}})], True),
        ("Done!", [], False),
        ("Done!", [OFF], False),
        ("Done!", [FAILED], False),
        ("Both are on now.", [ON, FAILED], False),
        ("The kitchen light is on.", [OFF], False),
        ("The kitchen is at 25 degrees.", [Result("Kitchen is at 21.5 °C.")], False),
        ("The front door is locked.", [Result("Front door is unlocked.")], False),
    ],
)
def test_a_model_may_only_say_what_was_reported(text: str, results: list[Result], true: bool) -> None:
    assert is_true(text, "turn on the kitchen light", results) is true


def test_a_number_that_was_asked_for_may_be_said_again() -> None:
    done = [Result("The lamp is now on.", changed=True)]
    assert is_true("The lamp is on at 40.", "lamp to forty", done)
    assert not is_true("The lamp is on at 40.", "lamp on", done)


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([ON], "Kitchen light is now on."),
        ([ON, ON], "Kitchen light is now on."),
        ([ON, FAILED], "Kitchen light is now on. That did not work: The hallway lamp does not answer."),
        ([UNKNOWN], "There is no device called “disco ball”."),
        ([CANNOT], "The lamp can't be dimmed."),
        ([Result.error("no tool", Outcome.UNKNOWN)], NOTHING_DONE),
        ([HELD], ""),
        ([], ""),
    ],
)
def test_the_tools_own_words_are_said(results: list[Result], said: str) -> None:
    assert what_happened(results) == said


@pytest.mark.parametrize(
    ("results", "outcome"),
    [
        ([ON], TurnOutcome.DONE),
        ([OFF], TurnOutcome.ANSWERED),
        ([OFF, ON], TurnOutcome.DONE),
        ([ON, HELD], TurnOutcome.ASKED_BACK),
        ([SEVERAL], TurnOutcome.ASKED_BACK),
        ([UNKNOWN], TurnOutcome.NOT_UNDERSTOOD),
        ([CANNOT], TurnOutcome.DECLINED),
        ([FAILED], TurnOutcome.FAILED),
        ([ON, CANNOT, FAILED], TurnOutcome.FAILED),
    ],
)
def test_results_come_to_an_outcome(results: list[Result], outcome: TurnOutcome) -> None:
    assert outcome_of(results) is outcome


STATES = ["on", "off", "open", "closed", "locked", "unlocked"]


@given(st.sampled_from(STATES), st.sampled_from(STATES), st.integers(0, 100), st.integers(0, 100))
def test_another_state_or_another_number_is_never_true(
    reported: str, claimed: str, number: int, said: int
) -> None:
    results = [Result(f"The thing is {reported} and reads {number}.")]
    true = is_true(f"The thing is {claimed} and reads {said}.", "how is the thing", results)
    assert true is (reported == claimed and number == said)


@given(st.text(max_size=80), st.lists(st.sampled_from([ON, OFF, UNKNOWN, HELD, FAILED]), max_size=3))
def test_a_failure_is_never_hidden(text: str, results: list[Result]) -> None:
    if UNKNOWN in results or FAILED in results:
        assert not is_true(text, "do it", results)


async def test_a_false_claim_is_not_heard_and_counted(play: Play) -> None:
    heard: list[str] = []
    async with play(Intent.DEVICE, SmallHome().tools(), [say("Done! The kitchen light is on.")]) as scene:
        answer = await scene.house.gateway.turn(
            "kitchen light on", scene.house.conversation, on_token=heard.append
        )
        assert scene.house.gateway.metrics.figures().corrected == 1
    assert "".join(heard) == answer.text
    assert "haven't changed anything" in answer.text
    assert answer.outcome is TurnOutcome.NOT_UNDERSTOOD
    assert answer.trace.all(Corrected)[0].claim == "Done! The kitchen light is on."


async def test_a_failed_action_is_told_as_it_was(play: Play) -> None:
    absent: tuple[str, dict[str, Any]] = ("control_zwave_device", {"device": "garage light", "action": "on"})
    async with play(
        Intent.DEVICE, SmallHome().tools(), [call(absent), say("I've turned on the garage light.")]
    ) as scene:
        said = await scene.ask("turn on the garage light")
    assert said == 'That did not work: There is no device called "garage light".'


async def test_plain_talk_is_not_checked(play: Play) -> None:
    async with play(Intent.GENERAL, [], [say("Done is better than perfect.")]) as scene:
        assert await scene.ask("tell me a proverb") == "Done is better than perfect."


async def test_an_answer_that_the_model_does_not_know_is_looked_up(play: Play) -> None:
    web = SmallWeb()
    async with play(
        Intent.GENERAL, web.tools(), [say("I don't know who that is."), say("Jim Tressel.")]
    ) as scene:
        assert await scene.ask("who is lieutenant governor") == "Jim Tressel."
    assert len(web.queries) == 1


async def test_the_first_answer_stands_when_the_web_fails(play: Play) -> None:
    async with play(Intent.GENERAL, [], [say("I don't know that.")]) as scene:
        assert await scene.ask("who is it") == "I don't know that."


@pytest.mark.parametrize(
    ("reported", "said", "so"),
    [
        ("Lounge lamp is now blue.", "The lounge lamp is blue now.", True),
        ("Lounge lamp is now blue.", "The lounge lamp is red now.", False),
        ("Robbie is docked.", "Robbie is cleaning.", False),
        ("House alarm is disarmed.", "The house alarm is armed.", False),
    ],
)
def test_colours_and_activities_are_facts_too(reported: str, said: str, so: bool) -> None:
    assert is_true(said, "", [Result(reported, changed=True)]) is so
