"""The time here and elsewhere, and what day a date is."""

from contextlib import suppress
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.errors import ToolError
from voice_gateway.tools import ToolExecutor, TurnState, make_call
from voice_gateway.tools.clock import datetime_tool
from voice_gateway.tools.dates import easter, find_date
from voice_gateway.tools.time_zones import find_place, find_zone

SUNDAY = date(2026, 11, 15)


def frozen(zone: ZoneInfo | None) -> datetime:
    return datetime(2026, 11, 15, 16, 5, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(
        zone or ZoneInfo("Europe/Berlin")
    )


async def told(**arguments: Any) -> str:
    calls = [make_call("get_current_datetime", arguments)]
    [result] = await ToolExecutor().run_all(calls, [datetime_tool(None, frozen)], TurnState())
    return result.text


async def test_the_time_here() -> None:
    assert await told() == "It is 4:05 PM on Sunday, 15 November 2026."


async def test_the_time_elsewhere_may_be_on_another_day() -> None:
    assert await told(timezone="tokyo") == "It is 12:05 AM in Tokyo on Monday, 16 November 2026."


async def test_the_day_of_a_holiday() -> None:
    assert await told(date="Christmas") == "Christmas Day is on Friday, 25 December 2026, in 40 days."


async def test_an_unknown_place_is_an_error_with_a_hint() -> None:
    told_so = await told(timezone="Tokyoo Bay")
    assert told_so == 'Error: I know no time zone for "Tokyoo Bay". Did you mean "Tokyo"?'


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("Tokyo", "Asia/Tokyo"),
        ("new york", "America/New_York"),
        ("New York time", "America/New_York"),
        ("Europe/Berlin", "Europe/Berlin"),
        ("san francisco", "America/Los_Angeles"),
        ("beijing", "Asia/Shanghai"),
        ("UTC", "Etc/UTC"),
        ("pst", "America/Los_Angeles"),
        ("Paris, France", "Europe/Paris"),
        ("londn", "Europe/London"),
        ("Peru", "America/Lima"),
        ("Jordan", "Asia/Amman"),
        ("South Korea", "Asia/Seoul"),
        ("the UK", "Europe/London"),
        ("Côte d'Ivoire", "Africa/Abidjan"),
        ("São Paulo", "America/Sao_Paulo"),
        ("Ohio", "America/New_York"),
        ("the state of Ohio", "America/New_York"),
        ("Manitoba", "America/Winnipeg"),
        ("Queensland", "Australia/Brisbane"),
        ("Portland, Maine", "America/New_York"),
        ("portland maine", "America/New_York"),
        ("London, Ontario", "America/Toronto"),
        ("springfield ohio", "America/New_York"),
        ("Vancouver, Canada", "America/Vancouver"),
        ("El Paso, Texas", "America/Denver"),
        ("America/San_Francisco", "America/Los_Angeles"),
    ],
)
def test_zones_are_known_by_the_names_people_use(name: str, zone: str) -> None:
    assert find_zone(name) == ZoneInfo(zone)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("portland", "Portland, Oregon"),
        ("Portland, Maine", "Portland, Maine"),
        ("London", "London, England"),
        ("londn", "London, England"),
        ("Washington", "Washington, D.C."),
        ("Georgia", "Georgia, United States"),
        ("Texas", "Texas (Chicago time)"),
        ("Brazil", "Brazil (Sao Paulo time)"),
        ("Paris, Texas", "Texas (Chicago time)"),
        ("Germany", "Germany"),
        ("new york city", "New York"),
    ],
)
def test_the_answer_names_the_place_that_was_taken(name: str, said: str) -> None:
    assert find_place(name).spoken == said


@pytest.mark.parametrize("name", ["west", "America/London", "Portland, MI", "the moon"])
def test_a_place_that_is_not_known_for_sure_is_not_guessed(name: str) -> None:
    with pytest.raises(ToolError, match="I know no time zone"):
        find_place(name)


async def test_a_place_in_a_country_with_several_zones_is_answered_by_name() -> None:
    told_so = await told(timezone="brazil")
    assert told_so == "It is 12:05 PM in Brazil (Sao Paulo time) on Sunday, 15 November 2026."


async def test_a_day_beyond_the_calendar_is_said_to_be_so() -> None:
    for day in ("100000 fortnights ago", f"in {'9' * 4000} days"):
        assert await told(date=day) == "Error: That is further away than the calendar goes."


def test_this_friday_is_today_on_a_friday_and_next_friday_is_not() -> None:
    friday = date(2026, 11, 20)
    assert find_date("this Friday", friday).day == friday
    assert find_date("next Friday", friday).day == date(2026, 11, 27)
    assert find_date("this Friday", SUNDAY).day == friday


@pytest.mark.parametrize(
    ("spoken", "day"),
    [
        ("today", SUNDAY),
        ("tomorrow", date(2026, 11, 16)),
        ("the day after tomorrow", date(2026, 11, 17)),
        ("the first of December", date(2026, 12, 1)),
        ("May the twenty-second", date(2027, 5, 22)),
        ("yesterday", date(2026, 11, 14)),
        ("in two weeks", date(2026, 11, 29)),
        ("10 days ago", date(2026, 11, 5)),
        ("friday", date(2026, 11, 20)),
        ("next sunday", date(2026, 11, 22)),
        ("last Friday", date(2026, 11, 13)),
        ("Thanksgiving", date(2026, 11, 26)),
        ("Christmas Eve", date(2026, 12, 24)),
        ("easter", date(2027, 3, 28)),
        ("Easter 2025", date(2025, 4, 20)),
        ("New Year's Eve", date(2026, 12, 31)),
        ("Mother's Day", date(2027, 5, 9)),
        ("Memorial Day", date(2027, 5, 31)),
        ("24 December", date(2026, 12, 24)),
        ("December 24th", date(2026, 12, 24)),
        ("the 3rd of February", date(2027, 2, 3)),
        ("2026-12-24", date(2026, 12, 24)),
        ("February 29", date(2028, 2, 29)),
    ],
)
def test_days_are_found_as_people_say_them(spoken: str, day: date) -> None:
    assert find_date(spoken, SUNDAY).day == day


def test_easter_is_right_for_years_that_are_known() -> None:
    assert [easter(year) for year in (2000, 2019, 2024, 2038)] == [
        date(2000, 4, 23), date(2019, 4, 21), date(2024, 3, 31), date(2038, 4, 25),
    ]  # fmt: skip


@given(st.text(max_size=40))
def test_no_text_crashes_the_search_for_a_day_or_a_zone(text: str) -> None:
    with suppress(ToolError):
        find_date(text, SUNDAY)
    with suppress(ToolError):
        find_zone(text)
