"""What is said twice because somebody was looking for words."""

import re
from typing import Final

from voice_gateway.number_words import ONES

_TWICE: Final = re.compile(
    r"\b(?P<word>the|an?|my|our|those|that|it|i|i'm|we|you|to|at|in|for|of|with|and|when|if|how|what|what's"
    r"|every|each|is|are|did|can|could|get|turn|put|set)(?: (?P=word)(?![\w']))+"
    r"|\b(?P<words>[a-z']{1,12}(?: [a-z']{1,12}){1,3}),? (?P=words)(?![\w'])"
)
_COUNTED: Final = re.compile(rf"\b(?:{'|'.join(ONES[1:13])}|\w+teen|twenty|thirty|forty|fifty|sixty)\b")
"""Numbers may well be said twice: "one two one two"."""


def without_stutter(text: str) -> str:
    """ "Turn off the the lamp", "how many how many lights": each once."""
    return _TWICE.sub(
        lambda match: match[0] if _COUNTED.search(match[0]) else match["word"] or match["words"], text
    )
