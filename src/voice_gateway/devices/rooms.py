"""Other names of rooms: where a home has no lounge but one living room, "the lounge" is that."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from voice_gateway import languages
from voice_gateway.devices.words import roots

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from voice_gateway.devices.device import Device


def other_names(devices: Iterable[Device]) -> Mapping[str, tuple[str, ...]]:
    """By room, what else it may be called: nothing that is, or is in, the name of anything else here."""
    there = list(devices)
    rooms = {device.room for device in there if device.room}
    names = (
        name
        for device in there
        for name in (device.name, *device.aliases, device.room, *device.room_aliases, device.floor)
    )
    taken = {root for name in names for root in roots(name)}
    found: dict[str, tuple[str, ...]] = {}
    for same in _alike():
        called = [room for room in rooms if frozenset(roots(room)) in same]
        if len(called) == 1:
            others = (name for said, name in same.items() if not said <= taken)
            found[called[0]] = (*found.get(called[0], ()), *others)
    return found


@cache
def _alike() -> tuple[Mapping[frozenset[str], str], ...]:
    lines = languages.lines("devices/rooms")
    return tuple({frozenset(roots(name)): name for name in line.split(", ")} for line in lines)
