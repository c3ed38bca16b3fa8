"""Reads questions about when the sun rises and sets."""

import re
from contextlib import suppress
from datetime import date
from typing import Final

from voice_gateway.errors import ToolError
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.template import templates
from voice_gateway.times import Sun
from voice_gateway.tools.dates import find_date

_PART: Final = re.compile(r"^(?:(?:for|on|this|the) )+|(?<=\w) (?:morning|afternoon|evening|night)$")
_TODAY: Final = frozenset({"", "today", "tonight", "morning", "afternoon", "evening", "night"})


def sun_asked(sentence: str, today: date) -> tuple[Sun, date] | None:
    """What of the sun is asked for, and of which day; None for any other sentence."""
    said = without_politeness(re.sub(r"[?.!,]", "", sentence.lower().replace("’", "'")).strip())
    for template in templates("sun"):
        if (slots := template.match(said)) is None:
            continue
        day = _PART.sub("", slots.get("day", "").strip())
        if day in _TODAY:
            return Sun(template.meaning), today
        with suppress(ToolError):
            return Sun(template.meaning), find_date(day, today).day
    return None
