"""The time here and elsewhere, and what day a date is."""

from contextlib import suppress
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.errors import ToolError
from voice_gateway.models.text_calls import make_call
from voice_gateway.tools import ToolExecutor, TurnState
from voice_gateway.tools.clock import datetime_tool
from voice_gateway.tools.dates import easter, find_date
from voice_gateway.tools.time_zones import find_zone

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
    ],
)
def test_zones_are_known_by_the_names_people_use(name: str, zone: str) -> None:
    assert find_zone(name) == ZoneInfo(zone)


@pytest.mark.parametrize(
    ("spoken", "day"),
    [
        ("today", SUNDAY),
        ("tomorrow", date(2026, 11, 16)),
        ("the day after tomorrow", date(2026, 11, 17)),
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
