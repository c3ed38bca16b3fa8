"""What is meant by a phrase of a time, here and now."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from voice_gateway.times.halves import clock_of
from voice_gateway.times.language import Language
from voice_gateway.times.moments import Day, Days, Moment
from voice_gateway.times.rewriting import Fit
from voice_gateway.times.text import read_clock
from voice_gateway.times.when import DAY, After, At, Clock, Every, For, Often, Span, Until, When

_HOUR = 3600
_OFTEN = {"unit": 1.0, "unit and a half": 1.5, "other": 2.0, "hourly": 1.0}
"""How many units lie between two times."""

_SHORTEST = 2
"""Seconds: "a second" is rather one more, or hardly any time."""


@dataclass(frozen=True, slots=True)
class Meant:
    time: When | Span | None
    ends: Until | None = None
    """Where a range is said, its end."""

    supposed: bool = False
    past: bool = False
    vague: bool = False
    """Some other time than now, and nobody knows which: "later"."""


def meant(fit: Fit, now: datetime, said: frozenset[str]) -> Meant | None:
    """`said` are all words of the sentence."""
    if fit.meaning in ("unknown", "past", "vague"):
        return Meant(None, past=fit.meaning == "past", vague=fit.meaning == "vague")
    if fit.meaning in _OFTEN:
        return _often(fit)
    if fit.meaning == "top of the hour":
        return Meant(At(Clock((now.hour + 1) % 24 * 60)))
    if fit.meaning == "after minutes":
        minutes = next((value for value in fit.values if isinstance(value, float)), 0.0)
        return Meant(After(Span(round(60 * minutes)))) if minutes >= 1 else None
    spans = [value for value in fit.values if isinstance(value, Span)]
    moments = [value for value in fit.values if isinstance(value, Moment)]
    if moments:
        return _at(fit, spans, moments, now, said)
    return _long(fit.meaning, spans[0]) if spans else None


def _often(fit: Fit) -> Meant | None:
    """ "Every hour", "every other hour", "hourly"."""
    unit = next((value for value in fit.values if isinstance(value, int)), _HOUR)
    if fit.meaning == "unit" and unit >= DAY:
        return None
    return Meant(Often(Span(round(_OFTEN[fit.meaning] * unit))))


def _long(meaning: str, span: Span) -> Meant | None:
    match meaning:
        case "after":
            return Meant(After(span))
        case "for":
            return Meant(For(span))
        case "often":
            return Meant(Often(span))
        case "length" if span.seconds >= _SHORTEST:
            return Meant(span)
    return None


def _at(  # noqa: PLR0911 - one for each way to say it
    fit: Fit, spans: list[Span], moments: list[Moment], now: datetime, said: frozenset[str]
) -> Meant | None:
    language = fit.language
    moment = moments[0]
    clock, supposed = _clock(moment, now, language, said)
    match fit.meaning:
        case "at" if moment.days:
            return Meant(Every(clock, moment.days.days), supposed=supposed)
        case "at":
            return Meant(At(clock, _day(moment, clock)), supposed=supposed)
        case "until" if not moment.days:
            return Meant(Until(clock, _day(moment, clock)), supposed=supposed)
        case "range" if not moments[1].days:
            end, vague = _clock(moments[1], now, language, said)
            starts = _at(
                Fit("at", [], [], [], [], language), [], [_in_its_half(moment, moments[1])], now, said
            )
            return starts and Meant(starts.time, Until(end, _day(moments[1], end)), supposed or vague)
        case "days range" if moment.days and not moment.hour:
            return _range(moment.days, moments[1:], fit, now, said)
        case "days range" if moment.day and not moment.hour and all(each.hour for each in moments[1:]):
            both = [replace(each, day=moment.day) for each in moments[1:]]
            (start, _), (end, _) = (_clock(each, now, language, said) for each in both)
            return Meant(At(start, moment.day.day), Until(end, moment.day.day))
        case "range" if moments[1].days and not moment.days:
            return _range(moments[1].days, moments, fit, now, said)
        case "days hence" if moment.hour and not (moment.day or moment.days) and spans[0].seconds % DAY == 0:
            day = now.date() + timedelta(seconds=spans[0].seconds)
            there = clock_of(
                moment.hour, _on_another_day(moment), now, language, rising=_rises(said, language)
            )
            return Meant(At(there, day.isoformat()))
    return None


def _in_its_half(moment: Moment, end: Moment) -> Moment:
    """ "From four till seven in the morning": the half of the day said of the end is meant of both."""
    said = end.part and not (moment.part or moment.day)
    return replace(moment, part=end.part) if said and moment.hour and moment.hour.is_open else moment


def _range(days: Days, moments: list[Moment], fit: Fit, now: datetime, said: frozenset[str]) -> Meant | None:
    """ "Every day from nine to five"."""
    there = (replace(moment, days=days) for moment in moments)  # "between seven and nine every morning"
    (start, _), (end, _) = (_clock(moment, now, fit.language, said) for moment in there)
    return Meant(Every(start, days.days), Until(end)) if all(moment.hour for moment in moments) else None


def _clock(moment: Moment, now: datetime, language: Language, said: frozenset[str]) -> tuple[Clock, bool]:
    """The time of day, and whether it is only supposed."""
    if moment.hour:
        return clock_of(moment.hour, moment, now, language, rising=_rises(said, language)), False
    name = moment.part.name if moment.part else moment.days.part if moment.days else ""
    return read_clock(language.parts[name]["clock"] if name else language.listed["day_clock"]), True


def _day(moment: Moment, clock: Clock) -> str:
    if moment.day:
        return moment.day.day
    if moment.part and moment.part.today:
        # Tonight at one is tomorrow by the calendar: the next one o'clock.
        small_hours = clock.sun is None and clock.minute < 5 * 60
        return "" if small_hours else "today"
    return ""


def _on_another_day(moment: Moment) -> Moment:
    return replace(moment, day=Day("tomorrow"))


def _rises(said: frozenset[str], language: Language) -> bool:
    return bool(said & set(language.listed["rising"]))
