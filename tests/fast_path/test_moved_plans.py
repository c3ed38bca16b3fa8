"""What was planned is moved, given up, and asked about in people's own words."""

import pytest

from tests.fast_path.sentences import reader_of

read = reader_of().read


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("Make it half past instead.", "move last today 20:30"),
        ("Actually, half past eight.", "move last today 20:30"),
        ("No sorry, please move that to eight thirty.", "move last today 20:30"),
        ("no, not today, on Tuesday", "move last tuesday 20:00"),
        ("Sorry, I said today but I meant Tuesday.", "move last tuesday 20:00"),
        ("can you move the hallway lamp to seven thirty?", "move hallway lamp today 19:30"),
        ("Don't turn on the hallway lamp every night any more.", "cancel hallway lamp"),
        ("never mind about the hallway lamp, leave it off", "cancel hallway lamp"),
        ("you can stop turning on the hallway lamp every night now", "cancel hallway lamp"),
        ("you can forget about the hallway lamp", "cancel hallway lamp"),
        ("When's the hallway lamp coming on?", "planned hallway lamp"),
        ("tomorrow too", "tomorrow 20:00: on hallway lamp"),
    ],
)
def test_of_what_was_planned(sentence: str, line: str) -> None:
    assert read(sentence, "today 20:00: on hallway lamp") == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("who's gone and put the hallway lamp on?", "why hallway lamp"),
        (
            "set two timers: eight minutes for the eggs and twenty for the rice",
            "timer 8m eggs; timer 20m rice",
        ),
        (
            "add soap to the packing list and rice to the shopping list",
            "list packing add soap; list shopping add rice",
        ),
        ("each and every time there's motion in the bathroom, turn on the hallway lamp", None),
        ("turn off the hallway lamp in an hour and a quarter", "in 1h15m: off hallway lamp"),
    ],
)
def test_by_itself(sentence: str, line: str | None) -> None:
    found = read(sentence)
    assert found == line if line else str(found).startswith("whenever ")


def test_a_reminder_that_ends_is_not_taken_for_one_that_goes_on() -> None:
    assert read("remind me every half an hour to drink water") == "remind every 30m drink water"
    assert read("remind me every half an hour until six to drink water") != "remind every 30m drink water"


@pytest.mark.parametrize(
    "sentence",
    ["don't turn on the hallway lamp", "stop the hallway lamp", "half past eight", "make it half past"],
)
def test_where_nothing_is_planned_nothing_is_moved_or_given_up(sentence: str) -> None:
    assert not str(read(sentence)).startswith(("cancel", "move"))


@pytest.mark.parametrize(
    ("last", "sentence", "line"),
    [
        ("in 20m: off hallway lamp", "Make it forty minutes.", "move last +20m"),
        ("in 20m: off hallway lamp", "tomorrow at eight instead", "move last tomorrow 08:00"),
        ("at 20:00: off hallway lamp", "an hour earlier please", "move last -1h"),
        ("at 20:00: off hallway lamp", "sorry, I said eight but could you change that to nine?",
         "move last 21:00"),
        ("at 20:00: off hallway lamp", "Call that off.", "cancel last"),
        ("at 20:00: off hallway lamp", "forget about turning the hallway lamp off", "cancel hallway lamp"),
        ("at 20:00: off hallway lamp", "you don't have to turn off the hallway lamp any more",
         "cancel hallway lamp"),
        ("at 20:00: off hallway lamp", "Cancel the hallway lamp but keep the fan.", "cancel hallway lamp"),
        ("at 20:00: off hallway lamp", "I've changed my mind, leave the hallway lamp on",
         "cancel hallway lamp"),
        ("at 20:00: off hallway lamp", "no wait, the reading lamp, leave the hallway lamp alone",
         "cancel last; also at 20:00: off reading lamp"),
        ("at 20:00: off hallway lamp", "and then the reading lamp at ten", "at 22:00: off reading lamp"),
        ("at 20:00: off hallway lamp", "is there anything you're going to do later?", "planned"),
        ("on hallway lamp for 10m", "you can leave it on after all, don't turn it off", "cancel last"),
        ("daily 07:00: on hallway lamp", "skip tomorrow", "skip last tomorrow 09:00"),
        ("remind order gloves", "at nine tonight", "remind today 21:00 order gloves"),
        ("remind today 20:00 call mum", "remind me again in an hour", "remind in 1h call mum"),
        ("list shopping add milk", "Oh, and mustard seeds.", "list shopping add mustard seeds"),
        ("list shopping add milk, eggs", "Papa has got the eggs, so take them off the shopping list",
         "list shopping remove eggs"),
        ("list shopping add milk", "no wait, oat milk",
         "list shopping remove milk; list shopping add oat milk"),
    ],
)  # fmt: skip
def test_one_word_after_another(last: str, sentence: str, line: str) -> None:
    assert read(sentence, last) == line


def test_what_is_not_wanted_any_more_is_no_plan_where_none_waits() -> None:
    assert read("I don't want the hallway lamp on any more") is None


@pytest.mark.parametrize(
    ("made", "asked", "sentence", "line"),
    [
        ("timer 10m pasta", "timer pasta left", "make it twelve", "move last +2m"),
        ("list shopping add milk, eggs", "list shopping read", "take the eggs off",
         "list shopping remove eggs"),
        ("list shopping add milk, eggs", "list shopping read", "and butter", "list shopping add butter"),
    ],
)  # fmt: skip
def test_what_was_only_asked_about_meanwhile_can_still_be_changed(
    made: str, asked: str, sentence: str, line: str
) -> None:
    assert read(sentence, made, asked) == line
