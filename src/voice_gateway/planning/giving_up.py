"""Gives up what waits: for good, or only once where it is repeated."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from voice_gateway.keeping import Kind, Plan
from voice_gateway.planning.desk import Desk, Told, declines
from voice_gateway.planning.finding import ALL, comes_on, meant, spoken, way_back, what_words
from voice_gateway.planning.saying import moment_words
from voice_gateway.saying import WEEKDAYS, listed
from voice_gateway.times import When, due, take_times
from voice_gateway.tools import TurnState
from voice_gateway.wishes import Deed, Errand, Event, Thing
from voice_gateway.wishes.text import read_head

_WEEKDAY: Final = "|".join(WEEKDAYS)
_ONCE: Final = re.compile(
    rf"\b(?:(?P<day>today|tonight|tomorrow|(?<=on )(?:{_WEEKDAY})|(?:{_WEEKDAY})(?='s\b))"
    r"|(?:this|the) (?:morning|evening|afternoon|night)'s|(?:this|the) coming|(?:the|that) next"
    r"|next (?:one|time)|once|this time|skip|leave out|miss)\b"
)
"""Words of who means a single time, and not all that come."""
_ALWAYS: Final = re.compile(r"\b(?:every|each|daily|for good|any ?more|altogether|completely|from now on)\b")


async def cancel(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    """Give it up; who speaks of one day or of the next time leaves out that one, and the rest goes on."""
    found = await meant(desk, errand, turn)
    once = _one_time(turn.sentence.lower())
    if once and once["day"] and errand.name in ALL:
        day = desk.at(desk.due(when)).date() if (when := _on(desk, once["day"])) else desk.now.date()
        found = [plan for plan in found if plan.due is not None and desk.at(plan.due).date() == day]
    if once and len(found) == 1 and found[0].repeats and found[0].due is not None:
        return await skip(desk, _left_out(desk, found[0], once["day"]), turn)
    passed = []
    if once or (" " in errand.name and errand.name.partition(" ")[0] in ALL):
        # Of one day: what is repeated goes on behind it.
        passed = [plan for plan in found if plan.repeats and await _skipped(desk, plan)]
    gone = [
        plan for each in found if each not in passed and (plan := await desk.plans.cancel(each.id))
    ] + passed
    if not gone:
        raise declines("That is happening right now, so I can't cancel it any more.")
    said = _given_up(desk, [plan for plan in gone if plan not in passed], passed)
    return Told(said, {"cancelled": [plan.id for plan in gone]})


def _one_time(sentence: str) -> re.Match[str] | None:
    """The words of who means a single time, where nobody speaks of all of them."""
    return None if _ALWAYS.search(sentence) else _ONCE.search(sentence)


def _given_up(desk: Desk, gone: Sequence[Plan], passed: Sequence[Plan]) -> str:
    things = [spoken(desk, plan) for plan in gone if plan.kind is not Kind.WISH]
    deeds = [spoken(desk, plan) for plan in gone if plan.kind is Kind.WISH]
    said = [f"I've cancelled {listed(things)}."] if things else []
    said += [f"I won't {listed(deeds)}."] if deeds else []
    said += [_passed(desk, passed)] if passed else []
    return " ".join(said)


def _passed(desk: Desk, plans: Sequence[Plan]) -> str:
    things = [what_words(desk, plan) for plan in plans if plan.kind is not Kind.WISH]
    deeds = [what_words(desk, plan) for plan in plans if plan.kind is Kind.WISH]
    said = [f"I'll leave out {listed(things)} this once."] if things else []
    said += [f"This once I won't {listed(deeds)}."] if deeds else []
    return " ".join(said)


def _left_out(desk: Desk, plan: Plan, day: str | None) -> Errand:
    """The errand that leaves out one time of a plan: that of a day, or else the next."""
    return Errand(Thing.PLAN, Deed.SKIP, f"#{plan.id}", when=_on(desk, day) if day else None)


def _on(desk: Desk, day: str) -> When | None:
    ways = (f"skip {day}", f"skip on {day}")
    return next((when for way in ways if (when := take_times(way, desk.now).when)), None)


async def skip(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    """Let it pass once. What comes only once is given up."""
    [plan] = await meant(desk, errand, turn)
    if plan.due is None:
        raise declines("That waits for something to happen, and not for a time.")
    if errand.when:
        _check_day(desk, plan, desk.at(desk.due(errand.when)).date())
    if not plan.repeats:
        return await cancel(desk, replace(errand, name=f"#{plan.id}", when=None), turn)
    changed = await _skipped(desk, plan)
    if changed is None or changed.due is None:
        raise declines("That is happening right now, so I can't skip it any more.")
    then = moment_words(desk.at(changed.due), desk.now)
    data = {"plan": plan.id, "undo": [way_back(desk, plan)]}
    return Told(f"{_passed(desk, [plan])} It comes again {then}.", data)


def _check_day(desk: Desk, plan: Plan, day: date) -> None:
    """Only what comes next can be left out. Raises `ToolError` where another day is meant."""
    if plan.due is None or (comes := desk.at(plan.due)).date() == day:
        return
    then = moment_words(comes, desk.now)
    if day > comes.date() and comes_on(desk, plan, day):
        raise declines(f"I can only leave out the next one, and that comes {then}.")
    raise declines(f"That comes next {then}, so there is nothing to skip then.")


async def _skipped(desk: Desk, plan: Plan) -> Plan | None:
    when = read_head(plan.when)
    if plan.due is None or isinstance(when, Event):
        return None
    after = due(when, desk.at(plan.due), desk.location).timestamp()
    return await desk.plans.edit(replace(plan, due=after))
