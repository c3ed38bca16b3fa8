"""The operations of arithmetic, on fractions, so that what is exact stays exact; and their limits."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

MOST_DIGITS = 300
"""Numbers with more digits than this are not worked out."""

_MOST_FACTORIAL = 150


class ByZero(ArithmeticError):
    """Something was to be divided by zero."""


class NoRoot(ArithmeticError):
    """The root of a negative number."""


class TooLarge(ArithmeticError):
    """A number nobody could say."""


@dataclass(frozen=True)
class Value:
    """A number, and whether it is exactly that."""

    number: Fraction
    exact: bool = True


def work_out(operation: str, values: Sequence[Value]) -> Value:
    """Raises `ByZero`, `NoRoot` or `TooLarge` where there is no number to give."""
    numbers = [value.number for value in values]
    result, exact = _OPERATIONS[operation](*numbers)
    if abs(result) >= 10**MOST_DIGITS or result.denominator >= 10**MOST_DIGITS:
        raise TooLarge
    return Value(result, exact and all(value.exact for value in values))


Result = tuple[Fraction, bool]


def _sum(*numbers: Fraction) -> Result:
    return sum(numbers, Fraction(0)), True


def _product(*numbers: Fraction) -> Result:
    result = Fraction(1)
    for number in numbers:
        result *= number
    return result, True


def _quotient(a: Fraction, b: Fraction) -> Result:
    if b == 0:
        raise ByZero
    return a / b, True


def _remainder(a: Fraction, b: Fraction) -> Result:
    if b == 0:
        raise ByZero
    return a % b, True


def _power(a: Fraction, b: Fraction) -> Result:
    if a == 0 and b < 0:
        raise ByZero
    largest = max(abs(a.numerator), a.denominator)
    if largest > 1 and abs(b) * math.log10(largest) > MOST_DIGITS:
        raise TooLarge
    if b.denominator == 1:
        return a ** int(b) if largest > 1 else a ** (int(b) % 2 + 2 * (b > 0)), True
    if a < 0:
        raise NoRoot
    return Fraction(float(a) ** float(b)), False


def _root(a: Fraction, degree: int) -> Result:
    if a < 0:
        if degree % 2 == 0:
            raise NoRoot
        root, exact = _root(-a, degree)
        return -root, exact
    top, bottom = (_whole_root(part, degree) for part in (a.numerator, a.denominator))
    found = Fraction(top, bottom)
    if found**degree == a:
        return found, True
    return Fraction(float(a) ** (1 / degree)), False


def _whole_root(number: int, degree: int) -> int:
    """The whole number nearest to the root; digits beyond those of a float do not count."""
    if degree == 2:
        return math.isqrt(number)
    return max(1, round(number ** (1 / degree))) if number else 0


def _factorial(a: Fraction) -> Result:
    if a.denominator != 1 or not 0 <= a <= _MOST_FACTORIAL:
        raise TooLarge
    return Fraction(math.factorial(int(a))), True


_OPERATIONS: dict[str, Callable[..., Result]] = {
    "plus": _sum,
    "sum": _sum,
    "minus": lambda a, b: (a - b, True),
    "difference": lambda a, b: (abs(a - b), True),
    "times": _product,
    "product": _product,
    "over": _quotient,
    "remainder": _remainder,
    "power": _power,
    "square": lambda a: _power(a, Fraction(2)),
    "cube": lambda a: _power(a, Fraction(3)),
    "root": lambda a: _root(a, 2),
    "cube root": lambda a: _root(a, 3),
    "twice": lambda a: (2 * a, True),
    "three times": lambda a: (3 * a, True),
    "of": _product,
    "off": lambda part, a: (a - part * a, True),
    "more": lambda part, a: (a + part * a, True),
    "share": lambda a, b: _quotient(100 * a, b),
    "average": lambda *numbers: (sum(numbers, Fraction(0)) / len(numbers), True),
    "factorial": _factorial,
    "group": lambda a: (a, True),
}
