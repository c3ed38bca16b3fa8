"""Words for what has the most or the least of something: "warmest", "driest", "fullest"."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from voice_gateway import languages


class Extreme(NamedTuple):
    quantity: str
    """The name of a reading."""

    highest: bool
    word: str
    """The word that the language of wishes has for it."""


def _read(side: int) -> Mapping[str, Extreme]:
    found = {}
    for about, words in languages.pairs("devices/extremes"):
        most, quantity = about.split()
        sides = [[word.strip() for word in each.split(",")] for each in words.split("|")]
        for word in sides[side]:
            found[word] = Extreme(quantity, most == "most", sides[0][0])
    return found


SUPERLATIVES: Final = _read(0)
"""“warmest”, “most humid”."""

COMPARATIVES: Final = _read(1)
"""“warmer”, “more humid”."""

EXTREMES: Final = {word: extreme for word, extreme in SUPERLATIVES.items() if " " not in word}
"""The single words among them, which may stand in a question to a home."""
