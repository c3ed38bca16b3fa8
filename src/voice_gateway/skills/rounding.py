"""Numbers as an answer says them: exact where that is short, otherwise "about" so much."""

from fractions import Fraction

from voice_gateway.skills.language import Language

_MOST_DECIMALS = 4
"""An exact number with more decimals than this is rounded all the same."""

_LARGEST = 10**15
"""Whole numbers beyond this are said by their power of ten."""

_SAME = Fraction(1, 10**9)
"""What differs by less than this share differs only by the way it was worked out."""


def said_number(
    number: Fraction, language: Language, *, exact: bool = True, digits: int = 3, decimals: int = 0
) -> str:
    """ "1,200", "12.5", "about 8.05": rounded to so many digits, yet never to tens, and to at least so many
    decimals."""
    if abs(number) >= _LARGEST:
        return _scientific(number, language)
    short = _rounded(number, _MOST_DECIMALS)
    if exact and short == number:
        return _written(short)
    places = max(decimals, _places(number, digits))
    rounded = _rounded(number, places)
    if abs(rounded - number) <= _SAME * abs(number):
        return _written(rounded)
    return language.answer("about", number=_written(rounded))


def _places(number: Fraction, digits: int) -> int:
    """How many decimals leave so many digits that count."""
    places, size = digits - 1, abs(number)
    while size >= 10 and places > 0:
        size /= 10
        places -= 1
    while 0 < size < 1 and places < 30:
        size *= 10
        places += 1
    return places


def _rounded(number: Fraction, places: int) -> Fraction:
    """Halves go away from zero, as people round."""
    scaled = abs(number) * 10**places + Fraction(1, 2)
    return Fraction(int(scaled), 10**places) * (1 if number >= 0 else -1)


def _written(number: Fraction) -> str:
    """All decimals of a number that has only few."""
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
    whole = abs(int(number * 10**places))
    if not places:
        text = f"{whole:,}"
    else:
        head, tail = divmod(whole, 10**places)
        text = f"{head:,}.{tail:0{places}d}"
    return f"-{text}" if number < 0 else text


def _scientific(number: Fraction, language: Language) -> str:
    power = len(str(int(abs(number)))) - 1
    return language.answer("scientific", number=_written(_rounded(number / 10**power, 2)), power=power)
