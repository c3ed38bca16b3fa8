"""Reads questions about the time and the date."""

from contextlib import suppress
from datetime import date

from voice_gateway.errors import ToolError
from voice_gateway.fast_path.template import templates
from voice_gateway.tools.dates import TooFar, find_date
from voice_gateway.tools.time_zones import find_zone
from voice_gateway.wishes import Step, Verb, Wish


def read_clock(text: str) -> Wish | None:
    """The wish to know it, when place or day are known for sure."""
    for template in templates("clock"):
        slots = template.match(text)
        if slots is None:
            continue
        with suppress(ToolError):
            return Wish((_step(template.meaning, slots),))
    return None


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
