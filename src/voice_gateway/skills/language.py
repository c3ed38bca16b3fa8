"""One language of the skills: its text files, and how a sentence becomes words."""

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache, lru_cache
from zlib import crc32

from voice_gateway import languages
from voice_gateway.devices.typos import corrected

Words = tuple[str, ...]

_TOKEN = re.compile(
    r"""
    \d{1,3}(?:,\d{3})+(?:\.\d+)? | \d+(?:\.\d+)? | \.\d+ # numbers
    | (?<=\d)'(?=\s?\d|\s|$) | (?<=\d)"                  # feet and inches
    | [^\W\d_]+(?:'[^\W\d_]+)*                           # words
    | [^\w\s]                                            # signs
    """,
    re.X,
)
_PUNCTUATION = frozenset(".?!;:'\"…“”‘’`~_<>{}[]|\\#@")
_LONGEST_SUFFIX = 2
_SHORT, _LONG = 5, 8
"""Letters: a shorter word than the first is no slip for another, and from the second on there may be two."""


@dataclass(frozen=True)
class Language:
    """The files of one language, read as they are asked for."""

    name: str
    code: str
    """As in ISO 639: what the reader of number words knows it by."""

    _spelling: dict[str, Words] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        read: dict[str, Words] = {}
        for line in self.lines("spelling"):
            written, _, meant = line.rpartition(" = ")
            for way in written.split(" | "):
                read[way] = tuple(meant.split())
        object.__setattr__(self, "_spelling", read)

    def lines(self, file: str) -> list[str]:
        """The lines of a file that are neither empty nor remarks."""
        return languages.lines(f"skills/{file}", self.name)

    def pairs(self, file: str) -> list[tuple[str, str]]:
        """The lines of a file that are written as `name: text`, in their order."""
        return languages.pairs(f"skills/{file}", self.name)

    def words(self, sentence: str) -> Words:
        """A sentence as the words that are compared; a comma is a word, other marks are dropped."""
        plain = unicodedata.normalize("NFC", sentence).replace("’", "'").lower()
        plain = re.sub(r"(?<!\d)\d*[¼½¾]", _with_fraction, plain)
        plain = re.sub(r"(?<=[^\W\d])-(?=\w)|(?<=\w)-(?=[^\W\d])", " ", plain)
        found: list[str] = []
        for piece in _TOKEN.findall(plain):
            if piece in ("'", '"') and found and found[-1][-1].isdigit():
                found.append({"'": "′", '"': "″"}[piece])
            elif piece == "?" and found and f"{found[-1]}?" in self._spelling:
                found[-1:] = self._spelling[f"{found[-1]}?"]  # "sorry?" is not "sorry"
            elif piece not in _PUNCTUATION:
                found += self._spelling.get(piece, (_number(piece),))
        return tuple(found)

    def answers(self, name: str) -> list[str]:
        """All that may be said under this name."""
        return _answers(self)[name]

    def answer(self, name: str, sentence: Words = (), /, **values: object) -> str:
        """What is said under this name; among several answers the sentence decides, so it never changes."""
        choices = _answers(self)[name]
        chosen = choices[crc32(" ".join(sentence).encode()) % len(choices)]
        return chosen.format(**values)


@cache
def english() -> Language:
    return Language("english", "en")


@cache
def _answers(language: Language) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, text in language.pairs("answers"):
        found.setdefault(name, []).append(text)
    return found


def mended(words: Words, known: frozenset[str]) -> Words:
    """The words with slips of the finger put right where only one known word can be meant."""
    return tuple(word if word in known or not word.isalpha() else _mend(word, known) for word in words)


@lru_cache(maxsize=4096)
def _mend(word: str, known: frozenset[str]) -> str:
    if len(word) < _SHORT:
        return word
    near = [one for one in corrected(word, known) if not _is_other_form(word, one)]
    # Of words that are not names, two slips make a different one: "meaning" is not "morning".
    bearable = 2 if len(word) >= _LONG else 1
    return near[0] if len(near) == 1 and slips(word, near[0]) <= bearable else word


def slips(word: str, known: str) -> int:
    """How many letters are wrong, missing, too many or swapped."""
    from rapidfuzz.distance import OSA

    return int(OSA.distance(word, known))


def _is_other_form(word: str, known: str) -> bool:
    """ "Robots" is spelled right, and is not one robot."""
    short, long = sorted((word, known), key=len)
    return long.startswith(short) and len(long) - len(short) <= _LONGEST_SUFFIX


def _number(token: str) -> str:
    return token.replace(",", "") if token[0].isdigit() else token


def _with_fraction(match: re.Match[str]) -> str:
    return str(float(match[0][:-1] or 0) + unicodedata.numeric(match[0][-1]))
