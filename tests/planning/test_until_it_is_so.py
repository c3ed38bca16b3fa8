"""What is asked for until something is so: it is done, and put back when that has come."""

import pytest

from tests.assembled import Assemble
from voice_gateway.outcome import TurnOutcome

SENTENCES = [
    "turn on the kitchen light until the bedroom light goes on",
    "kitchen light on until the bedroom light is on",
]


@pytest.mark.parametrize("sentence", SENTENCES)
async def test_it_goes_back_when_it_is_so_and_not_before(assemble: Assemble, sentence: str) -> None:
    async with assemble() as house:
        answer = await house.ask(sentence)
        assert answer.outcome is TurnOutcome.DONE
        assert "put it back" in answer.text
        await house.later(hours=30)
        assert house.state("kitchen light").on
        await house.happens("Bedroom Light", on=True)
        assert not house.state("kitchen light").on


async def test_what_is_so_already_ends_nothing(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.happens("Bedroom Light", on=True)
        answer = await house.ask(SENTENCES[0])
        assert "already" in answer.text
        assert not house.state("kitchen light").on


async def test_it_is_planned_and_can_be_given_up(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask(SENTENCES[0])
        assert "bedroom light" in (await house.ask("what is planned?")).text
        await house.ask("cancel that")
        await house.happens("Bedroom Light", on=True)
        assert house.state("kitchen light").on


@pytest.mark.parametrize("end", ["someone comes home", "it's below fifty five", "the guests have left"])
async def test_no_clock_takes_the_place_of_what_cannot_be_waited_for(assemble: Assemble, end: str) -> None:
    async with assemble(provider="builtin") as house:
        answer = await house.ask(f"turn on the kitchen light until {end}")
        assert not any(word in answer.text for word in ("AM", "PM"))
        assert not house.state("kitchen light").on


async def test_what_would_be_unlocked_again_waits_for_a_yes(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("unlock the front door", "yes")
        assert "Say yes" in (await house.ask("lock the front door until the bedroom light goes on")).text
        assert house.state("Front Door").locked is False


async def test_a_question_tells_the_day_on_which_it_ends(assemble: Assemble) -> None:
    async with assemble() as house:
        asked = await house.ask("unlock the front door until tomorrow at seven")
        assert "until tomorrow at 7:00 AM" in asked.text
