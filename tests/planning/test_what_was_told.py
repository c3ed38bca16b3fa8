"""What is kept is moved by its name, told by its day, and given up as it was told."""

from tests.assembled import Assemble
from tests.servers.ollama import say


async def test_a_reminder_is_moved_by_some_of_its_words_on_its_day(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("remind me to ring the dentist tomorrow at ten", "turn on the fan")
        answer = await house.ask("move the dentist to eleven")
        assert answer.text == "Moved: the reminder “ring the dentist” tomorrow at 11:00 AM."


async def test_another_time_by_name_stays_in_its_half_of_the_day(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("remind me to feed the cat tomorrow at eight in the morning")
        other = house.another()
        answer = await other.ask("change the cat reminder to nine")
        assert answer.text == "Moved: the reminder “feed the cat” tomorrow at 9:00 AM."


async def test_nothing_of_that_name_is_moved(assemble: Assemble) -> None:
    async with assemble(*[say("Which sofa?")] * 4) as house:
        await house.ask("remind me to feed the cat tomorrow at eight in the morning")
        await house.ask("move the sofa to nine")
        assert "at 8:00 AM" in (await house.ask("what's planned?")).text


async def test_of_one_day_only_that_day_is_told(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a pasta timer for nine minutes", "turn on the fan at seven tomorrow")
        told = (await house.ask("what's planned for tomorrow?")).text
        assert told == "1 is planned: turn on the bedroom fan tomorrow at 7:00 AM."
        assert (await house.ask("what's planned for today?")).text == "1 is planned: the pasta timer."


async def test_what_comes_today_stays_when_all_of_tomorrow_is_given_up(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a pasta timer for nine minutes", "turn on the fan at seven tomorrow")
        await house.ask("cancel everything for tomorrow")
        assert (await house.ask("what's planned?")).text == "1 is planned: the pasta timer."


async def test_behind_a_list_all_of_that_is_what_was_told(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a pasta timer for nine minutes", "turn on the fan at seven tomorrow")
        await house.say("what's planned for today?", "cancel all of that")
        assert (
            await house.ask("what's planned?")
        ).text == "1 is planned: turn on the bedroom fan tomorrow at 7:00 AM."


async def test_behind_a_list_of_timers_they_are_the_timers(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("set a pasta timer for nine minutes", "turn on the fan at seven tomorrow")
        await house.say("what timers are running?", "cancel them")
        assert (
            await house.ask("what's planned?")
        ).text == "1 is planned: turn on the bedroom fan tomorrow at 7:00 AM."


async def test_a_unit_alone_is_as_many_of_that(assemble: Assemble) -> None:
    async with assemble() as house:
        _, changed = await house.say("set a timer for 40 minutes", "I meant seconds")
        assert "has 40 seconds left now" in changed.text
