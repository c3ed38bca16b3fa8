"""Which commands must be confirmed by the person first: those that open what keeps the home shut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.device import Ability, Device
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.speech import listed
from voice_gateway.devices.words import roots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from voice_gateway.devices.plan import Change

DEFAULT_GUARDED = (Kind.LOCK.value, Kind.GARAGE_DOOR.value)


class Guard:
    """Knows the guarded kinds and devices. Closing, locking and turning off are never held up."""

    def __init__(self, guarded: Iterable[str] = DEFAULT_GUARDED) -> None:
        entries = tuple(guarded)
        self._kinds = frozenset(Kind(entry) for entry in entries if entry in set(Kind))
        self._names = frozenset(roots(entry) for entry in entries if entry not in set(Kind))

    def must_confirm(self, device: Device, change: Change) -> bool:
        return self.watches(device) and _opens(device, change)

    def watches(self, device: Device) -> bool:
        """Whether this device is guarded at all."""
        if device.guarded is not None:
            return device.guarded
        return device.kind in self._kinds or any(
            roots(n) in self._names for n in (device.name, *device.aliases)
        )


def question(changes: Sequence[tuple[Device, Change]]) -> str:
    """What the person is asked: "Unlock the front door? Say yes to confirm." """
    verbs = {_verb(device, change) for device, change in changes}
    verb = verbs.pop() if len(verbs) == 1 else "Change"
    return f"{verb} {listed(f'the {device.label}' for device, _ in changes)}? Say yes to confirm."


def _opens(device: Device, change: Change) -> bool:
    match change.ability:
        case Ability.LOCKED:
            return not change.value
        case Ability.POSITION:
            return float(change.value) > (device.state.position or 0)
        case Ability.ON | Ability.LEVEL:
            return bool(change.value)
        case Ability.STOP:
            return False
        case Ability.TARGET | Ability.MODE:
            return change.value != "off"


def _verb(device: Device, change: Change) -> str:
    match change.ability:
        case Ability.LOCKED:
            return "Unlock"
        case Ability.POSITION:
            return "Open"
        case Ability.ON if device.kind in (Kind.VALVE, Kind.GARAGE_DOOR, Kind.COVER):
            return "Open"
        case Ability.ON:
            return "Turn on"
        case _:
            return "Change"
