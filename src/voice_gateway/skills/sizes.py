"""How large units are, in exact numbers."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from voice_gateway import languages


@dataclass(frozen=True)
class Size:
    """So many of what is measured by nothing else."""

    amount: Fraction
    of: frozenset[tuple[str, int]]
    """Each with its power: metres and (seconds, -1) for a speed. Sizes of the same kind have the same."""

    zero: Fraction = Fraction(0)
    """Where the count begins."""

    def __mul__(self, other: "Size") -> "Size":
        powers = Counter(dict(self.of))
        powers.update(dict(other.of))
        return Size(self.amount * other.amount, frozenset(one for one in powers.items() if one[1]))

    def __pow__(self, power: int) -> "Size":
        return Size(self.amount**power, frozenset((base, each * power) for base, each in self.of))

    def __truediv__(self, other: "Size") -> "Size":
        return self * other**-1


def size_of(written: str) -> Size:
    """Of a unit, or of one by another: "kilometer / hour"."""
    top, _, bottom = written.partition(" / ")
    return _sizes()[top] / _sizes()[bottom] if bottom else _sizes()[top]


@cache
def _sizes() -> Mapping[str, Size]:
    found: dict[str, Size] = {}
    for line in languages.lines("skills/sizes", "every"):
        name, _, meant = line.partition(" = ")
        found[name] = _read(meant, found) if meant else Size(Fraction(1), frozenset({(name, 1)}))
    return found


def _read(meant: str, known: Mapping[str, Size]) -> Size:
    measured, _, zero = meant.partition(" from ")
    amount, *units = measured.split()
    size = Size(Fraction(amount), frozenset())
    for unit in units:
        name, _, power = unit.partition("^")
        size *= known[name] ** int(power or 1)
    return Size(size.amount, size.of, Fraction(zero or 0))
