"""How words sound, and how far apart two of them are by ear.

The phonemes are those of Hibari, which has read a quarter of a million words: a lexicon, and a small network
for names that no lexicon has.
"""

import re
from functools import cache
from typing import Any

from rapidfuzz.distance import Levenshtein

_ALIKE = ("pb", "td", "kɡg", "fvθð", "szʃʒʧʤ", "mnŋ", "lɹw", "jiɪi", "AeɛæaI", "ɑɔOɒW", "uʊ", "ʌəɜᵊɐ", "hʔ")
_GROUPS = str.maketrans({sound: group[0] for group in _ALIKE for sound in group})
"""Sounds that are taken for one another, each by the first of them."""

_SILENT = re.compile(r"[ˈˌː\s.,!?;:—…\"“”()-]")
_FURTHEST = 12


@cache
def _reader() -> Any:
    from hibari.g2p import G2P

    return G2P()


@cache
def is_there() -> bool:
    """Whether anybody can tell how words sound."""
    try:
        _reader()
    except ImportError:
        return False
    return True


@cache
def sound_of(words: str) -> str:
    """The phonemes of some words, without stress and pauses."""
    return _SILENT.sub("", _reader()(words.lower()))


def roughly(sound: str) -> str:
    """The sounds, each by the first of those that it is taken for."""
    return sound.translate(_GROUPS)


def apart(one: str, other: str) -> float:
    """How many sounds differ, where those that are easily mistaken count half."""
    exact = Levenshtein.distance(one, other, score_cutoff=_FURTHEST)
    return (exact + Levenshtein.distance(roughly(one), roughly(other), score_cutoff=_FURTHEST)) / 2
