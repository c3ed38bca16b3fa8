"""What must be so first is never lost on the way to a wish."""

import pytest

from tests.fast_path.sentences import reader_of
from voice_gateway.fast_path import as_it_rings, is_faithful
from voice_gateway.wishes import read_wish, write_wish


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("two minutes from now, door's not locked, you lock it", "in 2m: lock door"),
        ("below twelve volts, kill the fridge", "when fridge on: off fridge"),
        ("when it's under 5 outside turn on the heater", "when outside on: on heater"),
    ],
)
def test_a_wish_that_lost_its_condition_is_not_what_was_said(sentence: str, line: str) -> None:
    assert not is_faithful(read_wish(line), sentence, None)


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("if it goes below 3 outside, fan on", "when outside < 3: on fan"),
        ("in 2 minutes lock the door, it's not locked", "in 2m: lock door"),
        ("say it is above 30 now", "announce it is above 30 now"),
        ("turn on the light above 2 sinks", "on light above 2 sinks"),
    ],
)
def test_a_wish_that_has_its_condition_is(sentence: str, line: str) -> None:
    assert is_faithful(read_wish(line), sentence, None)


def test_an_alarm_that_goes_off_sounds_and_a_light_goes_dark() -> None:
    read = reader_of().read
    wish = read_wish("when boat alarm off: on lights")
    assert (
        write_wish(as_it_rings(wish, "if the boat alarm goes off all lights on"))
        == "when boat alarm on: on lights"
    )
    assert as_it_rings(wish, "once the boat alarm is turned off all lights on") == wish
    assert (
        read("when the kitchen light goes off turn on the hall light")
        == "when kitchen light off: on hall light"
    )
