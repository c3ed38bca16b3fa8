"""Numbers as they are said aloud."""

from voice_gateway.number_words import LARGEST, ONES, cardinal, digits


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
