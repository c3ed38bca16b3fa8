"""Finds the day that a person means by “tomorrow”, “next Friday”, “Christmas” or “24 December”."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from voice_gateway.errors import ToolError
from voice_gateway.number_words import ONES, ordinal
from voice_gateway.saying import WEEKDAYS

_NUMBERS = {word: number for number, word in enumerate(ONES)} | {"a": 1, "an": 1}
_ORDINALS = {ordinal(number): number for number in range(1, 32)}
_IN_MONTH = re.compile(rf"\b(?:{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})\b".replace("-", "[ -]"))
LEAP_YEARS_APART = 8
"""At most, around a century; so far ahead a 29 February must be looked for."""

_DIGITS = 12
"""As many as leave every calendar behind."""

_UNITS = {"day": 1, "week": 7, "fortnight": 14}
_AWAY_FROM = re.compile(
    r"(?P<distance>\w+ (?:day|week|fortnight)s?|(?:week|fortnight)) (?P<way>from|after|before) "
    r"(?P<start>(?!now$|today$).+)"
)
_FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d %B %Y", "%B %d %Y", "%d %b %Y", "%b %d %Y")
_YEARLESS_FORMATS = ("%d %B", "%B %d", "%d %b", "%b %d")


class TooFar(ToolError):
    """The day is understood, and no calendar reaches it."""


@dataclass(frozen=True)
class NamedDay:
    name: str
    day: date


def find_date(text: str, today: date) -> NamedDay:
    """The day that is meant; a day without a year is the next one to come."""
    plain = re.sub(r"['’?!]", "", text.lower())
    plain = _IN_MONTH.sub(lambda match: str(_ORDINALS[match[0].replace(" ", "-")]), plain)
    spoken = " ".join(re.sub(r",|\b(the|of|on|day|this year)\b|(?<=\d)(st|nd|rd|th)\b", " ", plain).split())
    found = _found(spoken, today)
    if found is None:
        raise ToolError(f'I don\'t know which day "{text}" is. Say it like "24 December" or "next Friday".')
    return found


def _found(spoken: str, today: date) -> NamedDay | None:
    return (
        _relative(spoken, today)
        or _weekday(spoken, today)
        or _holiday(spoken, today)
        or _calendar(spoken, today)
    )


def days_away(day: date, today: date) -> str:
    distance = (day - today).days
    if distance in (0, 1, -1):
        return {0: "which is today", 1: "which is tomorrow", -1: "which was yesterday"}[distance]
    return f"in {distance} days" if distance > 0 else f"{-distance} days ago"


def easter(year: int) -> date:
    """Easter Sunday by the anonymous Gregorian computus."""
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    shift = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * shift + 114, 31)
    return date(year, month, day + 1)


def _nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth such weekday of a month; -1 is the last."""
    if nth < 0:
        last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


_HOLIDAYS: dict[str, tuple[str, Callable[[int], date]]] = {
    "new year": ("New Year's Day", lambda year: date(year, 1, 1)),
    "new years": ("New Year's Day", lambda year: date(year, 1, 1)),
    "new years eve": ("New Year's Eve", lambda year: date(year, 12, 31)),
    "valentines": ("Valentine's Day", lambda year: date(year, 2, 14)),
    "st patricks": ("Saint Patrick's Day", lambda year: date(year, 3, 17)),
    "good friday": ("Good Friday", lambda year: easter(year) - timedelta(days=2)),
    "easter": ("Easter Sunday", easter),
    "easter sunday": ("Easter Sunday", easter),
    "easter monday": ("Easter Monday", lambda year: easter(year) + timedelta(days=1)),
    "mothers": ("Mother's Day", lambda year: _nth_weekday(year, 5, 6, 2)),
    "memorial": ("Memorial Day", lambda year: _nth_weekday(year, 5, 0, -1)),
    "fathers": ("Father's Day", lambda year: _nth_weekday(year, 6, 6, 3)),
    "independence": ("Independence Day", lambda year: date(year, 7, 4)),
    "labor": ("Labor Day", lambda year: _nth_weekday(year, 9, 0, 1)),
    "halloween": ("Halloween", lambda year: date(year, 10, 31)),
    "thanksgiving": ("Thanksgiving", lambda year: _nth_weekday(year, 11, 3, 4)),
    "christmas eve": ("Christmas Eve", lambda year: date(year, 12, 24)),
    "christmas": ("Christmas Day", lambda year: date(year, 12, 25)),
    "xmas": ("Christmas Day", lambda year: date(year, 12, 25)),
    "boxing": ("Boxing Day", lambda year: date(year, 12, 26)),
}


def _holiday(spoken: str, today: date) -> NamedDay | None:
    year_given = re.search(r"\b(19|20|21)\d\d$", spoken)
    shift = {"next": 1, "last": -1}.get(spoken.split(maxsplit=1)[0] if spoken else "", 0)
    name = re.sub(r"^(next|last) |\s*\b(19|20|21)\d\d$|\s*next year$", "", spoken).strip()
    if name not in _HOLIDAYS:
        return None
    title, day_in = _HOLIDAYS[name]
    if year_given:
        return NamedDay(title, day_in(int(year_given.group())))
    if spoken.endswith("next year"):
        return NamedDay(title, day_in(today.year + 1))
    coming = day_in(today.year) if day_in(today.year) >= today else day_in(today.year + 1)
    return NamedDay(title, day_in(coming.year - 1) if shift < 0 else coming)


def _relative(spoken: str, today: date) -> NamedDay | None:
    fixed = {"today": 0, "tomorrow": 1, "yesterday": -1, "after tomorrow": 2, "before yesterday": -2}
    if spoken in fixed:
        return NamedDay(
            "That day" if abs(fixed[spoken]) > 1 else spoken.capitalize(), today + timedelta(fixed[spoken])
        )
    if away := _AWAY_FROM.fullmatch(spoken):
        return _away_from(away, today)
    match = re.fullmatch(
        r"(in )?(?P<count>\w+) (?P<unit>day|week|fortnight)s?( from (now|today))?(?P<ago> ago)?", spoken
    )
    if not match:
        return None
    count = int(match["count"][:_DIGITS]) if match["count"].isdecimal() else _NUMBERS.get(match["count"])
    if count is None:
        return None
    try:
        distance = timedelta(days=count * _UNITS[match["unit"]] * (-1 if match["ago"] else 1))
        return NamedDay("That day", today + distance)
    except OverflowError:
        raise TooFar("That is further away than the calendar goes.") from None


def _away_from(away: re.Match[str], today: date) -> NamedDay | None:
    """ "A week from tomorrow", "two days before Christmas"."""
    so_far = away["distance"] if " " in away["distance"] else f"a {away['distance']}"
    start, distance = _found(away["start"], today), _relative(so_far, today)
    if start is None or distance is None:
        return None
    days = (distance.day - today).days
    try:
        return NamedDay("That day", start.day + timedelta(days=-days if away["way"] == "before" else days))
    except OverflowError:
        raise TooFar("That is further away than the calendar goes.") from None


def _weekday(spoken: str, today: date) -> NamedDay | None:
    match = re.fullmatch(rf"(?P<which>next|this|last|coming)?\s*(?P<day>{'|'.join(WEEKDAYS)})", spoken)
    if not match:
        return None
    ahead = (WEEKDAYS.index(match["day"]) - today.weekday()) % 7
    if match["which"] == "last":
        return NamedDay(spoken.title(), today - timedelta(days=(7 - ahead) % 7 or 7))
    # “This Friday” may be today; any other Friday that is named today is the next one.
    return NamedDay(spoken.title(), today + timedelta(days=ahead or (0 if match["which"] == "this" else 7)))


def _calendar(spoken: str, today: date) -> NamedDay | None:
    for form in _FORMATS:
        try:
            return NamedDay("That day", datetime.strptime(spoken, form).date())  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
    for form in _YEARLESS_FORMATS:
        for year in range(today.year, today.year + LEAP_YEARS_APART + 1):
            try:
                day = datetime.strptime(f"{spoken} {year}", f"{form} %Y").date()  # noqa: DTZ007
            except ValueError:
                continue
            if day >= today:
                return NamedDay("That day", day)
    return None
