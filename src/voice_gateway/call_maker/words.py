"""A wish as the words that are written one after the other: those of the language, and those that were said.

What is joined to the word before it begins with `JOINED`: "in 10m: off fan" is in, 10, ##m, ##:, off, fan.
Behind a hyphen everything is, so that it can be copied from what was said: quick, ##-, wash. What was said
has the "'s" of a word by itself, so that the word can be copied without it: "when the washer's done".
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

JOINED: Final = "##"

HYPHEN: Final = f"{JOINED}-"
_BEHIND: Final = ":;,"
_OWNER: Final = "'s"
_OWNED = re.compile(rf"(?<=\w){_OWNER}\b")


def parted(line: str) -> Iterator[tuple[str, bool]]:
    """Its words, and whether each is joined to the one before, as a mark behind a word is."""
    for word in line.split():
        bare = word.rstrip(_BEHIND) or word
        stem = bare.removesuffix(_OWNER)
        yield stem or bare, False
        if stem and stem != bare:
            yield _OWNER, True
        yield from ((mark, True) for mark in word[len(bare) :])


def said_words(text: str) -> list[str]:
    """The words of what was said."""
    return _OWNED.sub(f" {_OWNER}", text).split()


def line_of(words: Iterable[str]) -> str:
    """The line that the words make."""
    text, joined = "", True
    for word in words:
        joined = joined or word.startswith(JOINED)
        text += word.removeprefix(JOINED) if joined else f" {word}"
        joined = word == HYPHEN
    return text
