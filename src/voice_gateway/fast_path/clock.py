"""Reads questions about the time and the date."""

from contextlib import suppress
from datetime import date

from langchain_core.messages import ToolCall

from voice_gateway.errors import ToolError
from voice_gateway.fast_path.template import templates
from voice_gateway.models.text_calls import make_call
from voice_gateway.tools.dates import TooFar, find_date
from voice_gateway.tools.time_zones import find_zone

CLOCK = "get_current_datetime"


def read_clock(text: str) -> list[ToolCall]:
    """The call that answers it, when place or day are known for sure."""
    for template in templates("clock"):
        slots = template.match(text)
        if slots is None:
            continue
        with suppress(ToolError):
            return [make_call(CLOCK, _arguments(template.meaning, slots))]
    return []


def _arguments(meaning: str, slots: dict[str, str]) -> dict[str, str]:
    """Raises `ToolError` when nobody knows that place or day."""
    match meaning:
        case "zone":
            find_zone(slots["place"])
            return {"timezone": slots["place"]}
        case "day":
            with suppress(TooFar):  # which is then said
                find_date(slots["day"], date(2026, 1, 1))  # any day will do: it is the form that matters
            return {"date": slots["day"]}
    return {}
