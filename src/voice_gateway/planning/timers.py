"""Timers, reminders and alarms: plans that only tell something."""

from datetime import datetime
from typing import Final

from voice_gateway.keeping import Kind, Plan
from voice_gateway.planning.as_said import reminder_as_said
from voice_gateway.planning.desk import Desk, Told, asks, declines
from voice_gateway.planning.finding import meant, spoken
from voice_gateway.planning.saying import with_its_day
from voice_gateway.planning.spans import span_words
from voice_gateway.saying import capitalised, clock_time, listed
from voice_gateway.times import After, Every, Often, Span, When, write_when
from voice_gateway.tools import TurnState
from voice_gateway.wishes import Deed, Errand, Thing, Wish, write_wish

_THINGS: Final = {Kind.TIMER: Thing.TIMER, Kind.REMINDER: Thing.REMINDER, Kind.ALARM: Thing.ALARM}


async def set_timer(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    if errand.span is None:
        raise asks("For how long shall the timer run?")
    plan = await desk.keep(to_tell(desk, errand, turn, Kind.TIMER, After(errand.span), errand.span))
    name = f"{plan.name} timer" if plan.name else "timer"
    return Told(f"The {name} is set for {span_words(errand.span.seconds)}.", _data(plan))


async def set_reminder(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    if turn.plan is not None and errand.when is None:
        await desk.announcer.tell(f"Reminder: {errand.name}.", turn.room)
        return Told(f"Reminder: {errand.name}.")
    if errand.when is None:
        raise asks("When shall I remind you?")
    if not errand.name:
        raise asks("Of what shall I remind you?")
    plan = await desk.keep(to_tell(desk, errand, turn, Kind.REMINDER, errand.when))
    when = with_its_day(errand.when, desk.at(plan.due or 0), desk.now)
    return Told(f"{capitalised(when)} I'll remind you: {plan.name}.", _data(plan))


async def set_alarm(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    if errand.when is None:
        raise asks("For when shall I set the alarm?")
    plan = await desk.keep(to_tell(desk, errand, turn, Kind.ALARM, errand.when))
    when = with_its_day(errand.when, desk.at(plan.due or 0), desk.now)
    return Told(f"The alarm is set: {when}.", _data(plan))


async def left(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    """How long timers still run."""
    waiting = await desk.plans.waiting(Kind.TIMER)
    if not errand.name and len(waiting) > 1:
        names = listed(f"{spoken(desk, plan)} with {_left(desk, plan)} left" for plan in waiting)
        return Told(f"{len(waiting)} timers are running: {names}.")
    [plan] = await meant(desk, errand, turn)
    words = spoken(desk, plan)
    paused = ", and is paused" if plan.paused else ""
    return Told(f"{capitalised(words)} has {_left(desk, plan)} left{paused}.")


async def pause(desk: Desk, errand: Errand, turn: TurnState) -> Told:
    [plan] = await meant(desk, errand, turn)
    paused = errand.deed is Deed.PAUSE
    now = desk.clock.now()
    changed = await (desk.plans.pause(plan.id, now) if paused else desk.plans.resume(plan.id, now))
    if changed is None:
        raise declines(
            f"{capitalised(spoken(desk, plan))} {'is paused already' if paused else 'is not paused'}."
        )
    other = "resume" if paused else "pause"
    how = "is paused" if paused else "runs again"
    words = f"{capitalised(spoken(desk, plan))} {how}, with {_left(desk, changed)} left."
    return Told(words, {"plan": plan.id, "undo": [f"timer #{plan.id} {other}"]})


def rings(plan: Plan, now: datetime) -> str:
    """What is told when its time has come."""
    match plan.kind:
        case Kind.TIMER:
            if plan.name:
                return f"Your {plan.name} timer is done."
            return f"Your timer for {span_words(plan.length or 0)} is done."
        case Kind.REMINDER:
            return f"Reminder: {plan.name}."
    at = f" It is {clock_time(now)}."
    return f"This is your alarm: {plan.name}.{at}" if plan.name else f"This is your alarm.{at}"


def to_tell(
    desk: Desk, errand: Errand, turn: TurnState, kind: Kind, when: When, length: Span | None = None
) -> Plan:
    """The plan that only tells something, which nobody has kept yet."""
    name = reminder_as_said(errand.name, turn.sentence) if kind is Kind.REMINDER else errand.name
    return Plan(
        "", made=desk.clock.now(), due=desk.due(when), kind=kind, name=name, sentence=turn.sentence,
        who=turn.caller.name, room=turn.room, conversation=turn.conversation, when=write_when(when),
        repeats=isinstance(when, Every | Often), elapses=isinstance(when, After | Often),
        length=length.seconds if length else None,
    )  # fmt: skip


def _left(desk: Desk, plan: Plan) -> str:
    return span_words(plan.left(desk.clock.now()) or 0)


def _data(plan: Plan) -> dict[str, object]:
    back = Errand(_THINGS[plan.kind], Deed.CANCEL, f"#{plan.id}")
    return {"plan": plan.id, "undo": [write_wish(Wish((back,)))]}
