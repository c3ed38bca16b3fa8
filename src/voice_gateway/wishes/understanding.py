"""What was made of a sentence, before anything is done."""

from dataclasses import dataclass

from voice_gateway.wishes.tree import Wish
from voice_gateway.wishes.words import Verb

LOOKED_UP = frozenset({Verb.SEARCH, Verb.WEATHER, Verb.CALCULATE})
"""What a wish may say and others do better: searching, and reckoning."""


@dataclass(frozen=True)
class Understanding:
    """What was made of a sentence, and by whom."""

    wish: Wish
    by: str
    """routine, rules or call maker."""

    confidence: float = 1.0
