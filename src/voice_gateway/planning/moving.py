"""Moves what waits: to another time, to other days, or by a span."""

import re
from dataclasses import replace
from typing import Final

from voice_gateway.fast_path import in_the_half_meant
from voice_gateway.keeping import RUNG, Kind, Plan
from voice_gateway.planning.desk import Desk, Told, asks, declines
from voice_gateway.planning.finding import head, meant, spoken, way_back
from voice_gateway.planning.saying import when_words
from voice_gateway.planning.spans import span_words
from voice_gateway.planning.timers import set_timer
from voice_gateway.saying import WEEKDAYS, capitalised
from voice_gateway.times import After, At, Every, Often, When, write_when
from voice_gateway.times.when import Clock
from voice_gateway.tools import TurnState
from voice_gateway.wishes import Deed, Errand, Thing
from voice_gateway.wishes.text import read_head

_RUNG_JUST_NOW: Final = 300.0
"""Seconds for which what has rung is still spoken of."""

_ENDS: Final = re.compile(r"(?:(?:but|only|just|and) )*(?:until|till)\b")
"""Said of what is repeated, it is no other time, but the last one."""


async def move(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    """To another time, or by a span; of several, those that wait for a time. What just rang rings again."""
    if rung := await _just_rung(desk, errand, turn):
        return await set_timer(desk, Errand(Thing.TIMER, Deed.SET, rung.name, span=errand.span), turn)
    plans = [plan for plan in await meant(desk, errand, turn) if not plan.awaits]
    if not plans:
        raise declines("That waits for something to happen, and not for a time.")
    if plans[0].repeats and _ENDS.match(turn.sentence.lower()):
        raise declines("I can't let something that is repeated end by itself. You can cancel it then.")
    moved = [(plan, changed) for plan in plans if (changed := await _moved_to(desk, plan, errand, turn))]
    if not moved:
        raise declines("That is happening right now, so I can't move it any more.")
    said = " ".join(_moved(desk, changed, plan) for plan, changed in moved)
    return Told(said, {"plan": moved[-1][1].id, "undo": [way_back(desk, plan) for plan, _ in moved]})


async def _just_rung(desk: Desk, errand: Errand, turn: TurnState) -> Plan | None:
    """The timer that more time is wanted of when it has rung, and none was set since: "five more minutes"."""
    if errand.thing is not Thing.TIMER or errand.span is None or errand.sooner or errand.name.startswith("#"):
        return None
    ended = await desk.plans.find(RUNG, after=desk.clock.now() - _RUNG_JUST_NOW)
    waiting = await desk.plans.waiting(Kind.TIMER)
    last = next((plan for plan in reversed(ended) if _is_here(plan, turn)), None)
    if last is None or errand.name not in ("", "last", last.name.lower()):
        return None
    since = any(plan.made >= (last.fired or 0) for plan in waiting if _is_here(plan, turn))
    return None if since else last


def _is_here(plan: Plan, turn: TurnState) -> bool:
    return plan.conversation == turn.conversation


async def _moved_to(desk: Desk, plan: Plan, errand: Errand, turn: TurnState) -> Plan | None:
    if errand.span is not None:
        return await _shift(desk, plan, -errand.span.seconds if errand.sooner else errand.span.seconds)
    if errand.when is None:
        raise asks("To what time?")
    # By its number it is put back, just as it was.
    exact = errand.name.startswith("#")
    when = errand.when if exact else _like_before(desk, plan, errand.when, turn.sentence.lower())
    moved = replace(
        plan, due=desk.due(when), when=write_when(when), remaining=None,
        repeats=isinstance(when, Every | Often), elapses=isinstance(when, After | Often),
    )  # fmt: skip
    same = (moved.due, moved.repeats) == (plan.due, plan.repeats) and not (moved.repeats or plan.paused)
    return plan if same or moved == plan else await desk.plans.edit(moved)


def _moved(desk: Desk, plan: Plan, was: Plan) -> str:
    words = spoken(desk, plan)
    if plan == was:
        return f"It stays so: {words}."
    if plan.kind is Kind.WISH:
        return f"I'll {words} instead."
    if plan.kind is Kind.TIMER:
        left = span_words(plan.left(desk.clock.now()) or 0)
        return f"{capitalised(words)} has {left} left now."
    return f"Moved: {words}."


async def _shift(desk: Desk, plan: Plan, seconds: float) -> Plan | None:
    when = read_head(plan.when) if plan.repeats else None
    if isinstance(when, Every) and when.clock.sun is None:
        clock = Clock((when.clock.minute + round(seconds / 60)) % 1440)
        return await desk.plans.edit(
            replace(plan, due=desk.due(Every(clock, when.days)), when=write_when(Every(clock, when.days)))
        )
    return await desk.plans.extend(plan.id, seconds, desk.clock.now())


def _like_before(desk: Desk, plan: Plan, when: When, sentence: str) -> When:
    """The new time, on the days of the old one and in the nearer half of the day, where none is said.

    Raises `ToolError` for one day of what is repeated.
    """
    if not isinstance(when, At):
        return when
    if plan.due is not None and not plan.elapses and plan.kind is not Kind.TIMER and not when.day:
        then = desk.at(plan.due)
        when = replace(
            when, clock=in_the_half_meant(when.clock, sentence, Clock(60 * then.hour + then.minute))
        )
    old = head(plan) if plan.repeats else None
    if isinstance(old, Every) and (days := _its_days(old, when.day)):
        return Every(when.clock, days)
    if isinstance(old, Every | Often):
        raise declines(
            f"That comes {when_words(old, desk.now)}, and I can't move one of them only. "
            "You can say how often it shall come, or skip the next one."
        )
    return when if plan.elapses or plan.kind is Kind.TIMER else _on_its_day(desk, plan, when)


def _its_days(old: Every, day: str) -> frozenset[int]:
    """The days on which it is repeated from now on; none where only a single one of them is meant."""
    if not day:
        return old.days
    return frozenset({WEEKDAYS.index(day)}) if len(old.days) == 1 and day in WEEKDAYS else frozenset()


def _on_its_day(desk: Desk, plan: Plan, when: At) -> At:
    """Another time of the day on which it comes, where no day is said and that time is still to come."""
    if when.day or plan.due is None or desk.at(plan.due).date() == desk.now.date():
        return when
    return replace(when, day=desk.at(plan.due).date().isoformat())
