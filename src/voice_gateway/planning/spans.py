"""Says how long something takes."""

from typing import Final

from voice_gateway.saying import counted

UNITS: Final = ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def span_words(seconds: float) -> str:
    """ "1 hour and 30 minutes"; of long spans, the small parts are left out."""
    rest, parts = max(0, round(seconds)), list[str]()
    for size, unit in UNITS:
        count, rest = divmod(rest, size)
        if count and len(parts) < 2:
            parts.append(counted(count, unit))
    return " and ".join(parts) or "less than a second"
