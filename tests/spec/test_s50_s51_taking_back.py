"""Scenarios 50 and 51: a correction undoes and does the other; undoing restores, and says what it cannot."""

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import say
from voice_gateway.devices import State
from voice_gateway.outcome import TurnOutcome
from voice_gateway.wishes.carry_out import LEFT_ALONE, NOTHING_TO_UNDO


def differences(before: dict[str, State], after: dict[str, State]) -> set[str]:
    return {name for name, state in after.items() if state != before[name]}


@pytest.mark.parametrize(
    ("first", "correction", "left"),
    [
        ("turn on the bedroom light", "no, I meant the fan", {"Bedroom Fan"}),
        ("turn on the reading lamp", "not the lamp, the fan", {"Bedroom Fan"}),
        ("turn on the kitchen light", "no, the bedroom light", {"Bedroom Light"}),
        ("turn on the kitchen light", "sorry, I meant the coffee machine", {"Coffee Machine"}),
        ("turn off the hallway lamp", "no I meant the living room light", {"Living Room Light"}),
        ("turn on the kitchen light and the bedroom fan", "no just the bedroom fan", {"Bedroom Fan"}),
    ],
)
async def test_s50_a_correction_undoes_the_last_action_and_does_the_other(
    assemble: Assemble, first: str, correction: str, left: set[str]
) -> None:
    async with assemble() as house:
        before = house.home()
        _, corrected = await house.say(first, correction)
        assert corrected.outcome is TurnOutcome.DONE
        assert differences(before, house.home()) == left
        assert corrected.text.count(" is now ") == 2, "both are said: what was undone, and what was done"


async def test_s50_a_corrected_number_is_no_second_device(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        await house.say("set the living room light to 20 percent", "no, I meant 30 percent")
        assert house.state("living room light").level == 30
        assert differences(before, house.home()) == {"Living Room Light"}


async def test_s50_a_correction_to_a_guarded_device_asks_first(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        _, asked = await house.say("turn on the hallway lamp", "no, I meant the siren")
        assert asked.outcome is TurnOutcome.ASKED_BACK
        assert "Turn on the hallway siren? Say yes to confirm." in asked.text
        assert house.home() == before
        await house.ask("yes")
        assert house.state("hallway siren").on


async def test_s50_a_correction_to_what_is_not_there_changes_nothing_else(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the kitchen light")
        house.script(*[say("I've turned on the toaster.")] * 3)
        answer = await house.ask("no, I meant the toaster")
        assert answer.outcome in (TurnOutcome.NOT_UNDERSTOOD, TurnOutcome.DECLINED)
        assert "turned on the toaster" not in answer.text


@pytest.mark.parametrize("undo", ["undo that", "put it back", "undo it please", "put it back as it was"])
@pytest.mark.parametrize(
    ("command", "changed"),
    [
        ("turn off the hallway lamp", "Hallway Lamp"),
        ("set the living room light to 20 percent", "Living Room Light"),
        ("close the living room blinds", "Living Room Blinds"),
        ("set the bedroom thermostat to 22", "Bedroom Thermostat"),
        ("turn on the bedroom fan", "Bedroom Fan"),
    ],
)
async def test_s51_undoing_restores_the_state_before(
    assemble: Assemble, command: str, changed: str, undo: str
) -> None:
    async with assemble() as house:
        before = house.home()
        await house.ask(command)
        assert differences(before, house.home()) == {changed}
        undone = await house.ask(undo)
        assert undone.outcome is TurnOutcome.DONE
        assert house.home() == before


async def test_s51_undoing_restores_every_device_of_the_last_action(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        await house.ask("turn off all the lights")
        assert differences(before, house.home()) == {"Living Room Light", "Hallway Lamp"}
        await house.ask("undo that")
        assert house.home() == before


async def test_s51_only_the_last_action_is_taken_back(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("turn on the kitchen light", "turn on the bedroom fan", "undo that")
        assert house.state("kitchen light").on
        assert not house.state("bedroom fan").on


async def test_s51_a_question_between_is_no_action(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        await house.say("turn on the kitchen light", "is the front door locked", "undo that")
        assert house.home() == before


async def test_s51_locking_again_needs_no_yes_but_opening_again_does(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        await house.say("unlock the front door", "yes", "undo that")
        assert house.home() == before
        _, asked = await house.say("close the water valve", "undo that")
        assert (asked.text, asked.outcome) == (
            "Open the water valve? Say yes to confirm.", TurnOutcome.ASKED_BACK
        )  # fmt: skip
        assert house.state("water valve").position == 0
        await house.ask("yes")
        assert house.home() == before


async def test_s51_whoever_does_not_want_it_opened_again_leaves_it(assemble: Assemble) -> None:
    async with assemble() as house:
        *_, left = await house.say("close the water valve", "undo that", "no")
        assert left.text == LEFT_ALONE
        assert house.state("water valve").position == 0


async def test_s51_nothing_that_could_be_taken_back_is_said_so(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        answer = await house.ask("undo that")
        assert (answer.text, answer.outcome) == (NOTHING_TO_UNDO, TurnOutcome.DECLINED)
        assert house.home() == before


async def test_s51_what_was_so_already_is_as_it_was(assemble: Assemble) -> None:
    async with assemble() as house:
        _, answer = await house.say("lock the front door", "undo that")
        assert answer.text == "It is as it was before."
        assert house.state("front door").locked


async def test_s51_what_cannot_be_restored_is_said(assemble: Assemble, sound_server: None) -> None:
    """The volume that was before is not known to the home."""
    async with assemble() as house:
        done, answer = await house.say("set the volume to 30", "undo that")
        assert done.outcome is TurnOutcome.DONE
        assert answer.text == "I can't take back that change of the volume."
        assert answer.outcome is TurnOutcome.DECLINED


async def test_s51_another_conversation_has_nothing_to_undo(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the kitchen light")
        assert (await house.another().ask("undo that")).text == NOTHING_TO_UNDO
        assert house.state("kitchen light").on


async def test_s51_dropping_what_was_just_done_takes_it_back(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        _, dropped = await house.say("turn on the kitchen light", "actually, scrap that")
        assert dropped.outcome is TurnOutcome.DONE
        assert house.home() == before


async def test_s51_a_correction_of_a_question_takes_back_nothing_that_was_done_before_it(
    assemble: Assemble,
) -> None:
    async with assemble() as house:
        before = house.home()
        *_, done = await house.say(
            "turn on the kitchen light", "turn on the hallway siren", "no, I meant the bedroom fan"
        )
        assert done.outcome is TurnOutcome.DONE
        assert differences(before, house.home()) == {"Kitchen Light", "Bedroom Fan"}
