"""Makes a plan of a wish: names are looked up at once, and what is guarded is agreed to now."""

from dataclasses import replace
from typing import Final

from voice_gateway.devices import Action, Ambiguous, Device, Matched, Unknown
from voice_gateway.devices.change import Change
from voice_gateway.devices.errors import CannotDo
from voice_gateway.devices.guard import as_spoken, question
from voice_gateway.devices.plan import can
from voice_gateway.devices.unable import cannot_be
from voice_gateway.errors import ToolError
from voice_gateway.keeping import Plan
from voice_gateway.mcp.approval import running_approval
from voice_gateway.planning.desk import Desk, Told, asks, declines
from voice_gateway.planning.finding import label
from voice_gateway.planning.saying import (
    deed_words,
    is_words,
    lasting_words,
    moment_words,
    when_words,
    with_its_day,
    with_labels,
)
from voice_gateway.saying import capitalised
from voice_gateway.times import After, Every, For, Often, Until, When
from voice_gateway.tools import TurnState
from voice_gateway.truth import what_happened
from voice_gateway.wishes import Condition, Event, Part, Step, Target, Verb, Wish, write_wish
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.conditions import holds
from voice_gateway.wishes.device_steps import DeviceSteps
from voice_gateway.wishes.from_calls import wish_of
from voice_gateway.wishes.restore import restoring_calls
from voice_gateway.wishes.text import write_head
from voice_gateway.wishes.verbs import MEASURED


async def make_plan(desk: Desk, wish: Wish, turn: TurnState) -> Told:
    """Keep a wish for its time. Raises `ToolError` with what is wrong."""
    if wish.when is None:
        raise asks("When shall I do that?")
    if any(step.verb is Verb.UNDO for step in wish.steps):
        raise declines("I can only take things back now, and not at another time.")
    check_names(desk, wish, turn.room)
    when, wish = _when_words(desk, wish.when), with_degrees(desk, wish, turn.room)
    named = with_labels(wish, lambda one: label(desk, one))
    words = capitalised(f"{when} I'll {deed_words(named)}.")
    if not agreed(desk, wish, turn, when):
        return Told(words)  # which is not said: the question is
    kept = await desk.keep(await planned(desk, wish, turn, agreed=_needs_yes(desk, wish, turn.room)))
    return Told(words, {"plan": kept.id, "undo": [f"cancel #{kept.id}"]})


def _when_words(desk: Desk, when: When | Event) -> str:
    return (
        when_words(when, desk.now)
        if isinstance(when, Event)
        else with_its_day(when, desk.at(desk.due(when)), desk.now)
    )


async def planned(desk: Desk, wish: Wish, turn: TurnState, *, agreed: bool) -> Plan:
    """The plan that a wish comes to, which nobody has kept yet."""
    when = wish.when
    routines = frozenset(name.lower() for name in await desk.book.names())
    return Plan(
        write_wish(replace(_pinned(desk, wish, turn.room, routines), when=None)),
        made=desk.clock.now(),
        due=None if when is None or isinstance(when, Event) else desk.due(when),
        sentence=turn.sentence,
        who=turn.caller.name,
        room=turn.room,
        conversation=turn.conversation,
        when=write_head(when) if when else "",
        repeats=isinstance(when, Every | Often) or (isinstance(when, Event) and when.always),
        elapses=isinstance(when, After | Often),
        agreed=agreed,
    )


async def do_for_a_while(desk: Desk, step: Step, turn: TurnState) -> Told:
    """Do it now, and plan that everything is put back as it was."""
    if step.lasting is None or step.ends is None or desk.home is None or desk.interpreter.steps is None:
        raise declines("I can't do that for a while.")
    wish = Wish((step,))
    check_names(desk, wish, turn.room)
    if isinstance(step.lasting, Event) and _is_so(desk, step.lasting, turn.room):
        raise declines(f"It is so already: {is_words(step.lasting.fact)}. So I changed nothing.")
    asked = question_first(desk, wish, turn.room, lasting_words(step.lasting, desk.now))
    if not agreed_to(asked or _question_of_the_way_back(desk, step, turn.room), turn):
        return Told("")
    until = None if isinstance(step.lasting, Event) else desk.due(step.lasting)
    before = {device.id: device.state for device in desk.interpreter.steps.devices(step, turn.room)}
    now = Wish((replace(step, lasting=None),))
    inner = TurnState(
        turn.sentence, turn.room, turn.caller, agreed=True, conversation=turn.conversation, plan=turn.plan,
        id=turn.next_action(),
    )  # fmt: skip
    carried = await desk.interpreter.carry_out(now, inner)
    done = [device for result in carried.results for device in (result.data or {}).get("done", ())]
    said = " ".join(part for part in (what_happened(carried.results), *carried.said) if part)
    if any(not result.ok for result in carried.results) or not carried.results:
        raise ToolError(said or "That did not work.")
    back = wish_of(restoring_calls(before, desk.home.registry))
    if not back.parts:
        off = _off_then(desk, step)
        return Told(f"{said} It was so before, so I'll leave it then.{off}", {"done": done})
    kept = await desk.plans.add(
        Plan(
            write_wish(back), made=desk.clock.now(), due=until, sentence=turn.sentence,
            who=turn.caller.name, room=turn.room, conversation=turn.conversation,
            when=write_head(step.lasting), elapses=isinstance(step.lasting, For), agreed=True,
        )
    )  # fmt: skip
    then = (
        moment_words(desk.at(until), desk.now)
        if until is not None and isinstance(step.lasting, Until)
        else when_words(step.ends, desk.now)
    )
    data = {"done": done, "plan": kept.id, "undo": [f"cancel #{kept.id}"]}
    return Told(f"{said} {capitalised(then)} I'll put it back as it was.", data)


def _off_then(desk: Desk, step: Step) -> str:
    """How to say that it shall go off then, where it was on before and is only kept on."""
    if step.verb is not Verb.ON or step.ends is None:
        return ""
    return f" To have it off, say: turn it off {when_words(step.ends, desk.now)}."


def check_names(desk: Desk, wish: Wish, room: str) -> None:
    """Everything that is named must be there now, so that nobody waits for nothing."""
    if desk.resolver is None:
        return
    for step in wish.all_steps:
        if not step.target.name or step.verb in (Verb.ANNOUNCE, Verb.ACTIVATE):
            continue
        found = desk.resolver.resolve(step.target.words, room=room)
        if isinstance(found, Unknown):
            raise ToolError(found.sentence, data={"unknown": [step.target.name]})
        if isinstance(found, Matched) and len(found.devices) == 1 and step.verb in MEASURED:
            _check_amount(found.devices[0])
        if desk.interpreter.steps:
            _check_able(desk.interpreter.steps, step, room)
    for fact in wish.facts:
        _check_fact(desk, fact, room)


_AMOUNTS: Final = tuple(action for action in Action if action.name.startswith(("SET_", "TILT")))


def _check_amount(device: Device) -> None:
    """A number must be one of something: nobody sets a coffee machine to eight."""
    if not any(can(device, action) for action in _AMOUNTS):
        raise cannot_be(device, "set to a number")


def _check_able(steps: DeviceSteps, step: Step, room: str) -> None:
    try:
        steps.check_able(step, room)
    except CannotDo as error:
        raise declines(error.message) from error


def agreed(desk: Desk, wish: Wish, turn: TurnState, when: str) -> bool:
    """Whether the person has said yes, where that is needed; asks for it when not."""
    return agreed_to(question_first(desk, wish, turn.room, when), turn)


def agreed_to(asked: str, turn: TurnState) -> bool:
    """Whether there is nothing to ask, or the person has said yes to it; asks when not."""
    if not asked or turn.agreed:
        return True
    approval = running_approval()
    if approval is None:
        raise declines("That must be confirmed by a person, which cannot be done from here.")
    return approval.agrees_to(as_spoken(asked))


def question_first(desk: Desk, wish: Wish, room: str, when: str) -> str:
    """What a person must say yes to before it is planned; nothing where nothing is guarded."""
    held = _guarded(desk, wish, room)
    return question(held, when) if held else ""


def _question_of_the_way_back(desk: Desk, step: Step, room: str) -> str:
    """What must be said yes to because it ends: what was unlocked will be unlocked again."""
    held = desk.interpreter.steps.guarded_back(step, room) if desk.interpreter.steps else []
    return question(held, when_words(step.ends, desk.now)) if held and step.ends else ""


def _guarded(desk: Desk, wish: Wish, room: str) -> list[tuple[Device, Change]]:
    steps = desk.interpreter.steps
    return [held for step in wish.all_steps for held in steps.guarded(step, room)] if steps else []


def _needs_yes(desk: Desk, wish: Wish, room: str) -> bool:
    return bool(_guarded(desk, wish, room))


def with_degrees(desk: Desk, wish: Wish, room: str) -> Wish:
    """What only this home knows for a temperature is kept as one: 70 where it counts in °F."""
    steps = desk.interpreter.steps

    def meant(part: Part) -> Part:
        if not steps or not isinstance(part, Step) or action_of(part) is not Action.SET_LEVEL:
            return part
        found = steps.with_unit(part, room)
        return found if found.verb is Verb.TEMPERATURE else part

    return wish.each_group(lambda group: replace(group, parts=tuple(map(meant, group.parts))))


def _pinned(desk: Desk, wish: Wish, room: str, routines: frozenset[str]) -> Wish:
    """A single device, and whatever was agreed to, by id: it may get another name, and stays the same one.

    A routine is no device, though one may be called much like it.
    """
    steps = desk.interpreter.steps
    if steps is None:
        return wish

    def pinned(part: Part) -> Part:
        if isinstance(part, Step) and part.verb is Verb.ACTIVATE and part.target.name.lower() in routines:
            return part
        devices = steps.devices(part, room) if isinstance(part, Step) and part.target.name else ()
        if isinstance(part, Step) and (len(devices) == 1 or steps.guarded(part, room)):
            return replace(part, target=Target(", ".join(device.id for device in devices)))
        return part

    return wish.each_group(lambda group: replace(group, parts=tuple(map(pinned, group.parts))))


def _is_so(desk: Desk, event: Event, room: str) -> bool:
    return desk.resolver is not None and event.held is None and holds(event.fact, desk.resolver, room) is True


def _check_fact(desk: Desk, fact: Condition, room: str) -> None:
    if desk.resolver is None or fact.is_of_the_clock:
        return
    found = desk.resolver.resolve(fact.about, room=room)
    if isinstance(found, Unknown) and not fact.is_of_no_device:
        raise ToolError(found.sentence, data={"unknown": [fact.about]})
    if isinstance(found, Ambiguous) and fact.state == "":
        raise asks(found.sentence)
    if isinstance(found, Unknown) or holds(fact, desk.resolver, room) is None:
        raise declines(f"I can't tell how that is ({fact.about}), so I can't wait for it.")
