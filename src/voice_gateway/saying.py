"""How words are put together where they are said."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Final

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def capitalised(words: str) -> str:
    """As they begin a sentence; all other letters stay as they are."""
    return words[:1].upper() + words[1:]


def listed(parts: Iterable[str]) -> str:
    """ "a, b and c"."""
    *others, last = [*parts] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def clock_time(moment: datetime | time) -> str:
    """ "6:30 PM"."""
    return f"{moment.hour % 12 or 12}:{moment:%M} {'AM' if moment.hour < 12 else 'PM'}"


def counted(many: int, what: str) -> str:
    """ "1 device", "3 devices"."""
    return f"{many} {what}{'' if many == 1 else 's'}"
