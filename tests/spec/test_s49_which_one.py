"""Scenario 49: "which one do you mean?" is a question, and its answer is understood."""

import pytest

from tests.assembled import Assemble, devices
from tests.servers.ollama import say
from voice_gateway.outcome import TurnOutcome

TWO = devices(
    ("Kitchen Light", "Kitchen", "light", "on = false"),
    ("Hall Light", "Hall", "light", "on = false"),
    ("Front Door", "Hall", "lock", "locked = true"),
    ("Back Door", "Kitchen", "lock", "locked = true"),
)
WHICH = "Which one do you mean: the kitchen light or the hall light?"


@pytest.mark.parametrize(
    ("answer", "on"),
    [
        ("the kitchen one", {"Kitchen Light"}),
        ("kitchen", {"Kitchen Light"}),
        ("the one in the kitchen please", {"Kitchen Light"}),
        ("the hall light", {"Hall Light"}),
        ("both", {"Kitchen Light", "Hall Light"}),
        ("both of them", {"Kitchen Light", "Hall Light"}),
        ("the kitchen and the hall one", {"Kitchen Light", "Hall Light"}),
        ("the first one", {"Kitchen Light"}),
        ("the second", {"Hall Light"}),
        ("the latter", {"Hall Light"}),
    ],
)
async def test_s49_the_answer_chooses(assemble: Assemble, answer: str, on: set[str]) -> None:
    async with assemble(home=TWO) as house:
        asked, done = await house.say("turn on the light", answer)
        assert (asked.text, asked.outcome) == (WHICH, TurnOutcome.ASKED_BACK)
        assert done.outcome is TurnOutcome.DONE
        assert {name for name, state in house.home().items() if state.on} == on


@pytest.mark.parametrize("answer", ["neither", "none of them", "never mind", "no thanks", "forget it"])
async def test_s49_neither_leaves_everything(assemble: Assemble, answer: str) -> None:
    async with assemble(home=TWO) as house:
        before = house.home()
        _, left = await house.say("turn on the light", answer)
        assert (left.text, left.outcome) == ("Okay, I've left it as it is.", TurnOutcome.DECLINED)
        assert house.home() == before


async def test_s49_it_is_asked_again_when_it_was_not_caught(assemble: Assemble) -> None:
    async with assemble(home=TWO) as house:
        _, again, _ = await house.say("turn on the light", "what?", "the second")
        assert (again.text, again.outcome) == (WHICH, TurnOutcome.ASKED_BACK)
        assert house.state("hall light").on


async def test_s49_one_that_was_not_offered_chooses_nothing(assemble: Assemble) -> None:
    async with assemble(home=TWO) as house:
        await house.ask("turn on the light")
        house.script(*[say("I've turned on the attic light.")] * 3)
        answer = await house.ask("the attic one")
        assert answer.outcome is TurnOutcome.ASKED_BACK, "the question is repeated once"
        assert "Which one" in answer.text
        answer = await house.ask("the attic one")
        assert answer.outcome is TurnOutcome.NOT_UNDERSTOOD
        assert not any(state.on for state in house.home().values())


async def test_s49_a_new_command_is_no_choice_and_is_carried_out(assemble: Assemble) -> None:
    async with assemble(home=TWO) as house:
        _, done = await house.say("turn on the light", "turn on the hall light")
        assert done.text == "Hall light is now on."
        assert not house.state("kitchen light").on


async def test_s49_a_guarded_device_that_was_chosen_still_needs_its_yes(assemble: Assemble) -> None:
    async with assemble(home=TWO) as house:
        which, asked = await house.say("unlock the door", "the back one")
        assert which.text == "Which one do you mean: the front door or the back door?"
        assert (asked.text, asked.outcome) == (
            "Unlock the back door? Say yes to confirm.", TurnOutcome.ASKED_BACK
        )  # fmt: skip
        assert house.state("back door").locked
        await house.ask("yes")
        assert (house.state("back door").locked, house.state("front door").locked) == (False, True)


async def test_s49_the_room_where_it_is_said_answers_by_itself(assemble: Assemble) -> None:
    async with assemble(home=TWO) as house:
        assert (await house.ask("turn on the light", room="Hall")).text == "Hall light is now on."
