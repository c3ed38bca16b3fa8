"""What is wanted in the place of something that waits, and what of several is meant."""

import pytest

from tests.assembled import Assemble


async def test_an_alarm_that_is_wanted_instead_takes_the_place_of_the_other(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("wake me at seven", "wake me at half six instead")
        assert (await house.ask("what alarms are set?")).text == (
            "1 is planned: the alarm tomorrow at 6:30 AM."
        )


async def test_instead_of_what_is_repeated_is_repeated(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("wake me every weekday at seven", "wake me at half six instead")
        await house.later(hours=13)
        await house.later(hours=24)
        assert len([text for text in house.told if "6:30" in text]) == 2
        assert not any("7:00" in text for text in house.told)


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("turn on the kitchen light at nine", "turn on the fan at ten instead", "bedroom fan"),
        ("set a timer for ten minutes", "set a timer for five minutes instead", "5 minutes"),
        ("remind me to call mum at eight", "remind me to call mum at nine instead", "9:00"),
    ],
)
async def test_whatever_was_planned_gives_way(assemble: Assemble, first: str, second: str, left: str) -> None:
    async with assemble() as house:
        await house.say(first, second)
        told = (await house.ask("what is planned?")).text
        assert told.startswith("1 is planned")
        assert left in told


async def test_without_the_word_both_stay(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("wake me at seven", "wake me at half six")
        assert (await house.ask("what alarms are set?")).text.startswith("2 are planned")


async def test_tomorrows_is_left_out_and_the_day_after_comes(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("wake me every weekday at seven", "skip tomorrow's")
        assert "on Wednesday" in (await house.ask("what alarms are set?")).text


async def test_tomorrows_alarm_is_skipped_and_not_given_up(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("wake me every weekday at seven", "turn on the fan", "skip tomorrow's alarm")
        assert "on Wednesday" in (await house.ask("what alarms are set?")).text


async def test_a_later_day_than_the_next_is_not_skipped_in_its_place(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("wake me every weekday at seven")
        assert "only leave out the next one" in (await house.ask("skip friday's")).text
        assert "tomorrow" in (await house.ask("what alarms are set?")).text


async def test_of_several_that_were_told_it_is_asked_which_one_to_drop(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("turn the fan on at nine", "turn the kitchen light on at ten", "what is planned?")
        assert (await house.ask("don't do it")).text.startswith("Which one do you mean")
        assert (await house.ask("what is planned?")).text.startswith("2 are planned")


async def test_the_only_one_that_was_told_is_dropped(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("turn the fan on at nine", "what is planned?", "don't do it")
        assert (await house.ask("what is planned?")).text == "Nothing is planned."


async def test_after_lunch_is_in_the_afternoon_and_said_so(assemble: Assemble) -> None:
    async with assemble() as house:
        told = (await house.ask("remind me to call mum tomorrow after lunch")).text
        assert told == "Tomorrow at 2:00 PM I'll remind you: call mum."


async def test_what_is_to_be_remembered_without_a_time_is_asked_about(assemble: Assemble) -> None:
    async with assemble() as house:
        assert (await house.ask("remember to lock up")).text == "When shall I remind you?"
        assert (await house.ask("at ten tonight")).text.endswith("I'll remind you: lock up.")


async def test_a_list_that_is_begun_asks_what_to_put_on_it(assemble: Assemble) -> None:
    async with assemble() as house:
        assert (await house.ask("start a packing list")).text == "What shall I put on the packing list?"
        await house.ask("socks and two shirts")
        assert "socks" in (await house.ask("what's on the packing list?")).text


async def test_what_is_on_a_list_is_known_by_its_name(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("add digestives and milk to the shopping list", "turn on the fan", "turn it off")
        await house.another().ask("take the digestives off, doctor's orders")
        assert (await house.ask("what's on the shopping list?")).text.endswith("milk.")


async def test_which_lists_there_are(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("add socks to the packing list", "add milk to the shopping list")
        assert "packing and shopping" in (await house.ask("what lists do I have?")).text


async def test_what_is_added_to_an_alarm_leaves_it_where_it_is(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("wake me at six tomorrow", "and at half past in case I sleep through")
        assert (await house.ask("what alarms are set?")).text.startswith("2 are planned")


async def test_who_is_not_to_be_woken_has_no_alarm_on_that_day(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("wake me every weekday at seven", "don't wake me tomorrow")
        assert "on Wednesday" in (await house.ask("what alarms are set?")).text


async def test_what_is_planned_for_a_day_of_the_week_is_told(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("turn on the fan tomorrow at nine", "turn on the kitchen light at ten on friday")
        assert "fan" in (await house.ask("what is planned for tuesday?")).text
        assert "kitchen light" in (await house.ask("what is planned for friday?")).text
        assert (await house.ask("what is planned for thursday?")).text == "Nothing is planned on Thursday."


async def test_what_a_device_can_never_do_is_said_now_and_not_then(assemble: Assemble) -> None:
    async with assemble() as house:
        assert (await house.ask("lock the garage door at nine")).text.startswith("The garage door can't")
        assert (await house.ask("what is planned?")).text == "Nothing is planned."


async def test_what_goes_on_with_a_list_adds_asks_and_takes_off(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("add eggs, flour and sugar to the shopping list", "no sugar")
        assert (await house.ask("is flour on it?")).text == "Yes, flour is on the shopping list."
        await house.ask("we need butter")
        assert (await house.ask("what's on the shopping list?")).text.endswith("eggs, flour and butter.")
