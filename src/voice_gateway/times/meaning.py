"""What is meant by a phrase of a time, here and now."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from voice_gateway.times.halves import clock_of
from voice_gateway.times.language import Language
from voice_gateway.times.moments import Day, Days, Hour, Moment
from voice_gateway.times.rewriting import Fit
from voice_gateway.times.text import read_clock
from voice_gateway.times.when import DAY, After, At, Clock, Every, For, Often, Span, Until, When

_HOUR = 3600
_HALF_DAY, _WHOLE_DAY = 720, 1440  # minutes
_UNITS_APART = {"unit": 1.0, "unit and a half": 1.5, "other": 2.0, "hourly": 1.0}
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

    in_either_half: bool = False
    """It ends at an hour of which nobody said in which half of the day."""


def meant(fit: Fit, now: datetime, said: frozenset[str]) -> Meant | None:
    """`said` are all words of the sentence."""
    if fit.meaning in ("unknown", "past", "vague"):
        return Meant(None, past=fit.meaning == "past", vague=fit.meaning == "vague")
    if fit.meaning in _UNITS_APART:
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
    return Meant(Often(Span(round(_UNITS_APART[fit.meaning] * unit))))


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
        case "at" if moment.days and moment.days.other and not (moment.hour or moment.days.part):
            return _again(moment.days, None)
        case "at" if moment.days:
            return _again(moment.days, clock, supposed=supposed)
        case "at":
            return Meant(At(clock, _day(moment, clock)), supposed=supposed)
        case "until" if not moment.days:
            until = Until(clock, _day(moment, clock))
            return Meant(until, supposed=supposed, in_either_half=moment.in_either_half and not until.day)
        case "range" if not moments[1].days:
            end, vague = _clock(moments[1], now, language, said)
            begins = _in_its_half(moment, moments[1], language)
            starts = _at(Fit("at", [], [], [], [], language), [], [begins], now, said)
            # "From ten till six tonight" ends in the morning.
            either = moments[1].in_either_half or (begins.part is moments[1].part and begins is not moment)
            ends = Meant(Until(end, _day(moments[1], end)), in_either_half=either)
            return starts and ended(replace(starts, supposed=supposed or vague), ends)
        case "days range" if moment.days and not moment.hour:
            return _range(moment.days, moments[1:], fit, now, said)
        case "days range" if moment.day and not moment.hour and all(each.hour for each in moments[1:]):
            both = [replace(each, day=moment.day, part=each.part or moment.part) for each in moments[1:]]
            (start, _), (end, _) = (_clock(each, now, language, said) for each in both)
            ends = Meant(Until(end, moment.day.day), in_either_half=moments[-1].in_either_half)
            return ended(Meant(At(start, moment.day.day)), ends)
        case "range" if moments[1].days and not moment.days:
            return _range(moments[1].days, moments, fit, now, said)
        case "days hence" if moment.hour and not (moment.day or moment.days) and spans[0].seconds % DAY == 0:
            day = now.date() + timedelta(seconds=spans[0].seconds)
            there = clock_of(
                moment.hour, _on_another_day(moment), now, language, rising=_rises(said, language)
            )
            return Meant(At(there, day.isoformat()))
    return None


def _again(days: Days, clock: Clock | None, *, supposed: bool = False) -> Meant:
    """On all such days at this time, or on every second day."""
    if not days.days:
        return Meant(None)
    if days.other or clock is None:
        return Meant(Often(Span(2 * DAY), clock), supposed=supposed)
    return Meant(Every(clock, days.days), supposed=supposed)


def ended(begins: Meant, ends: Meant) -> Meant:
    """With its end, which comes within half a day where only its hour is said: "from six till eleven"."""
    start = begins.time.clock if isinstance(begins.time, At | Every) else None
    start = begins.time.start if isinstance(begins.time, Often) else start
    until = ends.time if isinstance(ends.time, Until) else None
    if until and start and not start.sun and ends.in_either_half:
        hour = until.clock.minute % _HALF_DAY
        within = min((hour, hour + _HALF_DAY), key=lambda minute: (minute - start.minute - 1) % _WHOLE_DAY)
        until = Until(Clock(within))
    return replace(begins, ends=until)


def _in_its_half(moment: Moment, end: Moment, language: Language) -> Moment:
    """ "From four till seven in the morning": the half of the day said of the end is meant of both.

    But not of ten, in "from ten till two in the afternoon".
    """
    hour, last = moment.hour, end.hour
    if not (hour and last and end.part and hour.is_open) or moment.part or moment.day:
        return moment
    half = language.parts[end.part.name]["half"]
    early = hour.clock.minute % _HALF_DAY
    if half == "night" or early <= last.clock.minute % _HALF_DAY:
        return replace(moment, part=end.part)
    return replace(moment, hour=Hour(Clock(early if half == "pm" else early + _HALF_DAY)))


def _range(days: Days, moments: list[Moment], fit: Fit, now: datetime, said: frozenset[str]) -> Meant | None:
    """ "Every day from nine to five"."""
    there = (replace(moment, days=days) for moment in moments)  # "between seven and nine every morning"
    (start, _), (end, _) = (_clock(moment, now, fit.language, said) for moment in there)
    if not all(moment.hour for moment in moments):
        return None
    ends = Meant(Until(end), in_either_half=moments[-1].in_either_half)
    return ended(_again(days, start), ends)


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
