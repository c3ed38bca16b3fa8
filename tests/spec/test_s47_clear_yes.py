"""Scenario 47: a guarded action is done only after a clear yes to it."""

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome

UNLOCK = "unlock the front door"
QUESTION = "Unlock the front door? Say yes to confirm."
OBEDIENT = call(("control_zwave_device", {"device": "front door", "action": "unlock"}))
"""A model that is only too glad to do what was asked about."""


@pytest.mark.parametrize(
    "answer",
    [
        "yes",
        "Yes.",
        "yes please do that for me now",
        "yes please do that for me now thank you",
        "go on then",
        "that's right, unlock it",
        "yeah, unlock the front door",
        "sure, go ahead",
        "please do",
    ],
)
async def test_s47_a_clear_yes_unlocks(assemble: Assemble, answer: str) -> None:
    async with assemble() as house:
        asked, done = await house.say(UNLOCK, answer)
        assert (asked.text, asked.outcome) == (QUESTION, TurnOutcome.ASKED_BACK)
        assert (done.text, done.outcome) == ("Front door is now unlocked.", TurnOutcome.DONE)
        assert house.state("front door").locked is False


async def test_s47_nothing_is_open_before_the_yes(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        await house.ask(UNLOCK)
        assert house.home() == before


@pytest.mark.parametrize(
    "answer",
    [
        "no",
        "okay, never mind",
        "okay never mind",
        "sure, cancel that",
        "yes no wait don't",
        "yes, actually no",
        "ok leave it",
        "not now",
        "stop",
    ],
)
async def test_s47_whoever_takes_it_back_leaves_it_locked(assemble: Assemble, answer: str) -> None:
    async with assemble() as house:
        _, left = await house.say(UNLOCK, answer)
        assert (left.text, left.outcome) == ("Okay, I've left it as it is.", TurnOutcome.DECLINED)
        assert house.state("front door").locked
        await house.ask("yes")
        assert house.state("front door").locked, "a yes to a question that was answered is a yes to nothing"


@pytest.mark.parametrize(
    "answer",
    [
        "yes I know it is locked",
        "okay I will do it myself",
        "yes my brother has the key",
        "sure is cold today",
    ],
)
async def test_s47_a_remark_that_begins_with_yes_is_no_yes(assemble: Assemble, answer: str) -> None:
    """Not even a model that would act on it gets the door open."""
    async with assemble() as house:
        await house.ask(UNLOCK)
        house.script(OBEDIENT, say("The front door is now unlocked."), say("Done."))
        remark = await house.ask(answer)
        assert house.state("front door").locked
        assert remark.outcome not in (TurnOutcome.DONE, TurnOutcome.ANSWERED)
        assert "unlocked" not in remark.text


@pytest.mark.parametrize("answer", ["what?", "pardon?", "sorry?", "say that again", "which door?"])
async def test_s47_whoever_did_not_catch_it_is_asked_again_and_a_yes_then_counts(
    assemble: Assemble, answer: str
) -> None:
    async with assemble() as house:
        _, again = await house.say(UNLOCK, answer)
        assert (again.text, again.outcome) == (QUESTION, TurnOutcome.ASKED_BACK)
        assert house.state("front door").locked
        await house.ask("yes")
        assert house.state("front door").locked is False


async def test_s47_a_new_command_drops_the_question_and_is_carried_out(assemble: Assemble) -> None:
    async with assemble() as house:
        _, lights = await house.say(UNLOCK, "ok turn on the lights")
        assert lights.outcome is TurnOutcome.DONE
        for light in ("kitchen light", "living room light", "reading lamp", "hallway lamp", "bedroom light"):
            assert house.state(light).on, light
        assert house.state("front door").locked
        await house.ask("yes")
        assert house.state("front door").locked, "the question was dropped"


async def test_s47_a_question_of_the_person_drops_it_too(assemble: Assemble) -> None:
    async with assemble() as house:
        _, told, _ = await house.say(UNLOCK, "is the garage door open", "yes")
        assert told.text == "Garage door is closed."
        assert house.state("front door").locked


@pytest.mark.parametrize(
    ("answer", "door", "garage"),
    [("yes", False, 100), ("only the garage", True, 100), ("just the front door please", False, 0)],
)
async def test_s47_of_two_that_are_asked_about_only_what_is_said_is_done(
    assemble: Assemble, answer: str, door: bool, garage: int
) -> None:
    async with assemble() as house:
        asked, _ = await house.say("open the garage door and unlock the front door", answer)
        assert asked.text == "Open the garage door? Unlock the front door? Say yes to confirm."
        assert house.state("front door").locked is door
        assert house.state("garage door").position == garage


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("open the garage door", "Open the garage door? Say yes to confirm."),
        ("turn on the siren", "Turn on the hallway siren? Say yes to confirm."),
    ],
)
async def test_s47_whatever_opens_or_screams_is_guarded(
    assemble: Assemble, sentence: str, question: str
) -> None:
    async with assemble() as house:
        before = house.home()
        asked = await house.ask(sentence)
        assert (asked.text, house.home()) == (question, before)


async def test_s47_a_call_of_a_model_waits_for_the_same_yes(assemble: Assemble) -> None:
    async with assemble(OBEDIENT, fast_path=False) as house:
        asked, done = await house.say("unlock the front door", "yes")
        assert (asked.text, asked.outcome) == (QUESTION, TurnOutcome.ASKED_BACK)
        assert done.outcome is TurnOutcome.DONE
        assert house.state("front door").locked is False
