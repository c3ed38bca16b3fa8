"""Reads questions about the time and the date."""

import re
from contextlib import suppress
from datetime import date, datetime
from typing import Final

from voice_gateway.errors import ToolError
from voice_gateway.fast_path.template import templates
from voice_gateway.times import After, Until, find_times, write_clock
from voice_gateway.tools.dates import TooFar, find_date
from voice_gateway.tools.time_zones import find_zone
from voice_gateway.wishes import Step, Verb, Wish

_ASKED: Final = re.compile(
    r"(?:and )?how (?:long|much time|many (?:hours|minutes))"
    r"(?: is it| is there| is left| have (?:we|i) got| do (?:we|i) have| are there| left)?"
    r" (?P<until>(?:until|till|til|before) .+)"
    r"|what (?:time )?(?:was|is) (?:it|the time) (?P<ago>.+) ago"
    r"|what (?:time )?(?:will (?:it|the time) be|is it going to be|is it) (?P<ahead>in .+)"
)


def read_clock(text: str) -> Wish | None:
    """The wish to know it, when place or day are known for sure."""
    for template in templates("clock"):
        slots = template.match(text)
        if slots is None:
            continue
        with suppress(ToolError):
            return Wish((_step(template.meaning, slots),))
    return None


def read_moment(text: str, now: datetime) -> Wish | None:
    """ "How long until five o'clock", "what time was it twenty minutes ago": only where all of it is that."""
    asked = _ASKED.fullmatch(text)
    places = find_times(text, now) if asked else []
    if asked is None or len(places) != 1 or places[0].end != len(text):
        return None
    [place] = places
    if asked["until"] and isinstance(place.time, Until) and not (place.time.day or place.time.clock.sun):
        return Wish((Step(Verb.DATE, words=f"until {write_clock(place.time.clock)}"),))
    if asked["ahead"] and isinstance(place.time, After):
        return Wish((Step(Verb.DATE, words=f"in {place.time.span.seconds // 60} minutes"),))
    if not asked["ago"]:
        return None
    ago = find_times(f"in {asked['ago']}", now)
    after = ago[0].time if len(ago) == 1 else None
    if not isinstance(after, After):
        return None
    return Wish((Step(Verb.DATE, words=f"{after.span.seconds // 60} minutes ago"),))


def _step(meaning: str, slots: dict[str, str]) -> Step:
    """Raises `ToolError` when nobody knows that place or day."""
    match meaning:
        case "zone":
            find_zone(slots["place"])
            return Step(Verb.TIME, words=slots["place"])
        case "day":
            with suppress(TooFar):  # which is then said
                find_date(slots["day"], date(2026, 1, 1))  # any day will do: it is the form that matters
            return Step(Verb.DATE, words=slots["day"])
    return Step(Verb.TIME)
