"""Which half of the day "seven" is in.

- A part of the day decides where it is said: "seven in the evening".
- Who is to be woken means the morning, from four to eleven.
- Once, today or whenever it is next: the one that comes first.
- On another day, and again and again: waking hours, from seven in the morning to just before seven at night;
  on workdays, when people rise earlier, from six to just before six.
"""

from datetime import datetime

from voice_gateway.times.language import Language
from voice_gateway.times.moments import Hour, Moment
from voice_gateway.times.when import WORKDAYS, Clock

_NOON = 12 * 60
_FIRST_WAKING = 7 * 60
_RISEN = 6 * 60
_RISING = (4 * 60, _NOON)
_SMALL_HOURS = 5 * 60


def clock_of(hour: Hour, moment: Moment, now: datetime, language: Language, *, rising: bool) -> Clock:
    """The time of day that is meant."""
    if not hour.is_open:
        return hour.clock
    morning = hour.clock.minute % _NOON
    if half := _half(moment, language):
        return Clock(_in_half(morning, half))
    if rising and _RISING[0] <= morning < _RISING[1]:
        return Clock(morning)
    if moment.days is None and (moment.day is None or moment.day.day == "today"):
        return Clock(_next(morning, now, today=moment.day is not None))
    works = moment.days is not None and moment.days.days == WORKDAYS
    return Clock(morning if morning >= (_RISEN if works else _FIRST_WAKING) else morning + _NOON)


def _half(moment: Moment, language: Language) -> str:
    name = moment.part.name if moment.part else moment.days.part if moment.days else ""
    return language.parts[name]["half"] if name else ""


def _in_half(morning: int, half: str) -> int:
    if half == "night":
        return morning if morning < _SMALL_HOURS else morning + _NOON
    return morning + (_NOON if half == "pm" else 0)


def _next(morning: int, now: datetime, *, today: bool) -> int:
    minute = now.hour * 60 + now.minute
    later = [each for each in (morning, morning + _NOON) if each > minute]
    return later[0] if later else morning + (_NOON if today else 0)
