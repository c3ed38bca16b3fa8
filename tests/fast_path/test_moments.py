"""How long it is until a time of day, what time it was, and what day is so far from another."""

from datetime import UTC, date, datetime

import pytest

from voice_gateway.fast_path.clock import read_moment
from voice_gateway.tools.clock import tell_moment
from voice_gateway.tools.dates import find_date
from voice_gateway.tools.time_zones import find_place

NOW = datetime(2026, 11, 18, 7, 44, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("how long until 5 o clock", "It is 9 hours and 16 minutes until 5:00 PM."),
        ("how long is it till half past 11", "It is 3 hours and 46 minutes until 11:30 AM."),
        ("what time was it 20 minutes ago", "20 minutes ago it was 7:24 AM."),
        ("what time will it be in 2 hours", "In 2 hours it will be 9:44 AM."),
    ],
)
def test_a_moment_is_told_by_the_clock(sentence: str, answer: str) -> None:
    wish = read_moment(sentence, NOW)
    assert wish is not None
    assert tell_moment(wish.steps[0].words, NOW) == answer


@pytest.mark.parametrize(
    "sentence",
    [
        "how long until it rings",
        "how long until the alarm at 7",
        "what was the fan 20 minutes ago",
        "how long",
    ],
)
def test_what_else_is_asked_is_no_moment(sentence: str) -> None:
    assert read_moment(sentence, NOW) is None


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("a week from tomorrow", date(2026, 11, 26)),
        ("two weeks after christmas", date(2027, 1, 8)),
        ("two days before christmas", date(2026, 12, 23)),
        ("a week from now", date(2026, 11, 25)),
        ("the day after tomorrow", date(2026, 11, 20)),
    ],
)
def test_a_day_is_found_from_another(said: str, day: date) -> None:
    assert find_date(said, NOW.date()).day == day


@pytest.mark.parametrize(
    ("city", "zone"),
    [("Glasgow", "Europe/London"), ("the Hague", "Europe/Amsterdam"), ("Chennai", "Asia/Kolkata"),
     ("Marrakesh", "Africa/Casablanca"), ("Orlando", "America/New_York"), ("Newcastle", "Europe/London")],
)  # fmt: skip
def test_a_well_known_city_has_its_zone(city: str, zone: str) -> None:
    assert find_place(city).zone.key == zone
