"""One form for what is meant only where it is in some state: "lights that are on"."""

import re
from typing import Final

from voice_gateway.devices.census import STATE_WORDS

_STATES: Final = {**{word: word for word in STATE_WORDS}, "burning": "on", "going": "on", "switched on": "on"}
_STATE: Final = rf"(?P<state>{'|'.join(sorted(_STATES, key=len, reverse=True))})\b"
OPPOSITES: Final = {
    "on": "off", "off": "on", "open": "closed", "closed": "open", "shut": "open", "locked": "unlocked",
    "unlocked": "locked", "running": "off", "lit": "off",
}  # fmt: skip
_STILL: Final = r"(?:still|left|currently|already)"
_WHICH: Final = r"(?:which|what)(?:ever|soever)"
_ANYTHING: Final = rf"(?:if )?(?:{_WHICH}|anything|everything|something)"
_ANY_OF: Final = rf"(?:{_WHICH}|if any|if some)(?: of the)?"
_THOSE: Final = r"(?P<those>(?:(?!(?:and|then|but|is|are|that|which|if|when)\b)[\w'-]+ ){1,5}?)"
_DENIED: Final = re.compile(
    r"\b(?:that|which|who)(?: (?:isn't|aren't|is not|are not)|'s not|'re not)(?: yet)? "
    rf"(?P<state>{'|'.join(OPPOSITES)})\b"
)
_PATTERNS: Final = (
    # "whatever's still on", "anything left running"
    re.compile(rf"(?<!is )(?<!are )\b{_ANYTHING}(?: that)?(?:'s| is| are)(?: {_STILL})? {_STATE}"),
    re.compile(rf"(?<!is )(?<!are )\b{_ANYTHING} {_STILL} {_STATE}"),
    # "whichever blinds are open", "if any light is still burning"
    re.compile(rf"\b{_ANY_OF} {_THOSE}(?:is|are|got|was|were)(?: {_STILL})? {_STATE}"),
    # "any lights still on", "the blinds left open"
    re.compile(rf"\b(?:all|any|every|each)(?: of the| the)? {_THOSE}{_STILL} {_STATE}"),
)  # fmt: skip


def with_states(text: str) -> str:
    """The sentence with every such group written in the one way: "all lights that are on"."""
    text = _DENIED.sub(lambda match: f"that are {OPPOSITES[match['state']]}", text)
    for pattern in _PATTERNS:
        text = pattern.sub(_written, text)
    return text


def _written(match: re.Match[str]) -> str:
    those = f"all {match['those'].strip()}" if "those" in match.groupdict() else "everything"
    return f"{those} that are {_STATES[match['state']]}"
