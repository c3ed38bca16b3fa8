"""Units as people call them, and what one is in another."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from voice_gateway.skills.sizes import Size, size_of

if TYPE_CHECKING:
    from voice_gateway.skills.language import Language, Words


@dataclass(frozen=True)
class Unit:
    """One unit that a word can mean."""

    size: Size
    one: str
    many: str
    label: str = ""
    """What sets it apart from others of its name: "imperial", "US"."""


@dataclass(frozen=True)
class Units:
    """The unit words of one language."""

    language: Language

    def read(self, words: Words) -> tuple[Unit, ...]:
        """All units that the words can mean: none when they name no unit."""
        if words in self._named:
            return self._named[words]
        label = self._labels.get(words[0], "") if words else ""
        if label:
            return tuple(unit for unit in self.read(words[1:]) if unit.label == label)
        for word, power in (("square", 2), ("cubic", 3)):
            if len(words) > 1 and words[0] in self.forms(word):
                spoken = self.forms(word)[0]
                return tuple(
                    Unit(unit.size**power, f"{spoken} {unit.one}", f"{spoken} {unit.many}")
                    for unit in self.read(words[1:])
                )
        return self._ratio(words)

    def _ratio(self, words: Words) -> tuple[Unit, ...]:
        """ "litres per minute"."""
        per = self.forms("per")[0]
        if per not in words[1:]:
            return ()
        place = words.index(per)
        return tuple(
            Unit(
                top.size / bottom.size,
                f"{top.one} {per} {bottom.one}",
                f"{top.many} {per} {bottom.one}",
                top.label or bottom.label,
            )
            for top in self.read(words[:place])
            for bottom in self.read(words[place + 1 :])
        )

    def forms(self, word: str) -> list[str]:
        """The ways to say a word that is used with units."""
        return self._settings[f"word {word}"].split()

    def smaller(self, unit: Unit) -> tuple[Unit, ...]:
        """What a number after this unit is meant in: inches after feet."""
        name = self._settings.get(f"then {unit.one}")
        return self.read((name,)) if name else ()

    def usual_for(self, into: Unit) -> tuple[Unit, ...]:
        """What a number without a unit is in, where it is asked for in this one: Celsius for Fahrenheit."""
        name = self._settings.get(f"bare {into.one}")
        return self.read((name,)) if name else ()

    def fact(self, many: Unit, one: Unit) -> str | None:
        """What is to be said where there is no one number."""
        return self._settings.get(f"fact {many.one} {one.one}")

    @cached_property
    def known(self) -> frozenset[str]:
        names = {word for words in self._named for word in words}
        forms = {word for name in ("square", "cubic", "per", "each", "and") for word in self.forms(name)}
        return frozenset(names | forms | set(self._labels))

    @cached_property
    def _named(self) -> dict[Words, tuple[Unit, ...]]:
        found: dict[Words, tuple[Unit, ...]] = {}
        said: dict[str, Unit] = {}
        for line in self.language.lines("units"):
            written, _, meant = line.partition(" = ")
            one, many, *others = written.split(" | ")
            units = [
                said.setdefault(name.strip(), Unit(size_of(name.strip()), one, many, label.strip("] ")))
                for name, _, label in (unit.partition("[") for unit in meant.split(","))
            ]
            for way in (one, many, *others):
                found[self.language.words(way)] = tuple(units)
        return found

    @cached_property
    def _labels(self) -> dict[str, str]:
        return {
            word: name.removeprefix("label ")
            for name, text in self._settings.items()
            if name.startswith("label ")
            for word in text.split()
        }

    @cached_property
    def _settings(self) -> dict[str, str]:
        return dict(self.language.pairs("conversions"))


def same_kind(one: Unit, other: Unit) -> bool:
    """Whether both measure the same thing."""
    return one.size.of == other.size.of


def converted(amount: Fraction, unit: Unit, into: Unit) -> Fraction:
    """How many of the second unit so many of the first are; both must measure the same thing."""
    return (amount * unit.size.amount + unit.size.zero - into.size.zero) / into.size.amount
