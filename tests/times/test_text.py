"""One text for each time, and one time for each text."""

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.times import (
    After,
    At,
    Clock,
    Every,
    For,
    NotATime,
    Often,
    Span,
    Sun,
    Until,
    When,
    read_span,
    read_when,
    write_span,
    write_when,
)

SPANS = st.integers(1, 36525 * 86400).map(Span)
CLOCKS = st.integers(0, 1439).map(Clock) | st.builds(Clock, st.integers(-1439, 1439), st.sampled_from(Sun))
WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAYS = st.sampled_from(["", "today", "tomorrow", *WEEK]) | st.dates(date(1000, 1, 1)).map(date.isoformat)
TIMES = (
    st.builds(After, SPANS)
    | st.builds(For, SPANS)
    | st.builds(Often, SPANS)
    | st.builds(At, CLOCKS, DAYS)
    | st.builds(Until, CLOCKS, DAYS)
    | st.builds(Every, CLOCKS, st.frozensets(st.integers(0, 6), min_size=1))
)


@given(TIMES)
def test_what_is_written_is_read_as_the_same_time(when: When) -> None:
    assert read_when(write_when(when)) == when


@given(SPANS)
def test_a_length_that_is_written_is_read_as_the_same_length(span: Span) -> None:
    assert read_span(write_span(span)) == span


@pytest.mark.parametrize(
    "text",
 [
        "in 10m", "in 90s", "in 1h30m", "in 2d", "at 18:30", "at sunset-30m", "at sunrise+1h", "today dusk",
        "tomorrow 07:00", "friday 18:00", "2026-11-20 09:00", "2028-02-29 09:00", "daily 07:00",
        "weekdays sunset-30m", "weekends 09:00", "monday,thursday 19:00", "fridays 18:00", "every 2h",
        "for 5m", "until 22:00", "until tomorrow sunrise", "until friday 08:00",
    ],
)  # fmt: skip
def test_a_text_that_is_read_is_written_as_it_was(text: str) -> None:
    assert write_when(read_when(text)) == text


@pytest.mark.parametrize(
    ("loose", "written"),
    [
        ("In  90m", "in 1h30m"),
        ("in 60s", "in 1m"),
        ("in 36h", "in 1d12h"),
        ("at 7:05", "at 07:05"),
        ("thursday,monday 19:00", "monday,thursday 19:00"),
        ("saturday,sunday 9:00", "weekends 09:00"),
        ("at sunset+60m", "at sunset+1h"),
    ],
)
def test_a_text_in_another_spelling_is_read_too_and_written_in_one(loose: str, written: str) -> None:
    assert write_when(read_when(loose)) == written


@pytest.mark.parametrize(
    "text",
    [
        "", "in", "in 0m", "in 10", "in m", "in 99999d", "in ١٠m", "at", "at 24:00", "at 12:60", "at noon",
        "at sunset-", "at sunset-2d", "18:30", "2027-02-29 09:00", "2026-13-01 09:00", "someday 09:00",
        "friday", "monday,someday 09:00", "every", "every day", "until", "until then", "for ever", "daily",
        "at friday 09:0",
    ],
)  # fmt: skip
def test_what_is_no_time_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotATime):
        read_when(text)


@given(st.text())
def test_any_text_is_a_time_or_not_a_time(text: str) -> None:
    with suppress(NotATime):
        assert read_when(write_when(read_when(text))) == read_when(text)
