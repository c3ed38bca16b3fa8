"""How a line of the language of wishes can go on, for a shell and for the page."""

import re
from collections.abc import Iterator, Sequence

_CLAUSE = re.compile(r".*[:;]\s*", re.S)
_FIRST_WORDS = (
    "activate", "alarm", "announce", "arm", "ask", "at", "calc", "cancel", "clean", "close", "color",
    "cooler", "daily", "date", "disarm", "dock", "every", "fanmode", "humidity", "if", "in", "level", "list",
    "locate", "lock", "mode", "move", "mute", "next", "off", "on", "open", "pause", "planned", "play",
    "preset", "press", "previous", "remind", "resume", "routine", "set", "source", "speed", "start", "stop",
    "swing", "temp", "tilt", "time", "timer", "toggle", "undo", "unless", "unlock", "unmute", "volume",
    "warmer", "weather", "web", "weekdays", "weekends", "when", "whenever", "white", "why",
)  # fmt: skip
"""Written down here, because to import the language takes longer than who presses Tab waits."""


def completed(typed: str, names: Sequence[str]) -> Iterator[str]:
    """Whole lines that go on with what was typed: a first word, or the name of something in the home."""
    clause = _CLAUSE.match(typed)
    head = clause[0] if clause else ""
    words = typed[len(head) :].split(" ")
    if len(words) == 1:
        yield from (f"{head}{word} " for word in _FIRST_WORDS if word.startswith(words[0].lower()))
        return
    # A name may have several words, of which some are there already: the longest beginning counts.
    for first in range(1, len(words)):
        part = " ".join(words[first:]).lower()
        fitting = [name.lower() for name in names if name.lower().startswith(part)]
        if fitting:
            kept = head + " ".join(words[:first])
            yield from (f"{kept} {name}" for name in fitting)
            return
