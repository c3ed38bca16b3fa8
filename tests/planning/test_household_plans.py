"""What is planned, as a household talks about it: one time of many, other times, and what is there."""

import pytest

from tests.assembled import Assemble


async def said(assemble: Assemble, *sentences: str) -> list[str]:
    async with assemble() as house:
        return [(await house.ask(sentence)).text for sentence in sentences]


@pytest.mark.parametrize(
    ("series", "once"),
    [
        ("set an alarm every weekday at eight", "cancel tomorrow's"),
        ("set an alarm every weekday at eight", "cancel my alarm for tomorrow"),
        ("remind me every day at nine to walk the dog", "skip the next one"),
        ("every hour remind me to stretch", "skip the next one"),
        ("remind me every day at nine to walk the dog", "cancel the next one"),
    ],
)
async def test_one_time_that_is_left_out_never_ends_a_series(
    assemble: Assemble, series: str, once: str
) -> None:
    *_, listing = await said(assemble, series, "what's planned", once, "what's planned")
    assert "every" in listing


async def test_leaving_out_one_time_tells_when_it_comes_again(assemble: Assemble) -> None:
    _, left_out, listing = await said(
        assemble, "remind me every day at nine to walk the dog", "skip the next one", "what's planned"
    )
    assert "leave out" in left_out
    assert "comes again" in left_out
    assert "every day at 9:00 AM" in listing


async def test_what_is_planned_is_everything_whatever_was_spoken_of(assemble: Assemble) -> None:
    *_, listing = await said(
        assemble,
        "set a timer for ten minutes",
        "turn off the hallway lamp at nine pm",
        "cancel the timer",
        "whats planned",
    )
    assert "hallway lamp" in listing


async def test_what_was_once_is_repeated_when_that_is_said_behind_it(assemble: Assemble) -> None:
    _, every, listing, left_out = await said(
        assemble,
        "remind me to take my tablets at eight pm",
        "every night",
        "what reminders have i got",
        "skip the next one",
    )
    assert "every day at 8:00 PM" in every
    assert "every day at 8:00 PM" in listing
    assert "comes again" in left_out


@pytest.mark.parametrize(
    ("before", "moved", "expected"),
    [
        (["wake me at seven am tomorrow"], "move the alarm to eight", "tomorrow at 8:00 AM"),
        (["wake me at seven am tomorrow"], "actually make the alarm six forty five", "tomorrow at 6:45 AM"),
        (
            ["wake me at seven am tomorrow", "turn off the fan at nine pm"],
            "move the alarm to eight",
            "tomorrow at 8:00 AM",
        ),
        (["wake me at half six tomorrow", "no seven"], "make that quarter past", "tomorrow at 7:15 AM"),
        (["wake me at half six tomorrow", "no seven"], "actually every weekday", "every weekday at 7:00 AM"),
        (
            ["remind me every tuesday at seven pm to put the bins out"],
            "change it to wednesday",
            "Wednesday at 7:00 PM",
        ),
        (
            ["remind me every tuesday at seven pm to put the bins out", "skip the next one"],
            "change it to wednesday",
            "every Wednesday at 7:00 PM",
        ),
    ],
)
async def test_what_is_moved_keeps_its_day_and_its_half_of_the_day(
    assemble: Assemble, before: list[str], moved: str, expected: str
) -> None:
    *_, answer, listing = await said(assemble, *before, moved, "what's planned")
    assert expected in answer
    assert expected in listing
    assert listing.count("alarm") <= 1


async def test_the_time_that_it_has_already_is_said_once_more(assemble: Assemble) -> None:
    _, answer = await said(assemble, "set an alarm for six am", "in the morning")
    assert "happening right now" not in answer
    assert "6:00 AM" in answer


async def test_one_day_of_what_is_repeated_is_not_moved_with_all_the_others(assemble: Assemble) -> None:
    _, answer, listing = await said(
        assemble, "set an alarm every weekday at seven", "make it nine tomorrow", "what's planned"
    )
    assert "can't move one of them only" in answer
    assert "7:00 AM" in listing


async def test_what_is_repeated_is_not_moved_to_its_end(assemble: Assemble) -> None:
    _, answer, listing = await said(
        assemble, "every hour remind me to drink water", "until six", "what's planned"
    )
    assert "end by itself" in answer
    assert "every hour" in listing


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        (["wake me at six and turn the coffee machine on then"], ["the alarm", "6:00 AM", "coffee machine"]),
        (["wake me at six and at five fifty turn on the coffee machine"], ["5:50 AM", "6:00 AM"]),
        (
            ["at seven pm tomorrow turn on the reading lamp", "and the hallway lamp at eight"],
            ["tomorrow at 7:00 PM", "tomorrow at 8:00 PM"],
        ),
        (
            ["at seven pm turn on the reading lamp", "and turn it off at eleven"],
            ["turn off the reading lamp at 11:00 PM"],
        ),
        (
            [
                "turn off the coffee machine and the fan in ten minutes",
                "no i meant the kitchen light not the fan",
            ],
            ["turn off the coffee machine and kitchen light"],
        ),
    ],
)
async def test_all_that_is_asked_for_is_planned(
    assemble: Assemble, sentences: list[str], expected: list[str]
) -> None:
    *_, listing = await said(assemble, *sentences, "what's planned")
    assert all(words in listing for words in expected), listing


async def test_what_is_wanted_now_is_not_put_off_with_the_rest(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn the living room light off in an hour and the kitchen light on now")
        assert house.state("kitchen light").on
        listing = (await house.ask("what's planned")).text
        assert "living room light" in listing
        assert "kitchen light" not in listing


async def test_what_comes_behind_a_timer_waits_for_its_end(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the coffee machine")
        await house.ask("set a timer for two minutes and then turn off the coffee machine")
        assert house.state("coffee machine").on
        assert "turn off the coffee machine" in (await house.ask("what's planned")).text


@pytest.mark.parametrize(
    "sentences",
    [
        ["unlock the front door at two pm", "yes", "so don't unlock it"],
        ["shut the garage in ten minutes", "actually make it five", "never mind leave it open"],
    ],
)
async def test_a_plan_that_is_not_wanted_any_more_is_given_up(
    assemble: Assemble, sentences: list[str]
) -> None:
    *_, listing = await said(assemble, *sentences, "what's planned")
    assert listing == "Nothing is planned."


async def test_timers_are_changed_and_told_apart(assemble: Assemble) -> None:
    answers = await said(
        assemble,
        "set a timer for four minutes",
        "lol nah make it eight",
        "pause it",
        "resume it",
        "any timers",
    )
    assert "8 minutes left" in answers[1]
    assert "is paused" in answers[2]
    assert "runs again" in answers[3]
    assert answers[4].startswith("1 is planned")


async def test_two_timers_of_one_name_are_told_apart_by_what_is_left(assemble: Assemble) -> None:
    *_, asked = await said(
        assemble,
        "set an eggs timer for ten minutes",
        "set an eggs timer for five minutes",
        "how long on the eggs",
    )
    assert "5 minutes left" in asked
    assert "10 minutes left" in asked


async def test_an_alarm_is_no_siren(assemble: Assemble) -> None:
    *answers, off = await said(
        assemble,
        "set an alarm for seven tomorrow morning",
        "any alarms",
        "are any alarms on",
        "what time is my alarm",
        "turn off my alarm for tomorrow",
    )
    assert all("tomorrow at 7:00 AM" in answer for answer in answers[1:])
    assert off.startswith("I've cancelled the alarm")


async def test_who_wants_for_a_while_what_is_so_already_is_told_how_it_ends(assemble: Assemble) -> None:
    _, kept_on, then = await said(
        assemble, "turn the fan on", "turn on the fan for ten minutes", "turn it off in ten minutes"
    )
    assert "turn it off in 10 minutes" in kept_on
    assert "turn off the" in then


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        (
            ["every morning at six thirty turn on the coffee machine", "not on weekends"],
            "every weekday at 6:30 AM",
        ),
        (["set a timer for 20 minutes", "did you cancel it"], "the timer for 20 minutes"),
        (["set an alarm for 6 am tomorrow and 6 15 and 6 30"], "tomorrow at 6:15 AM"),
        (
            ["remind me in an hour to take the chicken out", "and in two hours to put it in the oven"],
            "the oven",
        ),
        (["right love I'm making a cake set the timer for forty five minutes"], "the timer for 45 minutes"),
        (["set three timers five ten and fifteen minutes"], "the timer for 10 minutes"),
        (
            ["set an eggs timer for ten minutes", "and another one for five minutes"],
            "the timer for 5 minutes",
        ),
    ],
)
async def test_what_is_planned_is_what_was_meant(
    assemble: Assemble, sentences: list[str], expected: str
) -> None:
    *_, listing = await said(assemble, *sentences, "what's planned")
    assert expected in listing


async def test_what_comes_only_tomorrow_is_told_with_its_day(assemble: Assemble) -> None:
    async with assemble() as house:
        alarm = (await house.ask("set an alarm for seven am")).text
        assert (
            alarm.removeprefix("The alarm is set: ").strip(".")
            in (await house.ask("what alarms are set")).text
        )


async def test_what_was_changed_since_it_was_made_is_stopped(assemble: Assemble) -> None:
    *_, listing = await said(
        assemble,
        "turn on the reading lamp at nine pm",
        "every day",
        "an hour earlier",
        "stop doing that",
        "what's planned",
    )
    assert listing == "Nothing is planned."
