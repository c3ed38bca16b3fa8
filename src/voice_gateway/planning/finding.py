"""Which plan is meant: the last one, all of them, or the one that the words speak of."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from voice_gateway.devices.words import FILLERS, roots
from voice_gateway.keeping import Kind, Plan
from voice_gateway.planning.desk import Desk, asks, declines
from voice_gateway.planning.saying import deed_words, moment_words, when_words, with_labels
from voice_gateway.planning.spans import span_words
from voice_gateway.saying import WEEKDAYS
from voice_gateway.times import At, Every, NotATime, When, due, read_clock, read_span, write_when
from voice_gateway.times.when import Clock
from voice_gateway.tools import TurnState
from voice_gateway.wishes import Deed, Errand, Event, NotAWish, Thing, read_wish
from voice_gateway.wishes.text import read_head

KINDS = {
    Thing.TIMER: (Kind.TIMER,), Thing.REMINDER: (Kind.REMINDER,), Thing.ALARM: (Kind.ALARM,), Thing.PLAN: (),
}  # fmt: skip
"""No kinds are all kinds."""

_LAST, ALL = frozenset({"last", "that", "it"}), frozenset({"all", "everything"})
_PLANS = frozenset({"thing", "plan", "stuff", "business", "one", "wish", "bit", "and", "with"})
_MOST_NAMED = 5
ONLY = "one"
"""The one that waits; of several it is asked which."""
_AHEAD = {"today": 0, "tonight": 0, "evening": 0, "tomorrow": 1}
_WEEK = "week"
DAY_WORDS = frozenset({*_AHEAD, _WEEK, *WEEKDAYS})


@dataclass(frozen=True)
class Days:
    """Days that are spoken of, from the first to the last."""

    first: date
    last: date

    def has(self, desk: Desk, plan: Plan) -> bool:
        """Whether it comes on one of them; what waits for something to happen may do so today."""
        if plan.due is None:
            return self.first <= desk.now.date()
        if self.first <= desk.at(plan.due).date() <= self.last:
            return True
        return self.first == self.last and comes_on(desk, plan, self.first)


def days_in(words: str, today: date) -> Days | None:
    """ "All today", "tomorrow", "this week", "on friday", which may be today."""
    said = roots(words)
    if _WEEK in said:
        return Days(today, today + timedelta(days=len(WEEKDAYS)))
    ahead = [_AHEAD[word] for word in said if word in _AHEAD]
    ahead += [(WEEKDAYS.index(word) - today.weekday()) % len(WEEKDAYS) for word in said if word in WEEKDAYS]
    return Days(today + timedelta(days=min(ahead)), today + timedelta(days=max(ahead))) if ahead else None


def spoken(desk: Desk, plan: Plan) -> str:
    """A plan in words: "the pasta timer", "turn off the hall light at 10:00 PM"."""
    what = what_words(desk, plan)
    if plan.kind is Kind.TIMER:
        return what
    time = time_words(desk, plan)
    return f"{what} {time}" if time and not plan.paused else what


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
    when = head(plan)
    if when and (plan.repeats or isinstance(when, Event)):
        return when_words(when, desk.now)
    return "" if plan.due is None else moment_words(desk.at(plan.due), desk.now)


def coming(desk: Desk, plan: Plan) -> str:
    """A plan in words, and the day on which it comes next where it is repeated and not today's."""
    words, when = spoken(desk, plan), head(plan)
    if plan.due is None or not plan.repeats or not isinstance(when, Every):
        return words
    day = moment_words(desk.at(plan.due), desk.now).rpartition("at ")[0].strip()
    as_usual = plan.kind is Kind.WISH and desk.due(when) >= plan.due
    return words if as_usual or not day else f"{words}, next {day}"


def head(plan: Plan) -> When | Event | None:
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
    elif name in ALL:
        found = waiting
    elif name.partition(" ")[0] in ALL and (days := days_in(name, desk.now.date())):
        found = [plan for plan in waiting if plan.due and days.has(desk, plan)]
    elif name == ONLY:
        found = waiting
    elif name in _LAST and errand.deed is Deed.SKIP:
        found = _last([plan for plan in waiting if plan.repeats] or waiting, turn)
    elif name in _LAST or not name:
        found = _last(waiting, turn) if name or errand.thing is Thing.PLAN else waiting
    else:
        found = _about(desk, waiting, name)
    if len(found) > 1 and errand.deed is Deed.SKIP and errand.when:
        day = desk.at(desk.due(errand.when)).date()
        found = [plan for plan in found if comes_on(desk, plan, day)] or found
    if not found:
        raise declines(f"There is no {what} like that." if waiting and name else _none(what))
    if len(found) > 1 and name.partition(" ")[0] not in ALL:
        names = _told_apart(desk, found[:_MOST_NAMED])
        raise asks(f"Which one do you mean: {' or '.join([', '.join(names[:-1]), names[-1]])}?")
    return found


def comes_on(desk: Desk, plan: Plan, day: date) -> bool:
    """Whether it comes on this day, for once or as it is repeated."""
    if plan.due is not None and desk.at(plan.due).date() == day:
        return True
    when = read_head(plan.when) if plan.repeats else None
    if when is None or isinstance(when, Event):
        return False
    before = datetime.combine(day, time.min, desk.location.zone) - timedelta(seconds=1)
    return due(when, before, desk.location).date() == day


def _told_apart(desk: Desk, plans: Sequence[Plan]) -> list[str]:
    """Plans in words; those that are called alike with the time that is left of them."""
    names = [spoken(desk, plan) for plan in plans]
    left = [plan.left(desk.clock.now()) for plan in plans]
    return [
        f"{name} with {span_words(seconds)} left" if seconds is not None and names.count(name) > 1 else name
        for name, seconds in zip(names, left, strict=True)
    ]


def way_back(desk: Desk, plan: Plan) -> str:
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
