"""Numbers as words."""

from voice_gateway.number_words import ONES, TENS

_GROUPS = ("", "thousand", "million", "billion", "trillion")
_IRREGULAR = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
LARGEST = 10**15 - 1


def cardinal(number: int) -> str:
    """ "twenty-one", "one hundred and five"; numbers beyond all use are spelt digit by digit."""
    if number < 0:
        return f"minus {cardinal(-number)}"
    if number > LARGEST:
        return digits(str(number))
    if number < 1000:
        return _below_thousand(number)
    parts = []
    group = 0
    while number:
        number, part = divmod(number, 1000)
        if part:
            parts.append(f"{_below_thousand(part)} {_GROUPS[group]}".strip())
        group += 1
    return " ".join(reversed(parts))


def ordinal(number: int) -> str:
    """ "first", "twenty-third"."""
    words = cardinal(number)
    head, separator, last = words.rpartition("-" if "-" in words.split()[-1] else " ")
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    else:
        last = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return f"{head}{separator}{last}"


def digits(text: str) -> str:
    """Each digit by itself: "zero four two"."""
    return " ".join(ONES[int(digit)] for digit in text)


def numeral(text: str) -> str:
    """What is written in digits, however many they are."""
    return cardinal(int(text)) if len(text) <= len(str(LARGEST)) else digits(text)


def decimal(whole: str, fraction: str) -> str:
    """ "twenty-one point five"."""
    return f"{numeral(whole or '0')} point {digits(fraction)}"


def year(number: int) -> str:
    """ "nineteen eighty-four", "twenty twenty-six", "two thousand and one"."""
    century, rest = divmod(number, 100)
    if 2000 <= number <= 2009:
        return cardinal(2000) + (f" and {ONES[rest]}" if rest else "")
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} {'oh ' if rest < 10 else ''}{cardinal(rest)}"


def clock(hour: int, minute: int) -> str:
    """ "seven thirty", "nine oh five", "twelve o'clock"."""
    if minute == 0:
        return f"{cardinal(hour)} o'clock" if hour <= 12 else f"{cardinal(hour)} hundred hours"
    return f"{cardinal(hour)} {'oh ' if minute < 10 else ''}{cardinal(minute)}"


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    small = ONES[rest] if rest < 20 else TENS[rest // 10 - 2] + (f"-{ONES[rest % 10]}" if rest % 10 else "")
    if not hundreds:
        return small
    return f"{ONES[hundreds]} hundred" + (f" and {small}" if rest else "")
