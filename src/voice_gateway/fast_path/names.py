"""Names of the home, set aside while a sentence is read, so that no word of them is taken for anything else.

"Open Sesame", "Dim Sum" and "Lights Out Lamp" are names; masked, they are one plain word that stands where a
name stands, and two names side by side can be told apart.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from voice_gateway.devices import Device
from voice_gateway.devices.kinds import ALL_NOUNS, Kind
from voice_gateway.devices.words import roots

_ORDINARY: Mapping[Kind, tuple[str, ...]] = {
    Kind.LIGHT: ("reading lamp", "hall lamp", "desk lamp"),
    Kind.DIMMER: ("bedroom lamp", "kitchen lamp", "lounge lamp"),
    Kind.SWITCH: ("coffee machine", "water pump", "radio"),
    Kind.FAN: ("ceiling fan", "desk fan", "bathroom fan"),
    Kind.COVER: ("bedroom blinds", "kitchen blinds", "office blinds"),
    Kind.GARAGE_DOOR: ("garage door", "side gate", "back gate"),
    Kind.LOCK: ("front door", "back door", "side door"),
    Kind.THERMOSTAT: ("thermostat", "bedroom heating", "office heating"),
    Kind.VALVE: ("water valve", "garden valve", "pool valve"),
    Kind.SIREN: ("siren", "hall siren", "shed siren"),
    Kind.SENSOR: ("hall sensor", "attic sensor", "cellar sensor"),
}
"""Names that anybody would give to such a device."""


@dataclass(frozen=True)
class Masked:
    """A sentence with its names set aside."""

    text: str
    names: Mapping[str, str] = field(default_factory=dict)
    """What each stand-in stands for."""

    def unmask(self, text: str) -> str:
        """The text with the names put back."""
        for stand_in, name in self.names.items():
            text = re.sub(rf"\b{re.escape(stand_in)}\b", name.replace("\\", ""), text)
        return text


def mask(text: str, devices: Iterable[Device]) -> Masked:
    """Put a plain word for every full name of the home that stands in a lower-case sentence."""
    return _masked(text, devices, lambda number, _device: f"name{number}x", odd_only=False)


def with_ordinary_names(text: str, devices: Iterable[Device]) -> Masked:
    """Put a usual name of the same kind for every odd one, for a model that has never heard of Gerald."""
    taken: dict[Kind, int] = {}

    def usual(_number: int, device: Device) -> str:
        choices = _ORDINARY[device.kind]
        place = taken.get(device.kind, 0)
        taken[device.kind] = place + 1
        return choices[place % len(choices)]

    return _masked(text, devices, usual, odd_only=True)


def _masked(
    text: str, devices: Iterable[Device], stand_in: Callable[[int, Device], str], *, odd_only: bool
) -> Masked:
    named = sorted(
        ((name.lower().replace("’", "'"), device) for device in devices for name in (device.name, *device.aliases)),
        key=lambda pair: -len(pair[0]),
    )
    names: dict[str, str] = {}
    for name, device in named:
        if odd_only and set(roots(name)) & (ALL_NOUNS | set(roots(device.room))):
            continue
        pattern = re.compile(rf"(?<![\w']){re.escape(name)}(?!\w)(?!'(?!s\b))")
        if len(name) < 3 or not pattern.search(text):
            continue
        chosen = stand_in(len(names), device)
        if chosen in names:
            continue
        text = pattern.sub(chosen, text)
        names[chosen] = name
    return Masked(text, names)
