"""Numbers as an answer says them: exact where that is short, otherwise "about" so much."""

from fractions import Fraction

from voice_gateway.skills.language import Language

_LARGEST = 10**15
"""Numbers beyond this are said by their power of ten."""

_DIGITS = 3

_SAME = Fraction(1, 10**9)
"""What differs by less than this share differs only by the way it was worked out."""


def said_number(number: Fraction, language: Language, *, decimals: int, exact_decimals: int) -> str:
    """ "1,200", "12.5", "about 8.05": exact if that takes no more than so many decimals; otherwise rounded to
    three digits, yet never to tens, and to at least the given decimals."""
    if abs(number) >= _LARGEST:
        return _scientific(number, language)
    exact = _rounded(number, exact_decimals)
    if abs(exact - number) <= _SAME * abs(number):
        return _written(exact)
    rounded = _rounded(number, max(decimals, _places(number, _DIGITS)))
    return language.answer("about", number=_written(rounded))


def said_measure(number: Fraction, language: Language) -> str:
    """As much of a number as one measures: "15.24", "about 188"."""
    return said_number(number, language, decimals=0, exact_decimals=min(2, _places(number, _DIGITS + 1)))


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
