"""Scenario 56: every result of a turn is said, also when one is refused, fails or waits for a yes."""

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome

ON, UNLOCK, FREEZER = (
    ("control_zwave_device", {"device": "kitchen light", "action": "on"}),
    ("control_zwave_device", {"device": "front door", "action": "unlock"}),
    ("control_zwave_device", {"device": "freezer plug", "action": "off"}),
)


async def test_s56_one_is_done_one_fails_and_one_waits(assemble: Assemble) -> None:
    async with assemble() as house:
        first = await house.ask(
            "turn on the kitchen light and unlock the front door and turn off the freezer"
        )
        assert first.text == (
            "Kitchen light is now on. That did not work: The freezer plug does not answer. "
            "Unlock the front door? Say yes to confirm."
        )
        assert first.outcome is TurnOutcome.ASKED_BACK
        assert (house.state("kitchen light").on, house.state("front door").locked) == (True, True)
        done = await house.ask("yes")
        assert done.text == "Front door is now unlocked."


async def test_s56_the_same_when_a_model_makes_the_calls_and_says_something_else(assemble: Assemble) -> None:
    async with assemble(call(ON, UNLOCK, FREEZER), say("All done!"), fast_path=False) as house:
        first = await house.ask("kitchen light on, unlock the front door, and turn off the freezer")
        assert first.text == (
            "Kitchen light is now on. That did not work: The freezer plug does not answer. "
            "Unlock the front door? Say yes to confirm."
        )
        assert house.state("front door").locked
        assert (await house.ask("yes")).text == "Front door is now unlocked."


@pytest.mark.parametrize(
    ("sentence", "text", "outcome"),
    [
        (
            "turn on the kitchen light and set the living room light to 300 percent",
            "Kitchen light is now on. The living room light takes 0 to 100 percent, not 300.",
            TurnOutcome.DECLINED,
        ),
        (
            "turn on the kitchen light and open the hallway lamp",
            "Kitchen light is now on. The hallway lamp can't be opened.",
            TurnOutcome.DECLINED,
        ),
        (
            "turn on the kitchen light and turn off the freezer",
            "Kitchen light is now on. That did not work: The freezer plug does not answer.",
            TurnOutcome.FAILED,
        ),
        (
            "turn on the kitchen light and the freezer plug",
            "Kitchen light is now on. The freezer plug does not answer.",
            TurnOutcome.FAILED,
        ),
        (
            "turn off the hallway lamp and lock the front door",
            "Hallway lamp is now off. Front door is now locked.",
            TurnOutcome.DONE,
        ),
    ],
)
async def test_s56_what_was_done_and_what_was_not_are_both_said(
    assemble: Assemble, sentence: str, text: str, outcome: TurnOutcome
) -> None:
    async with assemble() as house:
        answer = await house.ask(sentence)
        assert (answer.text, answer.outcome) == (text, outcome)


async def test_s56_a_step_that_must_be_chosen_first_does_not_hide_what_was_done(assemble: Assemble) -> None:
    async with assemble() as house:
        answer = await house.ask("lock the front door and turn on the lamp")
        assert answer.text == (
            "Front door is now locked. Which one do you mean: the reading lamp or the hallway lamp?"
        )
        assert answer.outcome is TurnOutcome.ASKED_BACK
        await house.ask("reading")
        assert house.state("reading lamp").on


async def test_s56_steps_after_one_that_must_be_chosen_are_not_forgotten(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("turn on the lamp and turn off the living room light", "the reading one")
        assert house.state("reading lamp").on
        assert house.state("living room light").on is False
