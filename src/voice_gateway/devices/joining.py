"""Devices that several sources see: who sees them, the way they are commanded, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from voice_gateway.devices.device import Device, Status
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from voice_gateway.settings.home import DeviceSettings


@dataclass(slots=True, eq=False)
class Sighting:
    """One device, and who sees it."""

    id: str = ""
    """Its id in the joined home: that of the nearest source."""
    by: dict[int, Device] = field(default_factory=dict)
    """The place of each source that sees it, and how it looks there."""


class JoinedRegistry(Registry):
    """Knows a device by the id that each of its sources gave it. So what was remembered under one id still
    means the device when another source turns up, or is gone."""

    def __init__(self) -> None:
        self.other_ids: dict[str, str] = {}
        super().__init__()

    def __contains__(self, device_id: object) -> bool:
        return isinstance(device_id, str) and self.get(device_id) is not None

    def get(self, device_id: str) -> Device | None:
        return super().get(device_id) or super().get(self.other_ids.get(device_id, ""))

    def wanted(self, device_id: str) -> DeviceSettings | None:
        """By whichever of its ids it was written down."""
        others = (other for other, now in self.other_ids.items() if now == device_id)
        return next(
            (told for one in (device_id, *others) if (told := super(JoinedRegistry, self).wanted(one))), None
        )

    def __getitem__(self, device_id: str) -> Device:
        found = self.get(device_id)
        if found is None:
            raise KeyError(device_id)
        return found


def joined(device_id: str, way: Device, seen: Sequence[Device], *, reachable: bool) -> Device:
    """The device as it is by the way that it is commanded, called as people call it.

    `seen` is what each source sees, from the nearest to the device to the nearest to the people.
    """
    # Where only what it measures is seen, nobody has named the device itself.
    alike = [one for one in seen if (one.kind is Kind.SENSOR) == (way.kind is Kind.SENSOR)]
    placed = next((one for one in reversed(alike) if one.room), way)
    return replace(
        way,
        id=device_id,
        name=alike[-1].name,
        kind=_kind(way, seen),
        aliases=tuple(dict.fromkeys(alias for one in reversed(alike) for alias in one.aliases)),
        room=placed.room,
        floor=placed.floor,
        room_aliases=placed.room_aliases,
        floor_aliases=placed.floor_aliases,
        guarded=next((one.guarded for one in reversed(seen) if one.guarded is not None), None),
        marks=frozenset().union(*(one.marks for one in seen)),
        battery=next((one.battery for one in (way, *seen) if one.battery is not None), None),
        status=way.status if reachable else Status.DEAD,
    )


def _kind(way: Device, seen: Sequence[Device]) -> Kind:
    """A relay may be known for what hangs on it by one of them only."""
    telling = (
        one.kind for one in reversed(seen) if one.kind is not Kind.SWITCH and one.abilities == way.abilities
    )
    return next(telling, way.kind) if way.kind is Kind.SWITCH else way.kind
