"""Says plans in words: "At 6:30 PM I'll turn on the Christmas tree." """

from collections.abc import Callable
from datetime import date, datetime, time
from typing import Final

from voice_gateway.planning.errand_words import errand_words
from voice_gateway.planning.spans import UNITS, span_words
from voice_gateway.saying import WEEKDAYS, clock_time, listed
from voice_gateway.times import After, At, Clock, Every, For, Often, Span, Until, When, write_clock
from voice_gateway.times.when import DAILY, WEEKEND, WORKDAYS
from voice_gateway.tools.execution.intention import intention
from voice_gateway.wishes import Condition, Errand, Event, Lasting, Part, Step, Verb, Wish, write_wish
from voice_gateway.wishes.calls import device_call
from voice_gateway.wishes.renaming import renamed

_SETS: Final = {DAILY: "day", WORKDAYS: "weekday", WEEKEND: "Saturday and Sunday"}
_BECOMES: Final = {
    "open": "opens", "closed": "closes", "locked": "is locked", "unlocked": "is unlocked",
    "on": "goes on", "off": "goes off", "occupied": "sees somebody", "empty": "sees nobody any more",
    "wet": "gets wet", "dry": "is dry again", "running": "starts",
}  # fmt: skip


def moment_words(moment: datetime, now: datetime) -> str:
    """ "at 6:30 PM", "tomorrow at 7:00 AM", "on Friday at 6:00 PM"."""
    at = f"at {clock_time(moment)}"
    return at if moment.date() == now.date() else f"{day_words(moment.date(), now.date())} {at}"


def day_words(day: date, today: date) -> str:
    """ "today", "tomorrow", "on Friday", "on 3 May"."""
    days = (day - today).days
    if days in (0, 1):
        return ("today", "tomorrow")[days]
    if 0 < days < 7:
        return f"on {day:%A}"
    return f"on {day.day} {day:%B}{'' if day.year == today.year else f' {day.year}'}"


def with_its_day(when: When | Event, due: datetime, now: datetime) -> str:
    """When something comes; where only a time of day was said, with the day on which it is next."""
    if isinstance(when, At) and not when.day and when.clock.sun is None:
        return moment_words(due, now)
    return when_words(when, now)


def when_words(when: When | Event, now: datetime) -> str:
    match when:
        case Event():
            return f"{'whenever' if when.always else 'the next time'} {_comes(when)}"
        case After(span) | For(span):
            return f"{'in' if isinstance(when, After) else 'for'} {span_words(span.seconds)}"
        case Often(span, start):
            one = next((unit for size, unit in UNITS if size == span.seconds), "")
            first = f" from {_clock(start).removeprefix('at ')}" if start else ""
            return f"every {one or span_words(span.seconds)}{first}"
        case Every(clock, days):
            return f"every {_days(days)} {_clock(clock)}"
        case At(clock, day) | Until(clock, day):
            word = "until " if isinstance(when, Until) else ""
            return f"{word}{_day(day, now)}{_clock(clock)}".replace("until at ", "until ")


def _comes(event: Event) -> str:
    fact, held = event.fact, event.held
    return fact_words(fact) if held is None else f"{is_words(fact)} for {span_words(held.seconds)}"


def fact_words(fact: Condition) -> str:
    """ "the front door opens", "the lounge falls below 18"."""
    name = _the(fact.about)
    if fact.below is not None:
        return f"{name} falls below {fact.below:g}"
    if fact.above is not None:
        return f"{name} rises above {fact.above:g}"
    if not fact.state:
        return _so(fact)
    return f"{name} {_BECOMES.get(fact.state, f'becomes {fact.state}')}"


def _so(fact: Condition) -> str:
    """What has no state is no name: "it is raining", "everyone leaves"."""
    return fact.about if " " in fact.about else f"it is {fact.about}"


def deed_words(wish: Wish) -> str:
    """ "turn off the hall light and lock the front door"."""
    said = listed(_part(part) for part in wish.parts)
    if wish.only_if is None:
        return said
    return f"{said}, {'unless' if wish.only_if.negated else 'if'} {is_words(wish.only_if)}"


def is_words(fact: Condition) -> str:
    """ "the back door is unlocked", "it is after 10:00 PM"."""
    if clock := fact.after or fact.before:
        return f"it is {'after' if fact.after else 'before'} {_clock(clock).removeprefix('at ')}"
    number = fact.below if fact.above is None else fact.above
    if number is not None:
        return f"{_the(fact.about)} is {'below' if fact.above is None else 'above'} {number:g}"
    return f"{_the(fact.about)} is {fact.state}" if fact.state else _so(fact)


def with_labels(wish: Wish, label: Callable[[str], str | None]) -> Wish:
    """The wish with the devices' names where it has their ids."""

    def named(words: str) -> str:
        found = [label(one) for one in words.split(", ")]
        return listed(name for name in found if name) if found and all(found) else words

    return renamed(wish, named)


def _part(part: Part) -> str:
    if isinstance(part, Errand):
        return errand_words(part)
    if not isinstance(part, Step):
        return "tell you that"
    said = _step(part)
    return f"{said} {_lasting(part.lasting)}" if part.lasting else said


def _step(step: Step) -> str:
    if step.verb is Verb.ANNOUNCE:
        return f"say “{step.words}”"
    if step.verb is Verb.ACTIVATE:
        return f"do “{step.target.name}”"
    value = step.value
    if value and value.number is not None and (value.by or value.times):
        return f"change {_the(step.target.words)}"
    call = device_call(step, step.target.words)
    return intention(call["name"], call["args"]) if call else f"do “{write_wish(Wish((step,)))}”"


def lasting_words(lasting: Lasting, now: datetime) -> str:
    """ "for ten minutes", "until tomorrow at 7:00 AM", "until the lounge falls below 18"."""
    return _lasting(lasting) if isinstance(lasting, Event) else when_words(lasting, now)


def _lasting(lasting: Lasting) -> str:
    if isinstance(lasting, For):
        return f"for {span_words(lasting.span.seconds)}"
    if isinstance(lasting, Event):
        return f"until {_comes(lasting)}"
    return f"until {_clock(lasting.clock).removeprefix('at ')}"


def _clock(clock: Clock) -> str:
    if clock.sun is None:
        return f"at {clock_time(time(*divmod(clock.minute, 60)))}"
    if not clock.minute:
        return f"at {write_clock(clock)}"
    side = "after" if clock.minute > 0 else "before"
    return f"{span_words(Span(60 * abs(clock.minute)).seconds)} {side} {clock.sun}"


def _day(day: str, now: datetime) -> str:
    if not day:
        return ""
    if day in ("today", "tomorrow"):
        return "tomorrow " if day == "tomorrow" else ""
    if day in WEEKDAYS:
        return f"on {day.capitalize()} "
    there = datetime.fromisoformat(day)
    return f"on {there.day} {there:%B}{'' if there.year == now.year else f' {there.year}'} "


def _days(days: frozenset[int]) -> str:
    return _SETS.get(days) or listed(WEEKDAYS[day].capitalize() for day in sorted(days))


def _the(name: str) -> str:
    return name if name.startswith(("the ", "all ", "every")) else f"the {name}"
