"""What it is about said first, questions with something told behind them, and two things in one breath."""

import pytest

from tests.fast_path.sentences import reader_of

read = reader_of().read_anyway


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("Hallway lamp. If it's on, off.", "if hallway lamp on: off hallway lamp"),
        ("check the front door, if it is unlocked then lock", "if front door unlocked: lock front door"),
        ("hallway lamp, if it's on, turn it off", "if hallway lamp on: off hallway lamp"),
        ("turn off the the kitchen light and er put the hallway lamp on",
         "off kitchen light; on hallway lamp"),
        ("how is the house looking?", "ask which on"),
        ("give me an overview of the house", "ask which on"),
        ("how many how many lights are on", "ask count lights on"),
        ("turn the kitchen light on and turn the hallway lamp on no turn the hallway lamp off",
         "on kitchen light; off hallway lamp"),
        ("warm up the bedroom two degrees", "warmer bedroom 2"),
        ("at ten to midnight lock the front door", "at 23:50: lock front door"),
        ("front door, locked or not", "ask read front door locked"),
        ("how many lights are on, my electric bill", "ask count lights on"),
        ("is there anything on in the kitchen", "ask any kitchen on"),
        ("make it one degree warmer in the bedroom", "warmer bedroom 1"),
        ("when the bedroom gets down to seventeen set the bedroom thermostat to twenty three",
         "when bedroom < 17: set bedroom thermostat 23"),
        ("set the bedroom to 18 at ten tonight and bring it back up to 21 at six thirty in the morning",
         "today 22:00: set bedroom 18; also at 06:30: set bedroom 21"),
        ("wait till the sun's down and then turn on the hallway lamp", "at sunset: on hallway lamp"),
    ],
)  # fmt: skip
def test_it_is_read_as_it_is_meant(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "hallway lamp on, and put eggs on the shopping list",
        "put the hallway lamp on and stick eggs on the shopping list",
    ],
)
def test_what_is_done_is_never_put_on_a_list(sentence: str) -> None:
    assert read(sentence) == "on hallway lamp; list shopping add eggs"


def test_what_is_told_behind_a_change_of_mind_needs_no_comma() -> None:
    planned = "in 10m: off hallway lamp"
    assert read("actually cancel that the fish is still smoking", planned) == "cancel last"


def test_the_one_that_was_not_meant_goes_back() -> None:
    said = "no I meant the kitchen light, turn the hallway lamp back off"
    assert read(said, "on hallway lamp") == "undo; on kitchen light"


def test_a_question_sets_no_timer() -> None:
    assert read("any timer still running po") in (None, "planned timers")


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("complete bread on the shopping list", "list shopping remove bread"),
        ("check bread off my shopping list", "list shopping remove bread"),
        ("mark bread as done on the shopping list", "list shopping remove bread"),
        ("put the complete works of Shakespeare on the shopping list",
         "list shopping add complete works of shakespeare"),
        ("is there a leak in the kitchen", "ask any kitchen wet"),
        ("set the living room blinds position to 30 percent", "level living room blinds 30"),
        ("shut the living room blinds halfway", "level living room blinds 50"),
        ("make it a bit brighter in the bedroom", "level bedroom up"),
    ],
)  # fmt: skip
def test_other_words_for_the_same(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "lights out everybody bedroom off please",
        "lights off in the kitchen bedroom fan on it's morning apparently",
    ],
)
def test_what_is_told_to_be_so_is_no_remark(sentence: str) -> None:
    line = read(sentence)
    assert line is None or ";" in line


def test_a_quarter_to_is_before_the_hour_that_was_said() -> None:
    assert read("make it a quarter to", "alarm at 08:00") == "move last 07:45"


def test_a_wrong_room_takes_back_what_was_done() -> None:
    assert read("oops, wrong room", "on kitchen light") == "undo"
