"""What is dimmed: of many lights those that are on, or all where all are dark and it is said how bright; else
the one that is named. Nothing but lights is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from voice_gateway import languages
from voice_gateway.devices import Ambiguous, Device, Matched, Resolver
from voice_gateway.devices.kinds import ALL_NOUNS, LIGHTS, kind_by_name
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.clauses import STARTS, is_stated
from voice_gateway.fast_path.context import each_name
from voice_gateway.fast_path.left_out import devices_of
from voice_gateway.wishes import Step, Verb, Wish
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.verbs import MEASURED

if TYPE_CHECKING:
    from voice_gateway.fast_path.home_names import HomeNames

_LIT: Final = "that are on"
_APART: Final = re.compile(r",|\b(?:and|then)\b")
_STEPS: Final = MEASURED | {Verb.SET, Verb.SPEED, Verb.LEVEL, Verb.WARMER, Verb.COOLER, Verb.OFF}


def as_dimmed(step: Step, names: "HomeNames", text: str) -> Step | None:
    """The step as it is meant where its clause speaks of dimming; None where nothing of it is a light."""
    if not _dims(text) or step.verb not in _STEPS or is_stated(step):
        return step
    step = replace(step, target=replace(step.target, name=_without_dims(step.target.name)))
    found = names.resolve(step.target.words, action_of(step))
    if isinstance(found, Ambiguous):
        return step if any(map(_is_light, found.candidates)) else None
    if not isinstance(found, Matched) or not any(map(_is_light, found.devices)):
        return None
    if len(found.devices) == 1 or _each_is_named(step, names):
        return step if all(map(_is_light, found.devices)) else None
    if _are_lit_for(step, found.devices):
        return step
    name = step.target.name if all(map(_is_light, found.devices)) else _of_lights(step.target.name)
    lit = replace(step, target=replace(step.target, name=f"{name} {_LIT}"))
    of_all = names.resolve(replace(lit.target, name=name).words, action_of(step)) if name else None
    return lit if isinstance(of_all, Matched) and all(map(_is_light, of_all.devices)) else None


def dims_only_lights(wish: Wish, said: str, resolver: Resolver | None, room: str) -> bool:
    """Whether a sentence that only speaks of dimming changes lights, and of many only those that are on."""
    if resolver is None or not _dims(said) or any(map(_tells_else, _APART.split(said))):
        return True
    for step in wish.steps:
        named = devices_of(step, resolver, room) if step.verb in _STEPS else set()
        told = [each for each in resolver.devices if each.id in named]
        kept = is_stated(step) or len(told) == len(each_name(step.target)) or step.verb is Verb.OFF
        if not (kept or _are_lit_for(step, told)) or not all(map(_is_light, told)):
            return False
    return True


def _are_lit_for(step: Step, devices: Sequence[Device]) -> bool:
    """Whether they are lights that are all dark, and it is said how bright they are to be."""
    dark = all(_is_light(each) and not each.state.on for each in devices)
    return dark and step.value is not None and not step.moves


def _dims(text: str) -> bool:
    return not _words()["dims"].isdisjoint(text.split())


def _tells_else(clause: str) -> bool:
    """Whether it is told in other words what to do: "dim the lights, and set the fan to 30"."""
    return not _dims(clause) and not {*STARTS}.isdisjoint(clause.split())


def _without_dims(name: str) -> str:
    return " ".join(word for word in name.split() if word not in _words()["dims"])


def _each_is_named(step: Step, names: "HomeNames") -> bool:
    """Whether every one of them is called by a name of its own: "the kitchen light and the lamp"."""
    found = [names.resolve(name, action_of(step)) for name in each_name(step.target)]
    return all(isinstance(each, Matched) and len(each.devices) == 1 for each in found)


def _of_lights(name: str) -> str:
    """ "Everything upstairs" as its lights; nothing where other things are named beside."""
    said, every = name.split(), _words()["all"]
    if every.isdisjoint(said) or ALL_NOUNS & {*roots(name)}:
        return ""
    return " ".join(["all lights", *(word for word in said if word not in every)])


def _is_light(device: Device) -> bool:
    """Whether it is one to the people who live there: a dimmer that is called a fan is none."""
    return kind_by_name(device.kind, frozenset(roots(device.name))) in LIGHTS


@cache
def _words() -> Mapping[str, frozenset[str]]:
    return {about: frozenset(words.split("|")) for about, words in languages.pairs("fast_path/words/dimming")}
