"""A sentence as words and numbers that know where they stand in it."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from voice_gateway.times.language import Language

_WORD = re.compile(
    r"""
    (?P<iso>[0-9]{4}-[0-9][0-9]-[0-9][0-9](?![0-9]))
  | (?P<hm>[0-9]{1,2}[:.][0-9][0-9](?![0-9]))
  | (?P<n>(?:[0-9]+(?:\.[0-9]+)?[ ]?)?(?P<part>[¼½¾]|[123]/[234](?![0-9/]))|[0-9]+(?:\.[0-9]+)?)
  | [^\W\d_]\.[^\W\d_]\.?(?!\w)              # a.m.
  | [^\W\d_]+(?:['’][^\W\d_]+)*
  | (?P<joint>['’-])
  | \S
    """,
    re.X | re.IGNORECASE,
)
_LONGEST = 120
"""Words: more are no sentence."""

_LONGEST_NUMBER = 6
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or a piece that several words make."""

    text: str
    slots: dict[str, Any]
    """What it can stand for in a pattern, and its value there."""

    start: int
    end: int


def tokens(sentence: str, language: Language) -> list[Token]:
    return list(_with_numbers(list(_words(sentence, language))[:_LONGEST], language))


def _words(sentence: str, language: Language) -> Iterator[Token]:
    for match in _WORD.finditer(sentence):
        if match["joint"]:
            continue
        text = re.sub(r"['’.]", "", match[0].lower()) or match[0]
        slots = dict(language.words.get(text, ()))
        if match["iso"]:
            slots["<iso>"] = match[0]
        elif match["hm"]:
            slots["<hm>"] = match[0]
            if "." in match[0]:
                slots["<n>"] = float(match[0])
        elif match["n"]:
            slots = {} if len(match[0]) > _DIGITS else _counts(match["n"], match["part"] or "")
        yield Token(text, slots, match.start(), match.end())


def _counts(digits: str, part: str) -> dict[str, float]:
    """What "30", "1 1/2" and "½" can stand for."""
    fraction = unicodedata.numeric(part) if len(part) == 1 else float(Fraction(part or "0"))
    whole = digits.removesuffix(part)
    return {"<n>": float(whole) + fraction} if whole.strip() else {"<n>": fraction, "<fraction>": fraction}


def _with_numbers(words: list[Token], language: Language) -> Iterator[Token]:
    """Number words as one number: "forty five" is 45, and "six thirty" is 6 and 30."""
    at = 0
    while at < len(words):
        length, value = _number_at(words, at, language)
        if value is None:
            yield words[at]
        else:
            first, last = words[at], words[at + length - 1]
            slots = {**first.slots, "<n>": float(value)} if length == 1 else {"<n>": float(value)}
            yield Token(str(value), slots, first.start, last.end)
        at += length


def _number_at(words: list[Token], at: int, language: Language) -> tuple[int, int | None]:
    known = language.numbers.known
    end = at
    while end < len(words) and end - at < _LONGEST_NUMBER and words[end].text in known:
        end += 1
    for stop in range(end, at, -1):
        if stop == at + 2 and language.number((words[at].text,)) == 0:
            continue  # the "oh five" of "seven oh five" is two numbers
        value = language.number(tuple(word.text for word in words[at:stop]))
        if value is not None:
            return stop - at, value
    return 1, None
