"""Whether what must be so first is still in a wish: without its condition, a right deed is a wrong one."""

import re
from typing import Final

from voice_gateway.amounts import in_digits
from voice_gateway.wishes import Condition, Event, Wish

_LIMIT: Final = re.compile(
    r"\b(?:below|under|beneath|above|exceeds|(?:warm|cold|hott)er than) (?:minus )?"
    r"(?P<number>\d+(?:\.\d+)?)"
    r"(?! (?:seconds?|minutes?|hours?|days?)\b)"
)
"""A number that something is held against."""

_STATES: Final = r"(?:on|off|open|closed|shut|locked|unlocked|running|playing)"
_TOLD: Final = re.compile(
    rf"(?:the |my |our )?[\w' ]*?\w(?:'s| is| isn't| are| aren't) (?P<no>not |still )?{_STATES}"
)
"""A clause that only tells how something is."""


def facts_are_kept(wish: Wish, sentence: str) -> bool:
    """Whether what the sentence holds a number against is in the wish, and what it tells of a later time."""
    said = in_digits(sentence.lower().replace("’", "'"))
    if not wish.acts:
        return True
    limits = {match["number"] for match in _LIMIT.finditer(said)}
    facts = [fact for group in wish.groups for fact in group.facts]
    if limits and not any(_has_limit(fact) for fact in facts) and not _is_said_besides(wish, limits):
        return False
    later = bool(wish.when) and not isinstance(wish.when, Event) and not facts
    clauses = [clause.strip(" .!") for clause in said.split(",")]
    return not (later and len(clauses) > 2 and any(map(_TOLD.fullmatch, clauses[1:-1])))


def _has_limit(fact: Condition) -> bool:
    return fact.below is not None or fact.above is not None


def _is_said_besides(wish: Wish, limits: set[str]) -> bool:
    """Whether these numbers are words to be said, or part of a name: nothing is held against them then."""
    parts = [step.words for step in wish.steps] + [errand.name for errand in wish.errands]
    told = " ".join([*parts, *(item for errand in wish.errands for item in errand.items)])
    named = " ".join(part.target.words for part in wish.named)
    return any(re.search(rf"\b{number}\b", in_digits(f"{told} {named}")) for number in limits)
