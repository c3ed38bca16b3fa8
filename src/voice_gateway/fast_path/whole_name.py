"""Gives back the whole name of what a sentence calls by it, where a part of it was written down."""

from dataclasses import replace

from voice_gateway.devices import Ambiguous, Device, Matched, Unknown
from voice_gateway.devices.words import roots
from voice_gateway.wishes import Asking, Step, Wish
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.device_steps import DeviceSteps


def with_the_whole_name(wish: Wish, sentence: str, steps: DeviceSteps, room: str = "") -> Wish:
    """ "Close the curtain left in the den", written as `close den curtain`, means the Curtain Left.

    What is asked is about what is named, whatever its quantity is called: "the mileage on the car meter".
    """
    named = steps.resolver.whole_name_in(sentence)
    if named is None:
        return wish

    def whole(part: Step | Asking) -> Step | Asking:
        if not part.target.name or part.target.but or not _is_part_of(part, named, steps, room):
            return part
        return replace(part, target=replace(part.target, name=steps.called(named).lower()))

    parts = (part if not isinstance(part, Step | Asking) else whole(part) for part in wish.parts)
    return replace(wish, parts=tuple(dict.fromkeys(parts)))


def _is_part_of(part: Step | Asking, named: Device, steps: DeviceSteps, room: str) -> bool:
    """Whether words of the name are missing that would tell what is meant."""
    action = action_of(part) if isinstance(part, Step) else None
    found = steps.resolver.resolve(part.target.name, action=action, room=room)
    written, own = {*roots(part.target.name)}, {*roots(named.name)}
    if isinstance(part, Asking) and isinstance(found, Unknown):
        return True
    if own <= written:
        return False
    if isinstance(found, Matched) and len(found.devices) == 1:
        return found.devices != (named,) and written < own  # sensor 2 is another one
    if isinstance(part, Asking):
        return bool(written & own)
    return isinstance(found, Ambiguous) and written <= own | steps.resolver.place_of(named)
