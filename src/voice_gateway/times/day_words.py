"""What words say about days.

Weekdays and holidays are those of `tools.dates`, so that a plan and the answer to "when is Christmas?" agree.
"""

from calendar import monthrange
from datetime import date, timedelta

from voice_gateway.errors import ToolError
from voice_gateway.times.moments import Day, Days, Part, Weekdays
from voice_gateway.times.rewriting import Fit
from voice_gateway.times.when import DAILY, WEEKDAYS, WEEKEND, WORKDAYS
from voice_gateway.tools.dates import LEAP_YEARS_APART, find_date


def weekdays(fit: Fit) -> Weekdays | None:
    match fit.meaning, fit.values:
        case "weekday", [int() as day]:
            return Weekdays((day,))
        case "mondays", [int() as day]:
            return Weekdays((day,), again=True)
        case "range", [int() as first, int() as last]:
            return Weekdays(tuple((first + ahead) % 7 for ahead in range((last - first) % 7 + 1)), again=True)
        case "both", [Weekdays() as some, Weekdays() as more]:
            return Weekdays((*some.days, *more.days), some.again or more.again)
    return None


def nth(fit: Fit) -> int | None:
    """A place in a month."""
    place = int(sum(fit.values))
    if fit.meaning == "sum" and (fit.values[0] not in (20, 30) or fit.values[1] > 9):
        return None
    return place if 1 <= place <= 31 else None


def day(fit: Fit, today: date) -> Day | Days | None:
    """One day, as it is meant today."""
    if fit.words[0].text == "on" and _is_particle(fit):
        return None
    match fit.meaning, fit.values:
        case "named", [str() as name]:
            return Day(name)
        case "today", _:
            return Day("today")
        case "after tomorrow", _:
            return Day((today + timedelta(days=2)).isoformat())
        case "weekday", [Weekdays(named, again)]:
            if again or len(named) > 1:
                return Days(frozenset(named))
            return Day(WEEKDAYS[named[0]], sure=len(fit.words) > 1)
        case ("this" | "next") as which, [Weekdays((number,), False)]:
            return _weekday(which, WEEKDAYS[number], today)
        case "iso", [str() as date_said]:
            return _found(date_said, today)
        case "date", [number, month]:
            return _date(int(number), month, today)
        case "month first", [month, number]:
            return _date(int(number), month, today)
        case "of month", [int() as number]:
            return _of_month(number, today)
        case "holiday", _:
            return _found(" ".join(word.text for word in fit.words), today, sure=False)
    return None


def _weekday(which: str, name: str, today: date) -> Day:
    meant = find_date(f"{which} {name}", today).day
    return Day(name if (meant - today).days < len(WEEKDAYS) else meant.isoformat())


def _found(text: str, today: date, *, sure: bool = True) -> Day | None:
    try:
        return Day(find_date(text, today).day.isoformat(), sure)
    except ToolError:
        return None


def _date(number: int, month: int, today: date) -> Day | None:
    """The next such day; a leap day may be some years away."""
    for year in range(today.year, today.year + LEAP_YEARS_APART + 1):
        if 1 <= number <= monthrange(year, month)[1] and date(year, month, number) >= today:
            return Day(date(year, month, number).isoformat())
    return None


def _of_month(number: int, today: date) -> Day | None:
    """In the next month that has so many days."""
    for ahead in range(3):
        year, month = divmod(today.year * 12 + today.month - 1 + ahead, 12)
        if number <= monthrange(year, month + 1)[1] and date(year, month + 1, number) > today:
            return Day(date(year, month + 1, number).isoformat())
    return None


def days(fit: Fit) -> Days | None:
    """Days that come again."""
    match fit.meaning, fit.values:
        case "all", _:
            return Days(DAILY)
        case "workdays", _:
            return Days(WORKDAYS)
        case "weekend", _:
            return Days(WEEKEND)
        case "these", [Weekdays(named, _)]:
            return Days(frozenset(named))
        case "workday part", [str() as part]:
            return Days(WORKDAYS, part)
        case "these part", [Weekdays(named, _), str() as part]:
            return Days(frozenset(named), part)
        case "every part", [str() as part]:
            return Days(DAILY, part)
        case "nightly", _:
            return Days(DAILY, "night")
        case "but", [Days(named, part), but]:
            return _without(named, part, but)
    return None


def part(fit: Fit) -> Part | None:
    match fit.meaning, fit.values:
        case "in the", [str() as name]:
            return Part(name)
        case "in the", _:
            return Part(fit.language.words[fit.words[-1].text]["<part>"])
        case "this", [str() as name]:
            return Part(name, today=True)
        case "this night", _:
            return Part("night", today=True)
        case "early", _:
            return Part("early")
        case "bare", [str() as name]:
            return Part(name, sure=False)
    return None


def _without(named: frozenset[int], part: str, but: object) -> Days | None:
    spared = but.days if isinstance(but, Days) else frozenset()
    if isinstance(but, Day) and but.day in WEEKDAYS:
        spared = frozenset({WEEKDAYS.index(but.day)})
    left = named - spared
    return Days(left, part) if left and left != named else None


def _is_particle(fit: Fit) -> bool:
    """Whether "on" belongs to the verb: "turn the sauna on friday at six"."""
    said = [token.text for token in fit.before]
    verbs = [at for at, word in enumerate(said) if word in fit.language.listed["particles"]]
    return bool(verbs) and not set(said[verbs[-1] + 1 :]) & set(fit.language.listed["settled"])
