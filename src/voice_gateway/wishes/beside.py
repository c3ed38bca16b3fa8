"""Of several things of a kind, the one beside what was named in the same breath is meant."""

from dataclasses import replace

from voice_gateway.devices.resolution import only_in, room_named
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.device_steps import DeviceSteps
from voice_gateway.wishes.tree import Part, Step, Target, Wish


def beside_one_another(wish: Wish, steps: DeviceSteps | None, room: str) -> Wish:
    """ "Lounge blind down and the lamp on": of all lamps, the only one in the lounge, which was named."""
    if steps is None or len(wish.parts) < 2:
        return wish
    parts: list[Part] = []
    near = ""
    for part in wish.parts:
        meant = part
        if isinstance(part, Step) and part.target.name and action_of(part):
            meant = _there(part, steps, room, near) if near else part
            devices = steps.devices(meant, room)
            still = near if {device.room for device in devices} == {near} else ""
            near = room_named(devices, part.target.words) or still
        parts.append(meant)
    return replace(wish, parts=tuple(parts))


def _there(step: Step, steps: DeviceSteps, room: str, near: str) -> Step:
    found = steps.resolver.resolve(step.target.words, action=action_of(step), room=room)
    there = None if step.target.but else only_in(near, found)
    return replace(step, target=Target(steps.called(there.devices[0]))) if there else step
