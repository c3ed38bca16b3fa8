"""Which known word a misspelled one stands for, and which words are never a misspelling."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from voice_gateway import languages
from voice_gateway.devices.kinds import ALL_NOUNS

if TYPE_CHECKING:
    from collections.abc import Iterable


@cache
def _real_words() -> frozenset[str]:
    """Words of a home that are spelled right: "porch" where there is none is an absent porch, not a typo
    for "torch"."""
    return ALL_NOUNS.union(*map(str.split, languages.lines("devices/real_words")))


def corrected(word: str, vocabulary: Iterable[str]) -> tuple[str, ...]:
    """The known words that this one most likely misspells; several when equally near, none when it is not
    near."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if len(word) < 4 or word in _real_words() or any(char.isdigit() for char in word):
        return ()
    # Long words bear two slips, short ones only one; and the first letter is nearly always typed right.
    near = [known for known in vocabulary if len(known) >= 4 and _same_start(word, known)]
    found = process.extract(word, near, scorer=OSA.distance, score_cutoff=2, limit=None)
    slips = 1 if len(word) <= 5 else 2
    within = [
        (known, distance)
        for known, distance, _ in found
        if distance <= min(slips, 1 if len(known) <= 5 else 2)
    ]
    if not within:
        return ()
    best = min(distance for _, distance in within)
    return tuple(known for known, distance in within if distance == best)


def is_home_word(word: str) -> bool:
    """Whether it is a common word of homes: when it was said, it was meant."""
    return word in _real_words()


def _same_start(word: str, known: str) -> bool:
    return word[0] == known[0] or (word[0] == known[1] and word[1] == known[0])
