"""What words say about days.

Holidays are those of `tools.dates`, so that a plan and the answer to "when is Christmas?" agree.
"""

from calendar import monthrange
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from voice_gateway.errors import ToolError
from voice_gateway.saying import WEEKDAYS
from voice_gateway.times.moments import Day, Days, Part, Weekdays
from voice_gateway.times.rewriting import Fit
from voice_gateway.times.when import DAILY, DAY, WEEKEND, WORKDAYS


def _without(named: Days, spared: Day | Days) -> Days | None:
    out = spared.days if isinstance(spared, Days) else {day for day in DAILY if WEEKDAYS[day] == spared.day}
    if named.other:
        return replace(named, days=frozenset())  # nobody can tell which of them that leaves
    left = named.days - out
    return Days(left, named.part) if left and left != named.days else None


_SCHOOL_NIGHTS: Final = frozenset({6, 0, 1, 2, 3})
"""The nights before a day of school."""

_WEEKDAYS: Final[dict[str, Callable[..., Weekdays]]] = {
    "weekday": lambda day: Weekdays((day,)),
    "mondays": lambda day: Weekdays((day,), again=True),
    "range": lambda first, last: Weekdays(_from_to(first, last), again=True),
    "both": lambda some, more: Weekdays((*some.days, *more.days), some.again or more.again),
}
_DAYS: Final[dict[str, Callable[..., Days | None]]] = {
    "all": lambda: Days(DAILY),
    "other": lambda: Days(DAILY, other=True),
    "other part": lambda part: Days(DAILY, part, other=True),
    "workdays": lambda: Days(WORKDAYS),
    "weekend": lambda: Days(WEEKEND),
    "these": lambda named: Days(frozenset(named.days)),
    "workday part": lambda part: Days(WORKDAYS, part),
    "these part": lambda named, part: Days(frozenset(named.days), part),
    "every part": lambda part: Days(DAILY, part),
    "so many": lambda _, part, __, named: Days(frozenset(named.days), part),
    "once": lambda span: Days(DAILY) if span.seconds == DAY else None,
    "school": lambda part: Days(_SCHOOL_NIGHTS if part in ("evening", "night") else WORKDAYS, part),
    "but": _without,
    "all but": lambda spared: _without(Days(DAILY), spared),
    "never": lambda spared: _without(Days(DAILY), spared) if isinstance(spared, Days) else None,
}
_PARTS: Final[dict[str, Callable[..., Part]]] = {
    "in the": Part,
    "this": lambda name: Part(name, today=True),
    "early": lambda: Part("early"),
    "after meal": lambda meal: Part(f"after {meal}"),
    "before meal": lambda meal: Part(f"before {meal}"),
    "bare": lambda name: Part(name, sure=False),
}


def weekdays(fit: Fit) -> Weekdays:
    return _WEEKDAYS[fit.meaning](*fit.values)


def days(fit: Fit) -> Days | None:
    """Days that come again; "three evenings" are a length."""
    counted = len(fit.words) == 1 and bool(fit.before) and "<n>" in fit.before[-1].slots
    if fit.meaning == "every part" and counted:
        return None
    return _DAYS[fit.meaning](*fit.values)


def part(fit: Fit) -> Part | None:
    if fit.text_after() in fit.language.listed["roomish"]:
        return None  # "in the morning room" is a place
    return _PARTS[fit.meaning](*fit.values)


def nth(fit: Fit) -> int | None:
    """A place in a month; "twenty first" is 20 and 1."""
    if fit.meaning == "sum" and (fit.values[0] not in (20, 30) or fit.values[1] > 9):
        return None
    place = sum(fit.values)
    return int(place) if 1 <= place <= 31 else None


def day(fit: Fit, today: date) -> Day | Days | None:
    """One day, as it is meant today."""
    if fit.words[0].text in fit.language.listed["on"] and _is_particle(fit):
        return None
    if fit.meaning == "of month" and fit.text_after() in fit.language.listed["counted"]:
        return None  # "on the first floor" is a place
    if fit.meaning == "holiday" and not _is_dated(fit):
        return None  # "the christmas tree" is a thing
    said: dict[str, Callable[..., Day | Days | None]] = {
        "near": Day,
        "after tomorrow": lambda: Day((today + timedelta(days=2)).isoformat()),
        "weekday": lambda named: _weekday(named, sure=len(fit.words) > 1),
        "next": lambda named: _next(named, today),
        "iso": lambda text: _found(text, today),
        "date": lambda number, month: _date(int(number), month, today),
        "month first": lambda month, number: _date(int(number), month, today),
        "of month": lambda number: _of_month(number, today),
        "holiday": lambda: _found(" ".join(word.text for word in fit.words), today),
    }
    return said[fit.meaning](*fit.values)


def _is_dated(fit: Fit) -> bool:
    """Whether a holiday is the day of something: "on easter monday", "christmas morning"."""
    listed = fit.language.listed
    return fit.words[0].text in listed["on"] or fit.text_after() in listed["dated"]


def _weekday(named: Weekdays, *, sure: bool) -> Day | Days:
    if named.again or len(named.days) > 1:
        return Days(frozenset(named.days))
    return Day(WEEKDAYS[named.days[0]], sure)


def _next(named: Weekdays, today: date) -> Day | Days:
    """ "Next friday", which on a Friday is the one in a week."""
    meant = _weekday(named, sure=True)
    if named.days[0] != today.weekday() or isinstance(meant, Days):
        return meant
    return Day((today + timedelta(days=7)).isoformat())


def _found(text: str, today: date, *, sure: bool = True) -> Day | None:
    from voice_gateway.tools.dates import find_date

    try:
        return Day(find_date(text, today).day.isoformat(), sure)
    except ToolError:
        return None


def _date(number: int, month: int, today: date) -> Day | None:
    """The next such day; a leap day may be some years away."""
    from voice_gateway.tools.dates import LEAP_YEARS_APART

    for year in range(today.year, today.year + LEAP_YEARS_APART + 1):
        if 1 <= number <= monthrange(year, month)[1] and date(year, month, number) >= today:
            return Day(date(year, month, number).isoformat())
    return None


def _of_month(number: int, today: date) -> Day | None:
    """In this month, or the next that has so many days."""
    for ahead in range(3):
        year, month = divmod(today.year * 12 + today.month - 1 + ahead, 12)
        if number <= monthrange(year, month + 1)[1] and date(year, month + 1, number) >= today:
            return Day(date(year, month + 1, number).isoformat())
    return None


def _from_to(first: int, last: int) -> tuple[int, ...]:
    return tuple((first + ahead) % 7 for ahead in range((last - first) % 7 + 1))


def _is_particle(fit: Fit) -> bool:
    """Whether "on" belongs to the verb: "turn the sauna on friday at six"."""
    said = [token.text for token in fit.before]
    verbs = [at for at, word in enumerate(said) if word in fit.language.listed["particles"]]
    return bool(verbs) and not set(said[verbs[-1] + 1 :]) & set(fit.language.listed["settled"])
