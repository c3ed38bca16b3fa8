"""What the assistant tells of a deed is read as the command that it came of."""

import pytest

from voice_gateway.measuring.sentences.told import as_commands, not_found


@pytest.mark.parametrize(
    ("told", "command"),
    [
        ("At 21:00 I'll close the shed.", "close the shed At 21:00"),
        ("I'll remind you every day to flush the trap.", "remind me every day to flush the trap"),
        ("Muffins timer set for 30 minutes.", "set a Muffins timer for 30 minutes"),
        ("Your alarm is set for 6:40.", "set a alarm for 06:40"),
        ("Heater off in 90 minutes.", "Heater off in 90 minutes"),
        ("The mower starts in 12 minutes.", "start The mower in 12 minutes"),
        ("Robbie has started vacuuming the hall.", "start Robbie"),
        ("(The massage chair is running.)", "start The massage chair"),
        ("The earbud dock is at 80 percent.", "set The earbud dock to 80 percent"),
        ("The heat lamp comes on at twenty past.", "turn on The heat lamp at twenty past"),
        ("Your chores list has four things.", "read Your chores list"),
    ],
)
def test_a_deed_is_told_as_its_command(told: str, command: str) -> None:
    assert next(as_commands(told)) == command


@pytest.mark.parametrize("told", ["Which lamp do you mean?", "I could not find the chicken light.", "Hm."])
def test_what_tells_of_no_deed_is_no_command(told: str) -> None:
    assert list(as_commands(told)) == []


@pytest.mark.parametrize(
    ("told", "missed"),
    [
        ("I could not find the chicken lights.", ("chicken lights", "")),
        ("I couldn't find a device called tractor to start.", ("tractor", "start")),
        ("The lamp is on.", ("", "")),
    ],
)
def test_what_was_not_found_is_known(told: str, missed: tuple[str, str]) -> None:
    assert not_found(told) == missed
