"""What a spoken name can turn out to be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from voice_gateway.devices.device import Device, told_apart
from voice_gateway.devices.words import roots

if TYPE_CHECKING:
    from collections.abc import Sequence


_ANY = re.compile(r"^(?:(?:any|all|some|every|each|both|the|my|our|of) )+(?=\S)", re.IGNORECASE)
"""Said of how many, it is no name."""

_HERE = re.compile(r"(?<=\S)(?: in| around| over)? here$", re.IGNORECASE)
"""Said of where, it is none either."""

_NAMED = 4
"""How many names are read out before "and 3 more"."""


@dataclass(frozen=True, slots=True)
class Matched:
    """The device that was meant, or all of a group."""

    devices: tuple[Device, ...]
    group: bool = False
    """Several were asked for: "all the lights", "the kitchen". One that cannot do the action is then left
    out."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several devices fit equally well; nothing may be switched before the person says which."""

    text: str
    candidates: tuple[Device, ...]

    @property
    def sentence(self) -> str:
        return f"Which one do you mean: {either(self.candidates)}?"


@dataclass(frozen=True, slots=True)
class Unknown:
    """No device is called that."""

    text: str
    suggestions: tuple[Device, ...] = ()

    @property
    def sentence(self) -> str:
        nearest = f" Did you mean {either(self.suggestions)}?" if self.suggestions else ""
        name, here = _HERE.subn("", _ANY.sub("", self.text.strip()))
        return f"There is no device called “{name[:60]}”{' here' if here else ''}.{nearest}"


Resolution = Matched | Ambiguous | Unknown


def either(devices: Sequence[Device]) -> str:
    """ "the kitchen light or the hallway lamp"; devices of the same name are told apart by their rooms."""
    names = [f"the {device.label}" for device in told_apart(devices)]
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def room_named(devices: Sequence[Device], name: str) -> str:
    """The one room of these devices, where the name says it: "lounge blind"; else nothing."""
    rooms = {device.room for device in devices}
    return next((room for room in rooms if len(rooms) == 1 and {*roots(room)} <= {*roots(name)}), "")


def only_in(room: str, found: Resolution) -> Matched | None:
    """Of several that may be meant, the only one in a room."""
    several = found.candidates if room and isinstance(found, Ambiguous) else ()
    there = tuple(device for device in several if device.room == room)
    return Matched(there) if len(there) == 1 else None
