"""What is said right behind a plan, or behind a timer that has rung, is about that one."""

import pytest

from tests.assembled import Assemble


@pytest.mark.parametrize("regret", ["no wait", "no, not that one", "no, hang on", "no, don't"])
async def test_a_bare_no_gives_up_the_plan_that_was_just_made(assemble: Assemble, regret: str) -> None:
    async with assemble() as house:
        await house.say("wake me at seven", "open the water valve in an hour", "yes", regret)
        told = (await house.ask("what is planned?")).text
        assert told.startswith("1 is planned: the alarm"), told


async def test_politeness_alone_gives_up_nothing(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("wake me at seven", "oh, sorry")
        assert (await house.ask("what is planned?")).text.startswith("1 is planned")


async def test_do_it_now_does_it_instead(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("in ten minutes close the blinds", "no, do it now")
        assert house.state("living room blinds").position == 0
        assert (await house.ask("what is planned?")).text == "Nothing is planned."


async def test_more_minutes_are_for_the_timer_that_has_just_rung(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a timer for 20 minutes", "set a tea timer for 15 seconds")
        await house.later(seconds=20)
        answer = await house.ask("five more minutes")
        assert answer.text == "The tea timer is set for 5 minutes."
        await house.later(minutes=6)
        assert house.told.count("Your tea timer is done.") == 2


async def test_more_minutes_are_for_the_only_timer_once_the_ring_is_long_ago(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a timer for 20 minutes", "set a tea timer for 15 seconds")
        await house.later(minutes=8)
        assert "20 minutes" in (await house.ask("five more minutes")).text


async def test_not_that_early_asks_for_the_time_of_the_plan_that_was_just_made(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("every sunday at noon open the blinds to half", "tomorrow morning open the blinds")
        assert (await house.ask("not that early")).text == "To what time?"
        await house.ask("at nine")
        told = (await house.ask("what is planned?")).text
        assert "tomorrow at 9:00 AM" in told
        assert "every Sunday at 12:00 PM" in told
