"""One unit in another: "5 miles in kilometres", "how many cups in a litre", "11 stone 4 in kilos"."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from voice_gateway.saying import capitalised
from voice_gateway.skills.language import Language, Words, mended
from voice_gateway.skills.numbers import Numbers
from voice_gateway.skills.patterns import Pattern, Slots, read_patterns
from voice_gateway.skills.rounding import said_measure
from voice_gateway.skills.sums import LONGEST, Sums
from voice_gateway.skills.units import Unit, Units, converted, same_kind


@dataclass(frozen=True)
class Amount:
    """So many of a unit; what "six foot two" says are two amounts."""

    number: Fraction
    unit: Unit


Quantity = tuple[Amount, ...]


@dataclass(frozen=True)
class Conversion:
    """A quantity in another unit."""

    quantity: Quantity
    into: Unit
    result: Fraction


@dataclass(frozen=True)
class Conversions:
    """The conversions that can be asked for in one language."""

    language: Language
    numbers: Numbers
    sums: Sums
    units: Units

    def answer(self, words: Words) -> str | None:
        """The quantity in the other unit; None when the words ask for no conversion."""
        said = mended(words, self._known)
        if len(said) > LONGEST or any(word not in self._known and not word[0].isdigit() for word in said):
            return None
        for slots in self._slots(said):
            into = self.units.read(slots["unit"])
            if quantities := [*self._quantities(slots["quantity"])] or [*self._bare(slots["quantity"], into)]:
                return self._told(quantities, into)
        return None

    def asked(self, words: Words) -> Iterator[tuple[Words, Words]]:
        """The quantity and the unit that the words ask for, as they are said."""
        for slots in self._slots(mended(words, self._known)):
            if any(self._quantities(slots["quantity"])):
                yield slots["quantity"], slots["unit"]

    def _slots(self, said: Words) -> Iterator[Slots]:
        """Every way in which the words ask for a unit."""
        for core in self.sums.cores(said):
            for pattern in self._patterns:
                yield from (slots for slots in pattern.fits(core) if self.units.read(slots["unit"]))

    def _bare(self, words: Words, into: tuple[Unit, ...]) -> Iterator[Quantity]:
        """ "180 in Fahrenheit": where only one other unit is usual, the number is meant in that."""
        number = self.numbers.read(words)
        if number is not None:
            yield from ((Amount(number, unit),) for each in into for unit in self.units.usual_for(each))

    def _quantities(self, words: Words) -> Iterator[Quantity]:
        """Every reading of "5 miles", "a cup", "six foot two"."""
        for unit_at, behind in product(range(1, len(words)), range(len(words), 1, -1)):
            number = self._number(words[:unit_at])
            if number is None or behind <= unit_at:
                continue
            for unit in self.units.read(words[unit_at:behind]):
                first = Amount(number, unit)
                for others in self._further(words[behind:], unit):
                    yield (first, *others)

    def _further(self, words: Words, larger: Unit) -> Iterator[Quantity]:
        """What comes after a first amount: nothing, "two", "and 4 ounces"."""
        if not words:
            yield ()
            return
        rest = words[1:] if words[0] in self.units.forms("and") else words
        number = self.numbers.read(rest)
        if number is not None:
            yield from ((Amount(number, unit),) for unit in self.units.smaller(larger)[:1])
        for quantity in self._quantities(rest):
            if same_kind(larger, quantity[0].unit):
                yield quantity

    def _number(self, words: Words) -> Fraction | None:
        if len(words) == 1 and words[0] in self.units.forms("each"):
            return Fraction(1)
        return self.numbers.read(words)

    def _told(self, quantities: list[Quantity], into: tuple[Unit, ...]) -> str:
        pairs = [(quantity, unit) for quantity in quantities for unit in into]
        alike = [(quantity, unit) for quantity, unit in pairs if same_kind(quantity[0].unit, unit)]
        if not alike:
            one, other = quantities[0][0].unit.many, into[0].many
            return capitalised(self.language.answer("different things", one=one, other=other))
        if (fact := self._fact(alike)) is not None:
            return fact
        # "Degrees" in Fahrenheit are those of Celsius, and an imperial pint is told in imperial ounces.
        other_unit = [pair for pair in alike if pair[0][0].unit != pair[1]] or alike
        done = [_convert(*pair) for pair in other_unit if _go_together(*pair)]
        return self._sentence(done) if done else self._sentence([_convert(*other_unit[0])])

    def _fact(self, pairs: list[tuple[Quantity, Unit]]) -> str | None:
        single = [(quantity[0], unit) for quantity, unit in pairs if len(quantity) == 1]
        facts = (self.units.fact(unit, amount.unit) for amount, unit in single if amount.number == 1)
        return next((fact for fact in facts if fact), None)

    def _sentence(self, done: list[Conversion]) -> str:
        """One clause for each reading; what is the same in all is said once."""
        labelled = not (len(done) > 1 and len({self._value(one) for one in done}) == 1)
        clauses: dict[str, list[str]] = {}
        for one in done:
            quantity = " ".join(self._amount(amount, labelled=labelled) for amount in one.quantity)
            unit = _called(one.into, single=self._value(one) == "1", labelled=labelled)
            told = clauses.setdefault(quantity, [])
            if (value := f"{self._value(one)} {unit}") not in told:
                told.append(value)
        either = f" {self.language.answer('or')} "
        sentences = [
            self.language.answer("conversion", quantity=quantity, value=either.join(values)).rstrip(".")
            for quantity, values in clauses.items()
        ]
        return f"{capitalised(', '.join(sentences))}."

    def _amount(self, amount: Amount, *, labelled: bool) -> str:
        number = said_measure(amount.number, self.language)
        return f"{number} {_called(amount.unit, single=amount.number == 1, labelled=labelled)}"

    def _value(self, conversion: Conversion) -> str:
        return said_measure(conversion.result, self.language)

    @cached_property
    def _patterns(self) -> tuple[Pattern, ...]:
        asked = [line for name, line in self.language.pairs("conversions") if name == "ask"]
        return tuple(pattern for line in asked for pattern in read_patterns("ask", line))

    @cached_property
    def _known(self) -> frozenset[str]:
        literals = (pattern.literals for pattern in self._patterns)
        return self.sums.asking.union(self.numbers.known, self.units.known, *literals)


def _convert(quantity: Quantity, into: Unit) -> Conversion:
    return Conversion(
        quantity, into, sum((converted(one.number, one.unit, into) for one in quantity), Fraction(0))
    )


def _go_together(quantity: Quantity, into: Unit) -> bool:
    """An imperial pint has imperial ounces, and a US pint has US ounces."""
    return len({unit.label for unit in (quantity[0].unit, into) if unit.label}) < 2


def _called(unit: Unit, *, single: bool, labelled: bool) -> str:
    name = unit.one if single else unit.many
    return f"{unit.label} {name}" if labelled and unit.label else name
