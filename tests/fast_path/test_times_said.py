"""A wish that somebody wrote has the times that were said."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from voice_gateway.fast_path import keeps_the_times, with_the_times_said
from voice_gateway.times import Location
from voice_gateway.wishes import read_wish, write_wish

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 16, 18, 0, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("radio off in a quarter of an hour", "in 15m: off radio"),
        ("close the shutters at 8 pm", "at 20:00: close shutters"),
        ("close the shutters at 8 pm", "today 20:00: close shutters"),
        ("fan on for ten minutes", "on fan for 10m"),
        ("set a tea timer for four minutes", "timer 4m tea"),
        ("turn on the lamp", "on lamp"),
        ("when the door opens turn on the lamp", "when door opens: on lamp"),
    ],
)
def test_the_same_times_are_kept(sentence: str, line: str) -> None:
    assert keeps_the_times(read_wish(line), sentence, NOW, Location(BERLIN))


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("close the shutters every night at half past nine", "daily 09:30: close shutters"),
        ("moose on in one minute and disco on in three", "in 1m: on moose; also in 4m: on disco"),
        ("close the shutters at 8 pm", "close shutters"),
        ("turn on the lamp", "in 10m: on lamp"),
        ("fan on for ten minutes", "on fan"),
        ("fan on for ten minutes", "on fan for 20m"),
        ("set a tea timer for four minutes", "timer 40m tea"),
        ("turn the lamp off later", "in 1h: off lamp"),
    ],
)
def test_other_times_are_not(sentence: str, line: str) -> None:
    assert not keeps_the_times(read_wish(line), sentence, NOW, Location(BERLIN))


@pytest.mark.parametrize(
    ("sentence", "line", "meant"),
    [
        (
            "at half past three let the gate open itself for a quarter of an hour on weekdays",
            "weekdays 03:30: open gate for 50m",
            "weekdays 15:30: open gate for 15m",
        ),
        ("wake me quarter to five tomorrow, ferry day", "alarm tomorrow 06:45", "alarm tomorrow 04:45"),
        ("six fifteen tonight I want the oven warm", "today 18:15: warmer oven", "today 18:15: warmer oven"),
        ("the party is at four, start the ice maker", "start ice maker", "start ice maker"),
        ("fan on at six and off at seven", "at 16:00: on fan", "at 16:00: on fan"),
    ],
)
def test_a_misread_time_becomes_the_one_that_was_said(sentence: str, line: str, meant: str) -> None:
    assert write_wish(with_the_times_said(read_wish(line), sentence, NOW)) == meant


def test_what_is_changed_keeps_the_day_and_may_give_a_reason_first() -> None:
    sentence = "wake me up at quarter to seven tomorrow no wait it's saturday make it eight"
    wish = with_the_times_said(read_wish("alarm tomorrow 06:45"), sentence, NOW)
    assert write_wish(wish) == "alarm tomorrow 08:00"
