"""When a time comes next."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.times.test_text import TIMES
from voice_gateway.times import Location, Past, SunUnknown, When, due, read_when

BERLIN = Location(ZoneInfo("Europe/Berlin"))
NEW_YORK = Location(ZoneInfo("America/New_York"))


def moment(text: str, location: Location = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=location.zone)


def next_time(when: str, now: str, location: Location = BERLIN) -> str:
    return due(read_when(when), moment(now, location), location).isoformat()


@pytest.mark.parametrize(
    ("when", "comes"),
    [
        ("in 10m", "2026-11-16T16:30"),
        ("for 90s", "2026-11-16T16:21:30"),
        ("every 2h", "2026-11-16T18:20"),
        ("at 18:30", "2026-11-16T18:30"),
        ("at 07:00", "2026-11-17T07:00"),
        ("at 16:20", "2026-11-17T16:20"),  # strictly after now
        ("today 16:21", "2026-11-16T16:21"),
        ("tomorrow 07:00", "2026-11-17T07:00"),
        ("friday 18:00", "2026-11-20T18:00"),
        ("monday 18:00", "2026-11-16T18:00"),
        ("monday 16:00", "2026-11-23T16:00"),
        ("2026-11-20 09:00", "2026-11-20T09:00"),
        ("daily 07:00", "2026-11-17T07:00"),
        ("weekdays 16:20", "2026-11-17T16:20"),
        ("weekends 09:00", "2026-11-21T09:00"),
        ("mondays 16:00", "2026-11-23T16:00"),
        ("monday,thursday 16:20", "2026-11-19T16:20"),
        ("until 22:00", "2026-11-16T22:00"),
        ("until tomorrow 06:00", "2026-11-17T06:00"),
    ],
)
def test_a_time_comes_next_after_monday_afternoon(when: str, comes: str) -> None:
    assert due(read_when(when), moment("2026-11-16T16:20"), BERLIN) == moment(comes)


@given(TIMES, st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_whatever_comes_comes_later_and_in_the_zone_of_the_home(when: When, now: datetime) -> None:
    with suppress(Past):
        assert due(when, now, NEW_YORK).astimezone(UTC) > now
        assert due(when, now, NEW_YORK).tzinfo is NEW_YORK.zone


def test_month_ends_and_leap_days_are_days_like_others() -> None:
    assert next_time("tomorrow 07:00", "2026-11-30T12:00") == "2026-12-01T07:00:00+01:00"
    assert next_time("tomorrow 07:00", "2026-12-31T12:00") == "2027-01-01T07:00:00+01:00"
    assert next_time("tomorrow 07:00", "2028-02-28T12:00") == "2028-02-29T07:00:00+01:00"
    assert next_time("at 07:00", "2028-02-29T12:00") == "2028-03-01T07:00:00+01:00"
    assert next_time("in 1d", "2028-02-28T12:00") == "2028-02-29T12:00:00+01:00"


def test_a_time_that_the_clocks_leave_out_comes_as_if_they_had_not() -> None:
    """RFC 5545, 3.3.5: on 28 March 2027 there is no 02:30 in Berlin."""
    assert next_time("at 02:30", "2027-03-27T12:00") == "2027-03-28T03:30:00+02:00"
    assert next_time("daily 02:30", "2027-03-28T03:30") == "2027-03-29T02:30:00+02:00"
    assert next_time("2027-03-14 02:30", "2027-03-13T12:00", NEW_YORK) == "2027-03-14T03:30:00-04:00"


def test_of_a_time_that_comes_twice_the_first_is_meant_and_only_that() -> None:
    """RFC 5545, 3.3.5: on 31 October 2027 there are two 02:30 in Berlin."""
    first = next_time("daily 02:30", "2027-10-30T12:00")
    assert first == "2027-10-31T02:30:00+02:00"
    assert (
        due(read_when("daily 02:30"), datetime.fromisoformat(first), BERLIN).isoformat()
        == "2027-11-01T02:30:00+01:00"
    )
    between = datetime.fromisoformat("2027-10-31T02:15:00+01:00")  # the second quarter past two
    assert due(read_when("at 02:30"), between, BERLIN).isoformat() == "2027-11-01T02:30:00+01:00"


def test_a_while_is_as_long_on_the_night_the_clocks_change() -> None:
    now = datetime.fromisoformat("2027-10-31T01:30:00+02:00")
    assert due(read_when("in 2h"), now, BERLIN).isoformat() == "2027-10-31T02:30:00+01:00"
    second = datetime.fromisoformat("2027-10-31T02:30:00+01:00")
    assert due(read_when("in 10m"), second, BERLIN).isoformat() == "2027-10-31T02:40:00+01:00"
    now = datetime.fromisoformat("2027-03-28T01:30:00+01:00")
    assert due(read_when("in 1h"), now, BERLIN).isoformat() == "2027-03-28T03:30:00+02:00"


def test_days_are_days_of_the_calendar_on_the_night_the_clocks_change() -> None:
    assert next_time("in 1d", "2027-10-30T18:00") == "2027-10-31T18:00:00+01:00"
    assert next_time("in 1d2h", "2027-03-27T18:00") == "2027-03-28T20:00:00+02:00"


def test_a_day_of_the_present_is_a_day_at_home() -> None:
    late = datetime(2026, 11, 16, 23, 30, tzinfo=UTC)  # and in Berlin it is Tuesday
    assert due(read_when("tomorrow 07:00"), late, BERLIN).isoformat() == "2026-11-18T07:00:00+01:00"


def test_the_present_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        due(read_when("in 10m"), datetime(2026, 11, 16), BERLIN)  # noqa: DTZ001


@pytest.mark.parametrize("when", ["today 16:20", "today 09:00", "2026-11-15 09:00", "until today 09:00"])
def test_what_has_gone_by_is_said_to_have(when: str) -> None:
    with pytest.raises(Past):
        next_time(when, "2026-11-16T16:20")


def test_the_sun_sets_where_the_city_of_the_zone_is() -> None:
    """Berlin, 16 November 2026: the almanac says 07:29 and 16:10."""
    sunrise = due(read_when("at sunrise"), moment("2026-11-16T03:00"), BERLIN)
    sunset = due(read_when("at sunset"), moment("2026-11-16T03:00"), BERLIN)
    assert abs(sunrise - moment("2026-11-16T07:29")) <= timedelta(minutes=2)
    assert abs(sunset - moment("2026-11-16T16:10")) <= timedelta(minutes=2)


def test_before_and_after_the_sun_are_counted_from_it() -> None:
    now = moment("2026-11-16T03:00")
    sunset = due(read_when("at sunset"), now, BERLIN)
    assert due(read_when("weekdays sunset-30m"), now, BERLIN) == sunset - timedelta(minutes=30)
    assert due(read_when("at sunset+11h"), now, BERLIN) < sunset  # eleven hours after yesterday's
    assert due(read_when("at dawn"), now, BERLIN) < due(read_when("at sunrise"), now, BERLIN)
    assert due(read_when("at dusk"), now, BERLIN) > sunset


def test_a_configured_place_counts_before_the_city_of_the_zone() -> None:
    west = Location(ZoneInfo("Europe/Berlin"), latitude=51.05, longitude=5.87)
    now = moment("2026-11-16T03:00")
    assert due(read_when("at sunset"), now, west) > due(read_when("at sunset"), now, BERLIN)


@pytest.mark.parametrize(
    "zone",
    ["Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Honolulu", "Asia/Kolkata", "America/Anchorage"],
)
def test_the_sun_sets_once_a_day_all_over_the_globe(zone: str) -> None:
    location = Location(ZoneInfo(zone))
    at = moment("2026-03-01T00:00", location)
    days = []
    for _ in range(40):
        at = due(read_when("daily sunset"), at, location)
        days.append(at.date())
    assert [(later - day).days for day, later in pairwise(days)] == [1] * 39


def test_where_the_sun_does_not_rise_it_is_waited_for() -> None:
    north = Location(ZoneInfo("Arctic/Longyearbyen"), 78.22, 15.64)
    rises = due(read_when("at sunrise"), moment("2026-12-01T12:00", north), north)
    assert rises.date().isoformat()[:7] == "2027-02"
    with pytest.raises(SunUnknown):
        due(read_when("tomorrow sunrise"), moment("2026-12-01T12:00", north), north)


def test_nobody_knows_the_sun_of_a_zone_without_a_city() -> None:
    with pytest.raises(SunUnknown, match="don't know where the sun"):
        due(read_when("at sunset"), datetime(2026, 11, 16, tzinfo=UTC), Location(ZoneInfo("Etc/UTC")))
