"""A wish as the home knows it, before it is written in the form of a file."""

from collections.abc import Iterator
from dataclasses import replace

from voice_gateway.devices import Action, Kind, Matched, Resolver
from voice_gateway.devices.words import roots
from voice_gateway.measuring.sentences.naming import each_target
from voice_gateway.wishes import Asking, Part, Step, Value, Verb, Wish
from voice_gateway.wishes.actions import action_of

_WHOLE = 100
_SCENES = frozenset({Kind.SCENE, Kind.SCRIPT})


def as_known(wish: Wish, home: Resolver | None) -> Wish:
    """With a step for each of the things that one names, spelled as the home does; scenes are activated."""
    if home is None:
        return wish

    def apart(group: Wish) -> Wish:
        return replace(group, parts=tuple(each for part in group.parts for each in _apart(part, home)))

    return wish.each_group(apart)


def _apart(part: Part, home: Resolver) -> Iterator[Part]:
    if isinstance(part, Asking):
        yield replace(part, target=replace(part.target, name=_spelled(part.target.name, home)))
        return
    if not isinstance(part, Step) or not part.target.name:
        yield part
        return
    # "The printer and the lava lamp" are no two lamps; "the kitchen and hall lights" are two lights.
    for name in each_target(part.target.name, home.is_place):
        found = home.resolve(name)
        scene = isinstance(found, Matched) and {device.kind for device in found.devices} <= _SCENES
        verb = Verb.ACTIVATE if scene and part.verb is Verb.ON else part.verb
        if part.verb is Verb.SET:
            verb = Verb.TEMPERATURE if _is_warm(part, name, home) else Verb.LEVEL
        yield replace(part, verb=verb, target=replace(part.target, name=_spelled(name, home)))


def _is_warm(step: Step, name: str, home: Resolver) -> bool:
    """Whether a bare number is degrees: of a place it may be, and of a thing where it is no percentage."""
    value = step.value or Value()
    return (
        value.fahrenheit
        or (value.number or 0) > _WHOLE
        or (home.is_place(name) and action_of(step) is Action.SET_TEMPERATURE)
    )


def _spelled(name: str, home: Resolver) -> str:
    """As the home has it, where only the spaces are others."""
    known = {tuple(roots(device.name)): device.name for device in home.devices}
    said = tuple(roots(name))
    joined = {"".join(words): device for words, device in known.items()}
    return name if said in known else joined.get("".join(said), name)
