"""Times, lengths and facts are the same however they are spelled."""

import pytest

from voice_gateway.measuring.sentences.moments import same_length, same_moment


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("in 90m", "in 1h30m"),
        ("at 21:00", "today 21:00"),
        ("at 06:30", "tomorrow 06:30"),
        ("sunset-30m", "at sunset-30m"),
        ("every day 07:00", "daily 07:00"),
        ("weekly friday 17:00", "fridays 17:00"),
        ("mondays, wednesdays, fridays 05:00", "monday,wednesday,friday 05:00"),
        ("weekdays and saturdays 06:00", "monday,tuesday,wednesday,thursday,friday,saturday 06:00"),
        ("daily except wednesdays 17:00", "monday,tuesday,thursday,friday,saturday,sunday 17:00"),
        ("weekly", "every 7d"),
        ("tomorrow morning", "tomorrow 08:00"),
        ("tonight", "at 22:00"),
        ("when front door opens", "when the front door is open"),
        ("when washing machine finishes", "when washing machine done"),
        ("when lounge < 18", "whenever lounge < 18"),
        ("temperature outside < 5", "outside temperature < 5"),
    ],
)
def test_the_same_moment(one: str, other: str) -> None:
    assert same_moment(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("at 21:00", ""),
        ("at 21:00", "at 09:00"),
        ("at 21:00", "daily 21:00"),
        ("in 10m", "in 10h"),
        ("tomorrow morning", "tomorrow 19:00"),
        ("tomorrow morning", "at 20:00"),
        ("when front door opens", "when front door closes"),
        ("when lounge < 18", "when lounge > 18"),
        ("unless raining", "raining"),
    ],
)
def test_another_moment(one: str, other: str) -> None:
    assert not same_moment(one, other)


def test_lengths_and_ends() -> None:
    assert same_length("90m", "1h30m")
    assert same_length("until 06:00", "until tomorrow 06:00")
    assert not same_length("5m", "5h")
    assert not same_length("5m", "")
