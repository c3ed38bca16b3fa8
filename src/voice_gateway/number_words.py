"""The words that numbers are counted with, and numbers in these words."""

from typing import Final

ONES: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
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


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    small = ONES[rest] if rest < 20 else TENS[rest // 10 - 2] + (f"-{ONES[rest % 10]}" if rest % 10 else "")
    if not hundreds:
        return small
    return f"{ONES[hundreds]} hundred" + (f" and {small}" if rest else "")
