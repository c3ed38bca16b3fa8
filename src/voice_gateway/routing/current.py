"""Questions whose answer changes with time, which a model cannot know however sure it sounds."""

import re

_OFFICE = re.compile(
    r"\bwho(?:'s| is| are| runs| leads)\b.*\b(?:president|governor|mayor|minister|chancellor|king|queen|pope"
    r"|ceo|chief executive|senator|speaker|secretary|ambassador|champion|coach|captain|head of|leader)\b"
)
_NOW = re.compile(
    r"\b(?:right now|currently|at the moment|these days|today|tonight|this (?:week|month|year|season)|lately"
    r"|latest|recent(?:ly)?|so far|as of now|nowadays)\b"
)
_PRICE = re.compile(
    r"\b(?:how much (?:is|are|does|do)|price of|cost of|worth of)\b.*\b(?:today|now|cost|per|worth)\b"
)
_QUESTION = re.compile(
    r"^(?:who|what|which|when|where|how|is|are|was|were|did|do|does|has|have|will|can|any)\b"
)
_PERSONAL = re.compile(r"\b(?:i|i'm|i've|me|my|mine|we|our|us|you|your|yours)\b")
"""About the speaker or the assistant: nothing that the web could know."""


def asks_about_now(text: str) -> bool:
    """Whether the answer depends on when it is asked."""
    words = " ".join(text.lower().replace("’", "'").split())
    if _PERSONAL.search(words):
        return False
    return bool(
        _OFFICE.search(words) or (_QUESTION.match(words) and (_NOW.search(words) or _PRICE.search(words)))
    )
