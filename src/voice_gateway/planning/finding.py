"""Which plan is meant: the last one, all of them, or the one that the words speak of."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from voice_gateway.devices.words import FILLERS, roots
from voice_gateway.keeping import Kind, Plan
from voice_gateway.planning.desk import Desk, Told, asks, declines
from voice_gateway.planning.saying import deed_words, moment_words, when_words, with_labels
from voice_gateway.planning.spans import span_words
from voice_gateway.saying import WEEKDAYS, capitalised, listed
from voice_gateway.times import At, Every, NotATime, When, due, read_clock, read_span, write_when
from voice_gateway.times.when import Clock
from voice_gateway.tools import TurnState
from voice_gateway.wishes import Errand, Event, NotAWish, Thing, read_wish
from voice_gateway.wishes.text import read_head

KINDS = {
    Thing.TIMER: (Kind.TIMER,), Thing.REMINDER: (Kind.REMINDER,), Thing.ALARM: (Kind.ALARM,), Thing.PLAN: (),
}  # fmt: skip
"""No kinds are all kinds."""

_LAST, _ALL = frozenset({"last", "that", "it"}), frozenset({"all", "everything"})
_PLANS = frozenset({"thing", "plan", "stuff", "business", "one", "wish", "bit", "and", "with"})
_MOST_NAMED = 5
ONLY = "one"
"""The one that waits; of several it is asked which."""
DAYS = {"today": 0, "tonight": 0, "evening": 0, "tomorrow": 1, "week": 7}
"""How many days ahead are spoken of."""


def last_day(words: str, today: date) -> date | None:
    """The last day that is spoken of: "all today", "this week"."""
    days = [ahead for word, ahead in DAYS.items() if word in roots(words)]
    return today + timedelta(days=max(days)) if days else None


def named_day(words: str, today: date) -> date | None:
    """The next day of the week that is spoken of, which may be today."""
    said = roots(words)
    ahead = (today + timedelta(days=days) for days in range(len(WEEKDAYS)))
    return next((day for day in ahead if WEEKDAYS[day.weekday()] in said), None)


def spoken(desk: Desk, plan: Plan) -> str:
    """A plan in words: "the pasta timer", "turn off the hall light at 10:00 PM"."""
    what, at = what_words(desk, plan), ""
    if plan.due is not None and plan.kind is not Kind.TIMER:
        at = f" {moment_words(desk.at(plan.due), desk.now)}"
    when = _head(plan) if plan.kind is Kind.WISH else None
    if when and (plan.repeats or isinstance(when, Event)):
        return f"{what} {when_words(when, desk.now)}"
    return f"{what}{at}"


def what_words(desk: Desk, plan: Plan) -> str:
    """What it is, without its time."""
    match plan.kind:
        case Kind.TIMER:
            return f"the {plan.name} timer" if plan.name else f"the timer for {span_words(plan.length or 0)}"
        case Kind.REMINDER:
            return f"the reminder “{plan.name}”"
        case Kind.ALARM:
            return "the alarm"
    try:
        return deed_words(with_labels(read_wish(plan.line), lambda one: label(desk, one)))
    except NotAWish:
        return f"“{plan.sentence or plan.line}”"


def time_words(desk: Desk, plan: Plan) -> str:
    """When it comes: "every weekday at 7:00 AM", "the next time the front door opens", "at 6:30 PM"."""
    if plan.paused:
        return "paused"
    when = _head(plan)
    if when and (plan.repeats or isinstance(when, Event)):
        return when_words(when, desk.now)
    return "" if plan.due is None else moment_words(desk.at(plan.due), desk.now)


def _head(plan: Plan) -> When | Event | None:
    """When, as it is written; None for what only ends something."""
    try:
        return read_head(plan.when) if plan.when and not plan.when.startswith(("for", "until")) else None
    except NotAWish:
        return None


def label(desk: Desk, device_id: str) -> str | None:
    device = desk.home.registry.get(device_id) if desk.home else None
    return device.label if device else None


async def meant(desk: Desk, errand: Errand, turn: TurnState) -> list[Plan]:
    """The plans that wait and are meant. Raises `ToolError` where there are none, or it is not clear."""
    waiting = await desk.plans.waiting(*KINDS.get(errand.thing, ()))
    name = errand.name.lower()
    what = "timer" if errand.thing is Thing.TIMER else errand.thing.value if errand.thing in KINDS else "plan"
    if name.startswith("#") and name[1:].isdigit():
        found = [plan for plan in waiting if plan.id == int(name[1:])]
    elif name in _ALL:
        found = waiting
    elif name.partition(" ")[0] in _ALL and (until := last_day(name, desk.now.date())):
        found = [plan for plan in waiting if plan.due and desk.at(plan.due).date() <= until]
    elif name == ONLY:
        found = waiting
    elif name in _LAST or not name:
        found = _last(waiting, turn) if name or errand.thing is Thing.PLAN else waiting
    else:
        found = _about(desk, waiting, name)
    if not found:
        raise declines(f"There is no {what} like that." if waiting and name else _none(what))
    if len(found) > 1 and name.partition(" ")[0] not in _ALL:
        names = [spoken(desk, plan) for plan in found[:_MOST_NAMED]]
        raise asks(f"Which one do you mean: {' or '.join([', '.join(names[:-1]), names[-1]])}?")
    return found


async def cancel(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    found = await meant(desk, errand, turn)
    passed = []
    if " " in errand.name and errand.name.partition(" ")[0] in _ALL:
        # Of one day: what is repeated goes on behind it.
        passed = [plan for plan in found if plan.repeats and await _skipped(desk, plan)]
    gone = [
        plan for each in found if each not in passed and (plan := await desk.plans.cancel(each.id))
    ] + passed
    if not gone:
        raise declines("That is happening right now, so I can't cancel it any more.")
    things = [spoken(desk, plan) for plan in gone if plan.kind is not Kind.WISH]
    deeds = [spoken(desk, plan) for plan in gone if plan.kind is Kind.WISH]
    said = [f"I've cancelled {listed(things)}."] if things else []
    said += [f"I won't {listed(deeds)}."] if deeds else []
    return Told(" ".join(said), {"cancelled": [plan.id for plan in gone]})


async def skip(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    """Let it pass once. What comes only once is given up."""
    [plan] = await meant(desk, errand, turn)
    if plan.due is None:
        raise declines("That waits for something to happen, and not for a time.")
    comes = desk.at(plan.due)
    if errand.when and (day := desk.at(desk.due(errand.when)).date()) != comes.date():
        then = moment_words(comes, desk.now)
        if day > comes.date() and comes_on(desk, plan, day):
            raise declines(f"I can only leave out the next one, and that comes {then}.")
        raise declines(f"That comes next {then}, so there is nothing to skip then.")
    if not plan.repeats:
        return await cancel(desk, replace(errand, name=f"#{plan.id}", when=None), turn)
    changed = await _skipped(desk, plan)
    if changed is None or changed.due is None:
        raise declines("That is happening right now, so I can't skip it any more.")
    then = moment_words(desk.at(changed.due), desk.now)
    data = {"plan": plan.id, "undo": [_back(desk, plan)]}
    return Told(f"I'll leave out {what_words(desk, plan)} this once. It comes again {then}.", data)


def comes_on(desk: Desk, plan: Plan, day: date) -> bool:
    """Whether it comes on this day, for once or as it is repeated."""
    if plan.due is not None and desk.at(plan.due).date() == day:
        return True
    when = read_head(plan.when) if plan.repeats else None
    if when is None or isinstance(when, Event):
        return False
    before = datetime.combine(day, time.min, desk.location.zone) - timedelta(seconds=1)
    return due(when, before, desk.location).date() == day


async def _skipped(desk: Desk, plan: Plan) -> Plan | None:
    when = read_head(plan.when)
    if plan.due is None or isinstance(when, Event):
        return None
    after = due(when, desk.at(plan.due), desk.location).timestamp()
    return await desk.plans.edit(replace(plan, due=after))


async def move(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    """To another time, or by a span; of several, those that wait for a time."""
    plans = [plan for plan in await meant(desk, errand, turn) if not plan.awaits]
    if not plans:
        raise declines("That waits for something to happen, and not for a time.")
    moved = [(plan, changed) for plan in plans if (changed := await _moved_to(desk, plan, errand))]
    if not moved:
        raise declines("That is happening right now, so I can't move it any more.")
    said = " ".join(_moved(desk, changed) for _, changed in moved)
    return Told(said, {"plan": moved[-1][1].id, "undo": [_back(desk, plan) for plan, _ in moved]})


async def _moved_to(desk: Desk, plan: Plan, errand: Errand) -> Plan | None:
    if errand.span is not None:
        return await _shift(desk, plan, -errand.span.seconds if errand.sooner else errand.span.seconds)
    if errand.when is None:
        raise asks("To what time?")
    when = _kept_days(plan, errand.when)
    return await desk.plans.edit(
        replace(plan, due=desk.due(when), when=write_when(when), elapses=False, remaining=None)
    )


def _moved(desk: Desk, plan: Plan) -> str:
    words = spoken(desk, plan)
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


def _kept_days(plan: Plan, when: When) -> When:
    """What is repeated goes on being repeated, at its new time."""
    old = read_head(plan.when) if plan.repeats else None
    return Every(when.clock, old.days) if isinstance(old, Every) and isinstance(when, At) else when


def _back(desk: Desk, plan: Plan) -> str:
    """The errand that moves it back."""
    if plan.repeats or plan.due is None:
        return f"move #{plan.id} {plan.when}"
    then = desk.at(plan.due)
    return f"move #{plan.id} {write_when(At(Clock(60 * then.hour + then.minute), f'{then:%Y-%m-%d}'))}"


def _last(waiting: Sequence[Plan], turn: TurnState) -> list[Plan]:
    """The one that was made last, in this conversation if any was."""
    here = [plan for plan in waiting if plan.conversation == turn.conversation]
    return sorted(here or waiting, key=lambda plan: plan.id)[-1:]


def _about(desk: Desk, waiting: Sequence[Plan], name: str) -> list[Plan]:
    """Those whose words have all that were said; the exact name first, then a length or a time of day."""
    exact = [plan for plan in waiting if plan.name.lower() == name or _is_at(desk, plan, name)]
    said = frozenset(roots(name)) - FILLERS - _PLANS
    fitting = [
        plan
        for plan in waiting
        if said and said <= {*roots(f"{plan.name} {plan.sentence} {spoken(desk, plan)} {plan.when}")}
    ]
    return exact or fitting


def _is_at(desk: Desk, plan: Plan, words: str) -> bool:
    """Whether it is called by its length or by its time: "10m", "07:00"."""
    try:
        if plan.kind is Kind.TIMER:
            return plan.length == read_span(words).seconds
        at = desk.at(plan.due) if plan.due is not None else None
        return at is not None and read_clock(words) == Clock(60 * at.hour + at.minute)
    except NotATime:
        return False


def _none(what: str) -> str:
    return {"timer": "No timer is running.", "alarm": "No alarm is set.", "plan": "Nothing is planned."}.get(
        what, f"There is no {what}."
    )
