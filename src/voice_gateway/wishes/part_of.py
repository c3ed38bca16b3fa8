"""What of the last action is about one thing, so that only that is taken back: "I didn't ask for the fan"."""

from dataclasses import replace
from typing import Final

from voice_gateway.devices import Ambiguous, Matched, Resolver
from voice_gateway.devices.words import roots
from voice_gateway.outcome import TurnOutcome
from voice_gateway.wishes.carried import Carried
from voice_gateway.wishes.last_action import LastAction
from voice_gateway.wishes.text import read_wish
from voice_gateway.wishes.tree import Target
from voice_gateway.wishes.words import Thing

KEPT: Final = {"timer": Thing.TIMER, "alarm": Thing.ALARM, "reminder": Thing.REMINDER, "list": Thing.LIST}
"""What is kept, as it is called when it is objected to."""


def part_of(last: LastAction | None, target: Target, resolver: Resolver | None, room: str) -> LastAction:
    """Of the last action, what was done to what is named; without anything where it did nothing of that."""
    if last is None:
        return LastAction(None, {})
    if thing := kept_named(target.name):
        lines = tuple(line for line in last.undo if _is_about(line, thing))
        return replace(last, before={}, undo=lines, lost=())
    found = resolver.resolve(target.words, room=room) if resolver else None
    touched = {each.id for each in found.devices} if isinstance(found, Matched) else set[str]()
    touched |= {each.id for each in found.candidates} if isinstance(found, Ambiguous) else set()
    return replace(
        last, before={one: state for one, state in last.before.items() if one in touched}, undo=(), lost=()
    )


def kept_named(name: str) -> Thing | None:
    """The kind of what is kept that a name speaks of: "timer", "the alarm"."""
    said = roots(name)
    return KEPT.get(said[-1]) if said else None


def refused(part: LastAction, target: Target, resolver: Resolver | None, room: str, to: Carried) -> bool:
    """Whether it can't be taken back: nothing of it was done, or it is not clear which of several; told."""
    found = resolver.resolve(target.words, room=room) if resolver and not kept_named(target.name) else None
    several = isinstance(found, Ambiguous) and len(part.before) > 1
    if several or len(part.undo) > 1:
        options = found.candidates if isinstance(found, Ambiguous) else ()
        which = [f"the {each.label}" for each in options if each.id in part.before]
        to.said.append(f"Which one do you mean{': ' if which else ''}{' or '.join(which)}?")
        to.outcome = TurnOutcome.ASKED_BACK
        return True
    if not part.before and not part.undo:
        to.said.append(f"I did nothing of that just now ({target.words}), so I've left everything as it is.")
        to.outcome = TurnOutcome.DECLINED
    return not part.before and not part.undo


def _is_about(line: str, thing: Thing) -> bool:
    return any(errand.thing is thing for errand in read_wish(line).errands)
