"""Scenarios 72 and 73: what is planned and why, and the yes to what is guarded."""

from tests.assembled import Assemble
from voice_gateway.outcome import TurnOutcome


async def test_s72_what_is_planned_is_told_and_cancelled(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("turn on the kitchen light at 8 pm", "turn off the hallway lamp at 10 pm")
        planned = (await house.ask("what is planned?")).text
        assert "kitchen light" in planned
        assert "hallway lamp" in planned
        assert "8:00 PM" in planned
        await house.ask("cancel that")
        assert "hallway lamp" not in (await house.ask("what is planned?")).text
        await house.ask("cancel the kitchen light")
        assert (await house.ask("what is planned?")).text == "Nothing is planned."
        await house.later(hours=5)
        assert not house.state("kitchen light").on


async def test_s72_why_names_the_sentence_and_the_time(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the kitchen light")
        await house.later(minutes=5)
        assert (await house.ask("why did the kitchen light go on?")).text == (
            "Kitchen light is on: I changed it at 6:00 PM, when you said “turn on the kitchen light”."
        )


async def test_s72_why_names_the_plan(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the kitchen light in ten minutes")
        await house.later(minutes=30)
        assert (await house.ask("why is the kitchen light on?")).text == (
            "Kitchen light is on: I changed it at 6:10 PM, because you had said"
            " “turn on the kitchen light in ten minutes”."
        )


async def test_s72_what_nobody_here_has_done_is_said_to_be_so(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.happens("Hallway Lamp", on=True)
        answer = await house.ask("why is the hallway lamp on?")
        assert answer.text.startswith("I have not changed the hallway lamp.")


async def test_s73_a_guarded_action_is_agreed_to_when_the_plan_is_made(assemble: Assemble) -> None:
    async with assemble() as house:
        asked = await house.ask("unlock the front door in ten minutes")
        assert (asked.text, asked.outcome) == (
            "Unlock the front door in 10 minutes? Say yes to confirm.",
            TurnOutcome.ASKED_BACK,
        )
        done = await house.ask("yes")
        assert done.outcome is TurnOutcome.DONE
        await house.later(minutes=11)
        assert house.state("front door").locked is False


async def test_s73_without_a_yes_nothing_is_planned(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("unlock the front door in ten minutes", "okay never mind")
        await house.later(minutes=11)
        assert house.state("front door").locked
        assert (await house.ask("what is planned?")).text == "Nothing is planned."
