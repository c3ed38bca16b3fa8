"""When something is to happen, and for how long. Each kind has one text form: see `text.py`."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

DAY: Final = 24 * 3600
LONGEST: Final = 36525 * DAY
"""A century: nobody plans further, and no calendar ends before it."""


class Sun(StrEnum):
    """What the sun does. Dawn and dusk are when it is 6 degrees below the horizon."""

    DAWN = "dawn"
    SUNRISE = "sunrise"
    SUNSET = "sunset"
    DUSK = "dusk"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """How long."""

    seconds: int

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= LONGEST:
            raise ValueError(f"a span is between a second and a century, and not {self.seconds} seconds")


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day, or one that the sun decides."""

    minute: int
    """After midnight; with `sun`, after that, or before it where it is negative."""

    sun: Sun | None = None

    def __post_init__(self) -> None:
        low, high = (-1439, 1439) if self.sun else (0, 1439)
        if not low <= self.minute <= high:
            raise ValueError(f"no day has a minute {self.minute}")


@dataclass(frozen=True, slots=True)
class After:
    """Once, after a while."""

    span: Span


@dataclass(frozen=True, slots=True)
class At:
    """Once, at a time of a day."""

    clock: Clock
    day: str = ""
    """ "today", "tomorrow", a weekday or a date as 2026-11-20; empty for the next such time."""


@dataclass(frozen=True, slots=True)
class Every:
    """Again and again, on days of the week."""

    clock: Clock
    days: frozenset[int]
    """0 is Monday."""

    def __post_init__(self) -> None:
        if not self.days or not self.days <= DAILY:
            raise ValueError("a week has the days 0 to 6, and one of them must be meant")


@dataclass(frozen=True, slots=True)
class Often:
    """Again and again, so long after one another."""

    span: Span
    start: Clock | None = None
    """When it comes first; so long from now where nobody says."""


@dataclass(frozen=True, slots=True)
class For:
    """For so long, after which it ends."""

    span: Span


@dataclass(frozen=True, slots=True)
class Until:
    """Until a time of a day, when it ends."""

    clock: Clock
    day: str = ""
    """As in `At`."""


When = After | At | Every | Often | For | Until

DAILY: Final = frozenset(range(7))
WORKDAYS: Final = frozenset(range(5))
WEEKEND: Final = DAILY - WORKDAYS
