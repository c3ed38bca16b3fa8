"""Holds a wish against what its sentence leaves out: nothing is done to that."""

import re

from voice_gateway.devices import Device, Matched, Resolver
from voice_gateway.devices.kinds import ALL_NOUNS
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.clauses import spared_in, without_state
from voice_gateway.wishes import Step, Wish
from voice_gateway.wishes.actions import action_of

_DAYS = re.compile(r"(?:(?:on|at|the|for|in) )*(?:\w+days?|weekends?|mornings?|evenings?|nights?)(?: .*)?")
"""Days, and no devices, are left out of what is repeated."""

_STAYS = re.compile(
    r"\b(?:(?:stays?|remains?)(?! \w+ (?:for|longer|more) )|remaining|the rest|the others"
    r"|staying(?= \w+ed\b| (?:on|off|lit|open|shut|up|down|as)\b))\b"
)
"""Something is left as it is: "only number one stays lit"."""

_IS_NOT = re.compile(r"\b(?:that|which) (?:is|are)(?:n't| not)\b(?! (?:on|off|open|closed|shut|locked)\b)")
"""Some of several are left out: "every light that isn't upstairs"."""


def keeps_what_is_left_out(wish: Wish, said: str) -> bool:
    """Whether something is left out where words say that something is."""
    left_out = _STAYS.search(said) or _IS_NOT.search(said)
    return not left_out or any(step.target.but for step in wish.steps)


def spared_are_spared(wish: Wish, said: str, resolver: Resolver | None, room: str) -> bool:
    """What the sentence leaves out is not acted on."""
    if resolver is None:
        return True
    spans = [span for span in spared_in(said) if not _DAYS.fullmatch(span)]
    left_out = {*roots(" ".join(spans))} | ALL_NOUNS
    if spans and any({*roots(but)} - left_out for step in wish.steps for but in step.target.but):
        return False  # it leaves out something else
    for span in spans:
        for step in wish.steps:
            named = f" {step.verb} " in f" {span} "
            if not named and devices_of(step, resolver, room) & _named(span, step, resolver, room):
                return False
    return True


def is_spared(device: Device, step: Step, said: str, resolver: Resolver, room: str) -> bool:
    """Whether the sentence or the step leaves a device out, so that nobody may guess that it is meant."""
    spans = (*step.target.but, *(span for span in spared_in(said) if not _DAYS.fullmatch(span)))
    return any(device.id in _named(span, step, resolver, room) | resolver.named_in(span) for span in spans)


def devices_of(step: Step, resolver: Resolver, room: str) -> set[str]:
    """Those that a step is for, where that is clear."""
    found = resolver.resolve(step.target.words, action=action_of(step), room=room)
    return {device.id for device in found.devices} if isinstance(found, Matched) else set()


def _named(span: str, step: Step, resolver: Resolver, room: str) -> set[str]:
    noun = step.target.name.rsplit(maxsplit=1)[-1] if step.target.name else ""
    name = without_state(span)
    bare = re.sub(r"\s+ones?$", "", name)
    for words in (name, bare, f"{bare} {noun}") if roots(name) else ():
        found = resolver.resolve(words, room=room)
        if isinstance(found, Matched):
            return {device.id for device in found.devices}
    return set()
