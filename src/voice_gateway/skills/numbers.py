"""Reads numbers as people say them: "a hundred and five", "two and a half", "three quarters", "12.5".

Counting words are read by the library text2num, in each of its languages; what it does not know (halves,
decimals after "point", dozens, minus, digits beside words) is put together here from the language's file.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from voice_gateway.skills.language import Language, Words

_DIGITS = re.compile(r"\d*\.?\d+")
_LONGEST = 24
_LONGEST_WORD = 300
"""Digits: nobody counts further, and Python does not either where they are ten times as many."""


@dataclass(frozen=True)
class Numbers:
    """The number words of one language."""

    language: Language

    def read(self, words: Words) -> Fraction | None:
        """The number that all of these words say; None when they say none."""
        if not words or len(words) > _LONGEST:
            return None
        if words[0] in self._named("minus"):
            value = self._unsigned(words[1:])
            return None if value is None else -value
        return self._unsigned(words)

    def part(self, words: Words) -> Fraction | None:
        """A share of something: "half", "three quarters", "17 percent"."""
        if words and words[-1] in self.percent:
            value = self.read(words[:-1])
            return None if value is None else value / 100
        return self._fraction(words)

    def ordinal(self, words: Words) -> Fraction | None:
        """ "tenth" or "10 th"."""
        if len(words) == 2 and words[1] in self._named("after ordinal"):
            return self._counted(words[:1])
        size = self._parts.get(words[0]) if len(words) == 1 else None
        return Fraction(size) if size and size > 2 else None

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that can be part of a number."""
        lists = (name for name in self._words if not name.startswith(("scale ", "part ", "same ")))
        return frozenset(self._scales) | set(self._parts) | {w for name in lists for w in self._named(name)}

    @cached_property
    def percent(self) -> frozenset[str]:
        return frozenset(self._named("percent"))

    def _unsigned(self, words: Words) -> Fraction | None:
        if not words:
            return None
        for read in (self._counted, self._fraction, self._decimal, self._mixed, self._scaled):
            if (value := read(words)) is not None:
                return value
        return None

    def _counted(self, words: Words) -> Fraction | None:
        """Digits, or words that count."""
        if any(len(word) > _LONGEST_WORD for word in words):
            return None
        if len(words) == 1 and _DIGITS.fullmatch(words[0]):
            return Fraction(words[0])
        if any(not word.isalpha() for word in words):
            return None
        from text_to_num import text2num

        said = [self._same.get(word, word) for word in words]
        if len(said) > 1 and said[0] in self._named("one"):
            said[0] = self._one
        try:
            return Fraction(text2num(" ".join(said), self.language.code))
        except ValueError:
            return None

    def _fraction(self, words: Words) -> Fraction | None:
        """ "half", "a third", "three quarters", "half of a" before what it is a half of."""
        said = list(words)
        while len(said) > 1 and said[-1] in self._named("in between"):
            said.pop()
        size = self._parts.get(said[-1]) if said else None
        if size is None:
            return None
        count = tuple(said[:-1])
        if not count or (len(count) == 1 and count[0] in self._named("one")):
            return Fraction(1, size)
        number = self._counted(count)
        return None if number is None else number / size

    def _decimal(self, words: Words) -> Fraction | None:
        """ "twelve point seven five"."""
        (point,) = self._named("point")
        if words.count(point) != 1:
            return None
        place = words.index(point)
        whole = self._counted(words[:place]) if place else Fraction(0)
        digits = [self._counted((word,)) for word in words[place + 1 :]]
        if whole is None or not digits or any(digit is None or not 0 <= digit <= 9 for digit in digits):
            return None
        return Fraction(f"{whole}.{''.join(str(digit) for digit in digits)}")

    def _mixed(self, words: Words) -> Fraction | None:
        """ "two and a half", "three and three quarters"."""
        for place, word in enumerate(words):
            if word in self._named("and"):
                whole, more = self._counted(words[:place]), self._fraction(words[place + 1 :])
                if whole is not None and more is not None and more < 1:
                    return whole + more
        return None

    def _scaled(self, words: Words) -> Fraction | None:
        """ "3.5 million", "half a dozen", "a dozen"."""
        scale = self._scales.get(words[-1])
        if scale is None:
            return None
        before = words[:-1]
        if not before or (len(before) == 1 and before[0] in self._named("one")):
            return Fraction(scale)
        value = self._unsigned(before)
        return None if value is None else value * scale

    @cached_property
    def _words(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, text in self.language.pairs("numbers"):
            found[name] = f"{found[name]} {text}" if name in found else text
        return found

    def _named(self, name: str) -> list[str]:
        return self._words[name].split()

    def _under(self, first: str) -> dict[str, str]:
        return {
            name.removeprefix(first): text for name, text in self._words.items() if name.startswith(first)
        }

    @cached_property
    def _one(self) -> str:
        return self._named("one")[-1]

    @cached_property
    def _scales(self) -> dict[str, int]:
        return {word: int(text) for word, text in self._under("scale ").items()}

    @cached_property
    def _parts(self) -> dict[str, int]:
        return {word: int(text) for word, text in self._under("part ").items()}

    @cached_property
    def _same(self) -> dict[str, str]:
        return self._under("same ")
