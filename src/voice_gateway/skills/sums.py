"""Sums in words: "17 percent of 250", "the square root of 144", "seven plus eight minus three"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from voice_gateway.saying import capitalised
from voice_gateway.skills.arithmetic import ByZero, NoRoot, TooLarge, Value, work_out
from voice_gateway.skills.language import Language, Words, mended
from voice_gateway.skills.numbers import Numbers
from voice_gateway.skills.patterns import Pattern, Slots, read_patterns
from voice_gateway.skills.rounding import said_number

LONGEST = 40
"""A sum of more words than this is not for speech."""


@dataclass(frozen=True)
class Sum:
    """What was worked out, and how it is read back."""

    value: Value
    said: str
    operation: str = ""


@dataclass(frozen=True)
class Sums:
    """The sums that can be asked in one language."""

    language: Language
    numbers: Numbers

    def answer(self, words: Words) -> str | None:
        """The answer to a sum; None when the words are none."""
        said = mended(words, self.known)
        if len(said) > LONGEST or any(word not in self.known and not _is_number(word) for word in said):
            return None
        money = {word for word in said if word in self._asking["money"]}
        if len(money) > 1:
            return None
        plain = tuple(word for word in said if word not in money)
        try:
            reading = _Reading(self, [one for one in self.patterns if one.literals <= set(plain)])
            found = next(filter(None, map(reading.sum, self.cores(plain))), None)
        except ByZero:
            return self.language.answer("by zero")
        except NoRoot:
            return self.language.answer("no root")
        except (TooLarge, OverflowError):
            return self.language.answer("too large")
        return None if found is None else self._told(found, *money)

    def cores(self, words: Words) -> Iterator[Words]:
        """The words without those that only ask, fewer and fewer of which are taken off."""
        before = next((i for i, word in enumerate(words) if word not in self._asking["before"]), len(words))
        behind = next(
            (i for i, word in enumerate(reversed(words)) if word not in self._asking["after"]), len(words)
        )
        for start in range(before, -1, -1):
            for end in range(behind, -1, -1):
                if start + end < len(words):
                    yield words[start : len(words) - end]

    def said(self, value: Value) -> str:
        return said_number(value.number, self.language, decimals=2, exact_decimals=4 if value.exact else 0)

    def _told(self, found: Sum, *money: str) -> str:
        value = " ".join([self.said(found.value), *money])
        if "{value}" in found.said:
            return f"{capitalised(found.said.format(value=value))}."
        return capitalised(self.language.answer("sum", sum=found.said, value=value))

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        return tuple(
            pattern
            for operation, line in self.language.pairs("arithmetic")
            for pattern in read_patterns(operation, line)
        )

    @cached_property
    def read_back(self) -> dict[str, str]:
        return dict(self.language.pairs("sums"))

    @cached_property
    def _asking(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for name, text in self.language.pairs("asking"):
            found.setdefault(name, set()).update(text.split())
        return {name: frozenset(words) for name, words in found.items()}

    @cached_property
    def asking(self) -> frozenset[str]:
        """The words that only ask."""
        return frozenset[str]().union(*self._asking.values())

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that a sum can be asked with."""
        literals = (pattern.literals for pattern in self.patterns)
        return self.numbers.known.union({",", "(", ")"}, self.asking, *literals)


@dataclass
class _Reading:
    """One attempt to read a sum; what a run of words says is worked out once."""

    sums: Sums
    patterns: Sequence[Pattern]
    """Those that can fit anywhere in the sentence."""

    _seen: dict[Words, Sum | None] = field(default_factory=dict)

    def sum(self, words: Words) -> Sum | None:
        """A sum that is more than a number by itself."""
        found = self._expression(words)
        return found if found and found.operation else None

    def _expression(self, words: Words) -> Sum | None:
        if words not in self._seen:
            self._seen[words] = None  # a run of words is never a part of itself
            self._seen[words] = self._read(words)
        return self._seen[words]

    def _read(self, words: Words) -> Sum | None:
        if (number := self.sums.numbers.read(words)) is not None:
            return self._plain(number)
        for pattern in self.patterns:
            for slots in pattern.fits(words):
                if found := self._worked_out(pattern.meaning, slots):
                    return found
        return self._group(words)

    def _group(self, words: Words) -> Sum | None:
        bracketed = len(words) > 2 and words[0] == "(" and words[-1] == ")"
        return self._worked_out("group", {"a": words[1:-1]}) if bracketed else None

    def _worked_out(self, operation: str, slots: Slots) -> Sum | None:
        if "list" in slots:
            items = self._list(slots["list"])
            if items is None:
                return None
            between = self.sums.read_back.get(f"between {operation}", "")
            told = {"list": f" {between} ".join(item.said for item in items)}
        else:
            read = {name: self._slot(name, slots[name]) for name in _ORDER if name in slots}
            items = [item for item in read.values() if item]
            if len(items) < len(slots):
                return None
            told = {_SAID_AS.get(name, name): item.said for name, item in read.items() if item}
        value = work_out(operation, [item.value for item in items])
        template = self.sums.read_back[operation]
        return Sum(value, template.format(**told, value="{value}"), operation)

    def _slot(self, name: str, words: Words) -> Sum | None:
        numbers = self.sums.numbers
        if name in ("a", "b"):
            return self._expression(words)
        if name in ("number", "ordinal"):
            number = numbers.read(words) if name == "number" else numbers.ordinal(words)
            return self._group(words) if number is None else self._plain(number)
        number = numbers.part(words)
        if number is None or (name == "percent" and words[-1] not in numbers.percent):
            return None
        return Sum(Value(number), " ".join(words))

    def _plain(self, number: Fraction) -> Sum:
        return Sum(Value(number), self.sums.said(Value(number)))

    def _list(self, words: Words) -> list[Sum] | None:
        """ "3, 4 and 5": the first item takes as many words as it can, for numbers have "and" in them."""
        separators = self.sums.read_back["separators"].split()
        for place in range(len(words) - 1, 0, -1):
            if words[place] not in separators or words[place - 1] in separators:
                continue
            first = self._expression(words[:place])
            rest = words[place + 1 :]
            while rest and rest[0] in separators:
                rest = rest[1:]
            others = self._list(rest) or [item for item in (self._expression(rest),) if item]
            if first and others:
                return [first, *others]
        return None


_ORDER = ("percent", "part", "number", "a", "b", "ordinal")
_SAID_AS = {"percent": "part", "number": "a", "ordinal": "b"}


def _is_number(word: str) -> bool:
    return word[0].isdigit() or word[0] == "."
