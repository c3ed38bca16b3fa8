"""Times of which nobody says the half of the day: it is that of the time beside which they are said."""

import re
from dataclasses import replace
from typing import Final

from voice_gateway.fast_path.timed import says_half
from voice_gateway.times import At, Clock, Every, When
from voice_gateway.wishes import Errand, Event, Part, Thing, Wish

GOES_ON: Final = re.compile(r"(?:and|also|plus)\b")
"""How a sentence begins that goes on with the one before."""

_NOON: Final = 12 * 60
_DAY: Final = 24 * 60


def beside(wish: Wish, was: When | Event | None, words: str) -> Wish:
    """The wish at its time as it is meant beside another; `words` are those that say it.

    Who is to be woken has said the half of the day by that.
    """
    if not isinstance(was, At | Every) or was.clock.sun or says_half(words) or wish.also:
        return wish
    parts: tuple[Part, ...] = tuple(_errand(part, was) for part in wish.parts)
    when = wish.when if wish.when is None or isinstance(wish.when, Event) else _near(wish.when, was)
    return replace(wish, parts=parts, when=when)


def _errand(part: Part, was: At | Every) -> Part:
    if not isinstance(part, Errand) or part.thing is Thing.ALARM or part.when is None:
        return part
    return replace(part, when=_near(part.when, was))


def _near(when: When, was: At | Every) -> When:
    """In the half of the day that is nearer to the other time, and on its day."""
    if not isinstance(when, At) or when.day or when.clock.sun:
        return when
    halves = (when.clock.minute % _NOON, when.clock.minute % _NOON + _NOON)
    clock = Clock(min(halves, key=lambda minute: _apart(minute, was.clock.minute)))
    day = was.day if isinstance(was, At) else ""
    gone = day == "today" and clock.minute <= was.clock.minute
    return At(clock, "" if gone else day)


def _apart(minute: int, other: int) -> tuple[int, bool]:
    """How far two times of day are from each other; of two that are as far, the later one is nearer."""
    behind = (minute - other) % _DAY
    return min(behind, _DAY - behind), behind > _NOON
