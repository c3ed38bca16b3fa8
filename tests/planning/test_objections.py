"""An objection to one part of what was done takes back that part, and nothing else."""

import pytest

from tests.assembled import Assemble
from tests.spec.test_s50_s51_taking_back import differences
from voice_gateway.outcome import TurnOutcome

THREE = "turn on the bedroom fan, close the blinds and set a timer for 10 minutes"


@pytest.mark.parametrize(
    "objection",
    [
        "I didn't ask for the blinds",
        "I never said the blinds",
        "I didn't want the blinds closed",
        "no, I didn't ask you to close the blinds",
        "not the blinds",
    ],
)
async def test_only_what_is_named_is_taken_back(assemble: Assemble, objection: str) -> None:
    async with assemble() as house:
        before = house.home()
        _, answer = await house.say(THREE, objection)
        assert answer.outcome is TurnOutcome.DONE
        assert differences(before, house.home()) == {"Bedroom Fan"}
        assert "10 minutes" in (await house.ask("what is planned?")).text


async def test_one_objection_may_follow_another(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        await house.say(THREE, "I didn't ask for a timer", "I didn't ask for the blinds")
        assert differences(before, house.home()) == {"Bedroom Fan"}
        assert (await house.ask("what is planned?")).text == "Nothing is planned."


async def test_one_of_several_that_were_told_the_same(assemble: Assemble) -> None:
    async with assemble() as house:
        before = house.home()
        await house.say("turn on the fan, the hallway lamp and the kitchen light", "I never said the fan")
        assert "Bedroom Fan" not in differences(before, house.home())
        assert house.state("hallway lamp").on


@pytest.mark.parametrize("objection", ["I never said the siren", "I didn't say lock the front door"])
async def test_what_was_not_touched_is_told_and_nothing_done(assemble: Assemble, objection: str) -> None:
    async with assemble() as house:
        await house.ask(THREE)
        before = house.home()
        answer = await house.ask(objection)
        assert answer.outcome is TurnOutcome.DECLINED
        assert house.home() == before
        assert "10 minutes" in (await house.ask("what is planned?")).text
        await house.ask("undo the last action")
        assert not house.state("bedroom fan").on, "what was done can be taken back still"


async def test_a_plan_that_was_just_made_loses_only_that_part(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say(
            "turn the lights off, open the blinds and lock the front door in ten minutes",
            "I didn't say lock the door",
        )
        told = (await house.ask("what is planned?")).text
        assert told.startswith("1 is planned")
        assert "lights" in told
        assert "door" not in told


async def test_putting_things_back_cancels_no_plan(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a timer for 20 minutes", THREE)
        before = house.home()
        await house.say("I didn't ask for the blinds", "put them back")
        assert house.home() == before, "the objection itself is taken back"
        await house.ask("put everything back")
        assert (await house.ask("what is planned?")).text.startswith("2 are planned")


async def test_the_last_action_is_found_behind_what_came_to_nothing(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a timer for 20 minutes", "turn on the bedroom fan", "resume the pasta timer")
        await house.ask("undo the last action")
        assert not house.state("bedroom fan").on
        assert (await house.ask("what is planned?")).text.startswith("1 is planned")
