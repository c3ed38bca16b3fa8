"""Names of rooms, people and things, and words that mean nothing; some are only for testing."""

from functools import cache
from random import Random

from training.call_maker.templates import SENTENCES

_STARTS = ("b", "bl", "br", "c", "cl", "d", "dr", "f", "fl", "g", "gl", "h", "j", "k", "kr", "l", "m", "n",
           "p", "pl", "qu", "r", "s", "sk", "sn", "st", "t", "tr", "v", "w", "y", "z", "zw", "")  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u", "oo", "ee", "ai", "ou")
_ENDS = ("n", "r", "x", "l", "m", "t", "k", "sh", "ble", "tron", "ster", "ky", "", "ra", "lo", "mo", "by",
         "nt", "zar", "dle", "ffy", "ck", "ng", "pple", "ius", "ette")  # fmt: skip


@cache
def bank(name: str, held_out: bool) -> tuple[str, ...]:
    """One bank of words. Every fifth word is only for homes that are held out."""
    for line in (SENTENCES / "names.txt").read_text(encoding="utf-8").splitlines():
        title, colon, values = line.partition(":")
        if colon and title == name:
            words = [value.strip() for value in values.split("|")]
            return tuple(word for at, word in enumerate(words) if (at % 5 == 4) is held_out)
    raise KeyError(name)


def invented_word(random: Random, held_out: bool) -> str:
    """A word that means nothing. An even number of letters is for training, an odd one is held out."""
    while True:
        parts = random.choices((1, 2, 3), (2, 5, 2))[0]
        word = "".join(random.choice(_STARTS) + random.choice(_VOWELS) for _ in range(parts))
        word += random.choice(_ENDS)
        if 3 <= len(word) <= 11 and (len(word) % 2 == 1) is held_out:
            return word
