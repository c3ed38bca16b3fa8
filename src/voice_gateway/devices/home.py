"""What a home is to the rest of the gateway, whether it is real or simulated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from voice_gateway.devices.change import Change
    from voice_gateway.devices.commands import Command
    from voice_gateway.devices.data import Data, DataQuestion
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.registry import Registry

TIME_LIMIT = 4.5
"""Seconds after which a command has failed. Below five, so that the failure is said within five."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What came of a command that the device accepted."""

    device: Device
    """The device as it is now."""
    finished: bool = True
    """False while it is still on its way: a blind takes its time."""
    change: Change | None = None
    """What it was told."""


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the home can be reached, and which devices need a look."""

    connected: bool
    source: str
    """Where the devices come from: an address, or the name of a simulated home."""
    devices: int
    dead: tuple[Device, ...] = ()
    asleep: tuple[Device, ...] = ()
    low_battery: tuple[Device, ...] = ()
    note: str = ""
    """Why there is no connection, or which versions answer."""
    name: str = "the home"
    """What it is called in a sentence."""
    parts: tuple[Health, ...] = ()
    """Of a home over several sources, each of them."""

    def as_table(self) -> dict[str, Any]:
        """A plain form for programs."""
        return {
            "name": self.name,
            "connected": self.connected,
            "source": self.source,
            "devices": self.devices,
            "dead": [device.name for device in self.dead],
            "asleep": [device.name for device in self.asleep],
            "low_battery": [device.name for device in self.low_battery],
            "note": self.note,
            "sources": [part.as_table() for part in self.parts],
        }


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that a source has and that is no device here, and why."""

    id: str
    name: str
    reason: str


class Home(Protocol):
    """Devices that can be looked at and commanded."""

    @property
    def registry(self) -> Registry:
        """The devices, for whoever resolves names; and it tells every change of them."""

    @property
    def names(self) -> dict[str, str]:
        """What people call a device that has another name here, by its id; said where something fails."""

    async def start(self) -> None:
        """Connect. Returns when the devices are known, or soon after when they cannot be reached yet."""

    async def close(self) -> None: ...

    def devices(self) -> tuple[Device, ...]: ...

    async def command(self, device_id: str, command: Command) -> Confirmation:
        """Do it and wait until the device confirmed. Raises DeviceError in plain words within five
        seconds."""

    async def ask(self, device_id: str, question: DataQuestion) -> Data:
        """What a device knows beside its state: a forecast, appointments, items. Raises CannotDo for one
        that knows none."""

    def watch(self, told: Callable[[], None]) -> None:
        """Tell whenever the home can be reached again, or cannot be any more."""

    def health(self) -> Health: ...

    def left_out(self) -> tuple[LeftOut, ...]:
        """What is there and cannot be seen or commanded."""


LOW_BATTERY = 20


def look_over(
    devices: tuple[Device, ...],
    *,
    connected: bool,
    source: str,
    note: str = "",
    name: str = "the home",
    parts: tuple[Health, ...] = (),
) -> Health:
    """Sum up the devices' conditions."""
    from voice_gateway.devices.device import Status

    return Health(
        connected=connected,
        source=source,
        devices=len(devices),
        dead=tuple(device for device in devices if device.status is Status.DEAD),
        asleep=tuple(device for device in devices if device.status is Status.ASLEEP),
        low_battery=tuple(d for d in devices if d.battery is not None and d.battery <= LOW_BATTERY),
        note=note,
        name=name,
        parts=parts,
    )
