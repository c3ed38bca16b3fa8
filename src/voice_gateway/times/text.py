"""The one text form of times. Reading what was written gives the same time; so does writing what was read.

in 10m              at 18:30              daily 07:00                 for 5m
every 2h            tomorrow 07:00        weekdays sunset-30m         until 22:00
                    friday 18:00          monday,thursday 19:00       until tomorrow sunrise
                    2026-11-20 09:00      weekends 09:00, fridays 18:00
"""

import re
from datetime import date
from typing import Final

from voice_gateway.saying import WEEKDAYS
from voice_gateway.times.errors import NotATime
from voice_gateway.times.when import (
    DAILY,
    DAY,
    WEEKEND,
    WORKDAYS,
    After,
    At,
    Clock,
    Every,
    For,
    Often,
    Span,
    Sun,
    Until,
    When,
)

_UNITS: Final = {"d": DAY, "h": 3600, "m": 60, "s": 1}
_SPAN = re.compile(r"(?=\d)(?:(\d{1,5})d)?(?:(\d{1,6})h)?(?:(\d{1,7})m)?(?:(\d{1,9})s)?", re.ASCII)
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)", re.ASCII)
_SUN = re.compile(rf"({'|'.join(Sun)})(?:([+-])(\S+))?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_LONG: Final[dict[str, type[After | For | Often]]] = {"in": After, "for": For, "every": Often}
_NAMED: Final = {
    "daily": DAILY,
    "weekdays": WORKDAYS,
    "weekends": WEEKEND,
    **{f"{name}s": frozenset({number}) for number, name in enumerate(WEEKDAYS)},
}
_LONGEST_SECONDS: Final = 120
"""Below two minutes people count in seconds: 90s."""


def read_when(text: str) -> When:
    """The time that a text stands for. Raises `NotATime` with what is wrong."""
    first, _, rest = " ".join(text.lower().split()).partition(" ")
    if first == "every" and " from " in rest:
        span, _, clock = rest.partition(" from ")
        return Often(read_span(span), read_clock(clock))
    if first in _LONG:
        return _LONG[first](read_span(rest))
    if first == "until":
        return Until(*_moment(rest))
    if (days := _days(first)) is not None:
        return Every(read_clock(rest), days)
    if not rest:
        raise NotATime(f"“{text}” says not when.", fix="Write: in 10m, at 18:30, tomorrow 07:00, daily 07:00")
    return At(*_moment(rest if first == "at" else f"{first} {rest}"))


def write_when(when: When) -> str:
    """The text for a time."""
    match when:
        case After(span):
            return f"in {write_span(span)}"
        case For(span):
            return f"for {write_span(span)}"
        case Often(span, start):
            return f"every {write_span(span)}{f' from {write_clock(start)}' if start else ''}"
        case Until(clock, day):
            return " ".join(word for word in ("until", day, write_clock(clock)) if word)
        case At(clock, day):
            return f"{day or 'at'} {write_clock(clock)}"
        case Every(clock, days):
            return f"{_written_days(days)} {write_clock(clock)}"


def read_span(text: str) -> Span:
    """ "1h30m". Raises `NotATime`."""
    match = _SPAN.fullmatch(text)
    counts = match.groups(default="0") if match else ()
    seconds = sum(int(count) * size for count, size in zip(counts, _UNITS.values(), strict=False))
    try:
        return Span(seconds)
    except ValueError:
        raise NotATime(f"“{text}” is no length of time.", fix="Write: 90s, 10m, 1h30m, 2d") from None


def write_span(span: Span) -> str:
    if span.seconds < _LONGEST_SECONDS and span.seconds % 60:
        return f"{span.seconds}s"
    rest, written = span.seconds, ""
    for unit, size in _UNITS.items():
        count, rest = divmod(rest, size)
        written += f"{count}{unit}" if count else ""
    return written


def read_clock(text: str) -> Clock:
    """ "18:30" or "sunset-30m". Raises `NotATime`."""
    try:
        if match := _CLOCK.fullmatch(text):
            hour, minute = int(match[1]), int(match[2])
            if hour < 24 and minute < 60:
                return Clock(60 * hour + minute)
        elif match := _SUN.fullmatch(text):
            away = read_span(match[3]).seconds // 60 if match[3] else 0
            return Clock(-away if match[2] == "-" else away, Sun(match[1]))
    except ValueError:
        pass
    raise NotATime(f"“{text}” is no time of day.", fix="Write: 18:30, sunset, sunset-30m, sunrise+1h")


def write_clock(clock: Clock) -> str:
    if clock.sun is None:
        return f"{clock.minute // 60:02}:{clock.minute % 60:02}"
    if not clock.minute:
        return clock.sun.value
    return f"{clock.sun}{'+' if clock.minute > 0 else '-'}{write_span(Span(60 * abs(clock.minute)))}"


def _moment(text: str) -> tuple[Clock, str]:
    """A clock with or without a day before it."""
    day, _, clock = text.strip().rpartition(" ")
    if day and day not in ("today", "tomorrow", *WEEKDAYS) and not _is_date(day):
        raise NotATime(f"“{day}” is no day.", fix="Write: tomorrow, friday or 2026-11-20")
    return read_clock(clock), day


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text) and date.fromisoformat(text))
    except ValueError:
        return False


def _days(text: str) -> frozenset[int] | None:
    """Days on which something is repeated; a single one is a plural, to tell it from the next such day."""
    if text in _NAMED:
        return _NAMED[text]
    names = text.split(",")
    if len(names) < 2 or not set(names) <= set(WEEKDAYS):
        return None
    return frozenset(WEEKDAYS.index(name) for name in names)


def _written_days(days: frozenset[int]) -> str:
    for name, named in _NAMED.items():
        if days == named:
            return name
    return ",".join(WEEKDAYS[day] for day in sorted(days))
