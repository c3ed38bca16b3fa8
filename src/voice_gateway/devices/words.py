"""From what was said to the words that matter: lower case, singular, without articles and possessives."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from voice_gateway.number_words import ONES

FILLERS = frozenset(
    {
        "number",
        "the",
        "a",
        "an",
        "my",
        "me",
        "our",
        "your",
        "his",
        "her",
        "their",
        "its",
        "this",
        "that",
        "these",
        "those",
    }
    | {"please", "of", "in", "on", "at", "from", "to", "for", "inside", "within", "with", "is", "are", "it"}
)
QUANTIFIERS = frozenset(
    {"all", "every", "everything", "each", "both", "whole", "entire", "any", "everywhere"}
)
GENERIC = frozenset({"device", "thing", "stuff", "appliance", "gadget"})
"""Words that say nothing about which device is meant."""
ROOMISH = frozenset({"room", "area"})
"""Words that any room may be given: "the kitchen area"."""

_NUMBERS = {word: str(number) for number, word in enumerate(ONES[:11])} | {
    "first": "1",
    "second": "2",
    "third": "3",
}
_SAME = {"tv": "television", "telly": "television", "hall": "hallway"}
_FLOOR = re.compile(
    r"\b(ground|first|second|third|upper|lower|top|main|bottom|upstairs|downstairs)\s+floor\b"
)
_KEEPS_S = re.compile(r"(ss|us|is|as|gas|os)$")
_IRREGULAR = {
    "shelves": "shelf",
    "knives": "knife",
    "leaves": "leaf",
    "stairs": "stairs",
    "upstairs": "upstairs",
    "downstairs": "downstairs",
}


@dataclass(frozen=True, slots=True)
class Word:
    """One word that was said."""

    root: str
    """Singular and lower case; what is compared."""
    plural: bool = False


def words(text: str) -> tuple[Word, ...]:
    """All words of a phrase, fillers included, in order."""
    return tuple(_word(piece) for piece in _pieces(text))


@lru_cache(maxsize=4096)
def roots(text: str) -> tuple[str, ...]:
    """The words of a name that distinguish it: singular, without fillers."""
    return tuple(word.root for word in words(text) if word.root not in FILLERS)


@lru_cache(maxsize=4096)
def _word(piece: str) -> Word:
    single = _singular(piece)
    return Word(_NUMBERS.get(_SAME.get(single, single), _SAME.get(single, single)), plural=single != piece)


@lru_cache(maxsize=2048)
def _pieces(text: str) -> tuple[str, ...]:
    # "KitchenLight" and "kitchen_light" are how programs and small models write names.
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    plain = unicodedata.normalize("NFKD", spaced).replace("’", "'").lower()
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = re.sub(r"'s\b|(?<=s)'", "", plain)
    # A floor lamp is a lamp, but the ground floor is only the ground; and all that is at home is all there
    # is.
    plain = _FLOOR.sub(r"\1", plain)
    plain = re.sub(r"\b(in|at|of|the|whole|entire|my|our)\s+(?:house|home|place)\s*$", r"\1", plain)
    return tuple(re.findall(r"\w+", plain.replace("_", " ").replace("'", "")))


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.endswith("s") or _KEEPS_S.search(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1]
