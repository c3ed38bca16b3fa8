"""A sentence as a bag of hashed features. What is done here in training is done the same way at run time."""

from collections.abc import Sequence
from zlib import crc32

from voice_gateway.routing.home_words import Gazetteer
from voice_gateway.routing.lexicon import shape_words
from voice_gateway.routing.wording import tokens

BUCKETS = 1 << 18
_MASK = BUCKETS - 1
_LONGEST = 48
"""Words that are looked at."""


def features(text: str, gazetteer: Gazetteer) -> list[int]:
    """The buckets of every feature of the sentence; the same text and names always give the same."""
    words = tokens(text)[:_LONGEST]
    shape = skeleton(words, gazetteer)
    marked = ["w", "^", *words, "$"]
    found = ngrams(marked, 3)
    found += ngrams(["s", "^", *shape, "$"], 4)
    for word in words:
        found += letters(word)
    found.append(crc32(f"n{min(len(words), 12)}".encode()) & _MASK)
    if shape:
        # The first words tell a question from a command, wherever they stand in a longer sentence.
        found.append(crc32(f"f{shape[0]}|{shape[-1]}".encode()) & _MASK)
        found += together(shape)
    return found


def skeleton(words: Sequence[str], gazetteer: Gazetteer) -> list[str]:
    """The shape of the sentence: names become their class, other content words become blanks."""
    shape: list[str] = []
    shaping = shape_words()
    here = 0
    for name, length in gazetteer.spans(words):
        word = words[here]
        here += length
        if name:
            shape.append(name)
        elif word == "#" or word in shaping:
            shape.append(word)
        elif not shape or shape[-1] != "_":
            shape.append("_")
    return shape


def ngrams(marked: Sequence[str], longest: int) -> list[int]:
    """Hashes of one to `longest` neighbours; the first item names the family and goes into every hash."""
    family, *items = marked
    found: list[int] = []
    encoded = [item.encode() for item in items]
    seed = crc32(family.encode())
    for start in range(len(encoded)):
        running = seed
        for item in encoded[start : start + longest]:
            running = crc32(b"\x1f" + item, running)
            found.append(running & _MASK)
    return found


def letters(word: str) -> list[int]:
    """Hashes of three to five neighbouring letters, so that a misspelled word still looks familiar."""
    padded = f"<{word}>".encode()
    seed = crc32(b"c")
    found: list[int] = []
    for size in (3, 4, 5):
        found += [crc32(padded[i : i + size], seed) & _MASK for i in range(len(padded) - size + 1)]
    return found


def together(shape: Sequence[str]) -> list[int]:
    """Hashes of pairs of shape items in order, however far apart: "turn … off"."""
    encoded = [item.encode() for item in shape[:12]]
    seed = crc32(b"t")
    found: list[int] = []
    for start, first in enumerate(encoded):
        running = crc32(first + b"\x1f", seed)
        found += [crc32(item, running) & _MASK for item in encoded[start + 1 :]]
    return found
