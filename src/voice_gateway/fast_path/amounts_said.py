"""Holds the amounts of a wish against those of its sentence: none is added, and none is lost."""

import re
from collections.abc import Mapping
from dataclasses import replace

from voice_gateway.wishes import Step, Verb, Wish
from voice_gateway.wishes.verbs import MEASURED

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_DIGITS = re.compile(r"\d+")
_IN_PIECES = re.compile(r"\b\d(?: \d\d| 0 \d)\b")
"""A number of three digits as it is often said."""
_WORDS_FOR = {
    50.0: ("half", "halfway"),
    100.0: ("full", "max", "maximum", "fully", "all", "right", "top"),
    1.0: ("min", "minimum", "a", "one"),
    0.0: ("off", "zero", "nothing"),
}
_BY = r"(?:by|add|another|extra|plus|minus|increase|decrease|knock|shave|lower|raise|lift|reduce)"
"""Whoever says one of these with an amount, and no "to", says by how much."""
_MORE = (
    r"(?:more|less|extra|up|down|brighter|dimmer|darker|lighter|warmer|hotter|cooler|colder|higher|lower"
    r"|faster|slower)"
)
_RELATIVE = re.compile(
    rf"\b{_BY}\b(?:(?!\b(?:to|at)\b)[^,;])*?(?P<behind>\d+(?:\.\d+)?)"
    rf"|(?P<before>\d+(?:\.\d+)?)(?: percent| degrees| fahrenheit)? {_MORE}\b"
    r"|\b(?:up|down) (?P<moved>\d+(?:\.\d+)?)\b"
)
_BELOW_NOUGHT = re.compile(r"\b(?:to|at) (?:minus |-)\d")
"""A temperature, and not by how much it is changed."""
_TIMES = re.compile(r"\b(?P<times>\d+(?:\.\d+)?) times\b|\b(?P<as>half|twice) as\b")
_MOST = re.compile(
    r"\b(?:as (?:bright|loud|high|fast|strong) as|brightest|loudest|highest|fastest|full|max(?:imum)?)\b"
)
_LEAST = re.compile(
    r"\b(?:as (?:dim|dark|low|quiet|slow|soft) as|dimmest|darkest|lowest|quietest|slowest|min(?:imum)?)\b"
)
_AMOUNT = re.compile(r"\b\d+(?:\.\d+)? (?:percent|degrees?|fahrenheit)\b")


_KELVIN = re.compile(r"\b(?P<number>\d+(?:\.\d+)?) ?(?:kelvins?|k)\b")
_FAHRENHEIT = re.compile(r"\bfahrenheit\b|\df\b|\bf\b")
_WHITES = frozenset({Verb.WHITE, Verb.COLOR})

_LESS = re.compile(
    r"\b(?:less|down|dimmer|darker|cooler|colder|lower|slower|minus|decrease|knock|shave|reduce)\b"
)
_APART = re.compile(r",|\band\b")


def as_moved(wish: Wish, said: str) -> Wish:
    """With the amounts by which something is to be changed, where they were written as amounts to set."""
    moved: dict[float, set[bool]] = {}
    for match in _RELATIVE.finditer(said):
        clause = _APART.split(said[: match.start()])[-1] + match[0]
        for number in filter(None, match.groups()):
            moved.setdefault(float(number), set()).add(bool(_LESS.search(clause)))
    parts = tuple(_moved(part, moved) if isinstance(part, Step) else part for part in wish.parts)
    return wish if parts == wish.parts else replace(wish, parts=parts)


def _moved(step: Step, moved: Mapping[float, set[bool]]) -> Step:
    value = step.value
    if (
        value is None
        or value.number is None
        or value.by
        or value.times
        or step.verb not in MEASURED | {Verb.SPEED}
    ):
        return step
    ways = moved.get(value.number, set())
    if len(ways) != 1:
        return step
    (less,) = ways
    if step.verb is Verb.TEMPERATURE:
        return replace(step, verb=Verb.COOLER if less else Verb.WARMER)
    verb = Verb.LEVEL if step.verb is Verb.SET else step.verb
    return replace(
        step, verb=verb, value=replace(value, number=-value.number if less else value.number, by=True)
    )


def amounts_are_told(wish: Wish, said: str, last: Wish | None) -> bool:
    """Whether every amount of the wish stands in the sentence, perhaps digit by digit: "one eighty"."""
    in_pieces = {float("".join(_DIGITS.findall(match[0]))) for match in _IN_PIECES.finditer(_as_digits(said))}
    return _numbers(wish) <= _told(said, last) | in_pieces and _units_fit(wish, said, last)


def amounts_fit(wish: Wish, said: str, last: Wish | None) -> bool:
    """Whether every amount of the wish stands in the sentence, as one to set or as one by which to change."""
    if not (_ends_fit(wish, said) and _units_fit(wish, said, last)):
        return False
    told = _told(said, last)
    if _BELOW_NOUGHT.search(said) and any(step.value and step.value.by for step in wish.steps):
        return False
    moved = {float(number) for match in _RELATIVE.finditer(said) for number in match.groups() if number}
    for step in wish.steps:
        value = step.value
        if value is None or value.number is None or value.times:
            continue
        number = abs(value.number)
        relative = value.by or step.verb in (Verb.WARMER, Verb.COOLER)
        if number not in told or (number in moved and not relative):
            return False
    return True


def _units_fit(wish: Wish, said: str, last: Wish | None) -> bool:
    """Whether no degree is taken for one of another scale, and no white for a temperature."""
    kelvin = {float(match["number"]) for match in _KELVIN.finditer(said)}
    named = bool(_FAHRENHEIT.search(said)) or any(
        step.value and step.value.fahrenheit for step in (last.steps if last else ())
    )
    for step in wish.steps:
        value = step.value
        if value and (
            (value.fahrenheit and not named) or (value.number in kelvin and step.verb not in _WHITES)
        ):
            return False
    return True


def _told(said: str, last: Wish | None) -> set[float]:
    told = {float(number) for number in _NUMBER.findall(said)} | _numbers(last)
    return told | {number for number, words in _WORDS_FOR.items() if {*words} & {*said.split()}}


def _as_digits(said: str) -> str:
    return re.sub(r"\b(?:oh|one)\b", lambda word: "0" if word[0] == "oh" else "1", said)


def _ends_fit(wish: Wish, said: str) -> bool:
    """Whether "as bright as it goes" is not the least, nor "as low as it goes" the most."""
    most, least = bool(_MOST.search(said)), bool(_LEAST.search(said))
    ends = {step.value.word for step in wish.steps if step.value}
    return most == least or ("min" if most else "max") not in ends


def times_fit(wish: Wish, said: str) -> bool:
    """ "A third of what it is" is no number by itself, and of what is there."""
    told = {
        float(match["times"] or {"half": 0.5, "twice": 2}[match["as"]]) for match in _TIMES.finditer(said)
    }
    meant = {step.value.number if step.value.times else None for step in wish.steps if step.value}
    return not told or told == meant


def _numbers(wish: Wish | None) -> set[float]:
    steps = wish.steps if wish else ()
    return {abs(step.value.number) for step in steps if step.value and step.value.number is not None}


def loses_the_amount(wish: Wish, said: str) -> bool:
    """Whether it was said how much, and nothing is left of that."""
    return bool(wish.steps and not wish.is_for_later and _AMOUNT.search(said) and not _numbers(wish))
