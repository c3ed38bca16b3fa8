"""Sentences that are likely in this home, found by how they sound."""

import re
from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from voice_gateway import languages
from voice_gateway.voice.alike import LEFT_OUT, Guess
from voice_gateway.voice.sounds import roughly, sound_of

NUMBERS = (*range(1, 26), *range(30, 101, 5))
LEFT = 4
"""Words at an end that may be somebody else's."""

NEAREST = 24
"""How many are worth reading."""


class Expected:
    """Every usual sentence with every name of the home."""

    def __init__(self, names: Iterable[str]) -> None:
        called = [name if "'s " in name else f"the {name}" for name in names]
        self._texts = list(
            dict.fromkeys(
                line.format(name=name, number=number)
                for line in languages.lines("voice/expected")
                for name, number in product(
                    called if "{name}" in line else [""], NUMBERS if "{number}" in line else [""]
                )
            )
        )
        self._sounds = ["".join(map(sound_of, text.split())) for text in self._texts]
        self._roughly = [roughly(sound) for sound in self._sounds]

    def nearest(self, heard: Sequence[str]) -> list[Guess]:
        """What sounds most like one of these, or like one of them without a few words at an end."""
        said = {part: cost for text in reversed(heard) for part, cost in _parts(text).items()}
        if not said or not self._texts:
            return []
        sounds = ["".join(map(sound_of, part.split())) for part in said]
        exactly = cdist(sounds, self._sounds, scorer=Levenshtein.distance)
        alike = cdist(list(map(roughly, sounds)), self._roughly, scorer=Levenshtein.distance)
        apart = ((exactly + alike) / 2 + np.array(list(said.values()))[:, None]).min(axis=0)
        return [Guess(float(apart[at]), self._texts[at]) for at in np.argsort(apart)[:NEAREST]]


def _parts(text: str) -> dict[str, float]:
    """The words, and what is left without some at an end; with what leaving them out costs."""
    words = re.findall(r"[\w']+", text.lower().replace("’", "'"))
    parts = {" ".join(words): 0.0}
    for left in range(1, min(LEFT, len(words) - 3) + 1):
        parts[" ".join(words[left:])] = parts[" ".join(words[:-left])] = LEFT_OUT * left
    return parts
