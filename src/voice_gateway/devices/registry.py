"""The devices of a home by id, and when their names last changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from voice_gateway.devices.counting import shown_in
from voice_gateway.devices.degrees import Degrees
from voice_gateway.devices.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from voice_gateway.devices.device import Device
    from voice_gateway.settings.home import DeviceSettings

Listener = Callable[["Device"], None]
"""Is told each device whose state, battery or status changed, as it is now."""


class Registry:
    """Holds every device as it is now, called what the household calls it.

    A source puts in what it finds. The household's own word about a device (`heed`) is stronger, and what it
    does not want to have exposed is in here for nobody.

    `revision` grows when a device appears, goes, or is called something else, and not when a light goes on:
    whoever keeps an index over names rebuilds it only then.
    """

    def __init__(self, devices: Iterable[Device] = ()) -> None:
        self._found: dict[str, Device] = {}
        self._devices: dict[str, Device] = {}
        self._wanted: Mapping[str, DeviceSettings] = {}
        self._degrees: Degrees | None = None
        self._listeners: list[Listener] = []
        self._mourners: list[Callable[[str], None]] = []
        self.revision = 0
        self.replace(devices)

    def __len__(self) -> int:
        return len(self._devices)

    def __contains__(self, device_id: object) -> bool:
        return device_id in self._devices

    def all(self) -> tuple[Device, ...]:
        return tuple(self._devices.values())

    def get(self, device_id: str) -> Device | None:
        return self._devices.get(device_id)

    def known(self, device_id: str) -> Device:
        """Raises DeviceError where there is none."""
        if device := self.get(device_id):
            return device
        raise DeviceError(f"There is no device {device_id}.")

    def __getitem__(self, device_id: str) -> Device:
        return self._devices[device_id]

    @property
    def degrees(self) -> Degrees:
        """What the household counts in: what it says, else what the devices come in."""
        return self._degrees or next((one.degrees for one in self._devices.values()), Degrees.CELSIUS)

    @property
    def found(self) -> Mapping[str, Device]:
        """Every device as its source tells it, whatever the household says of it."""
        return self._found

    def hidden(self) -> tuple[Device, ...]:
        """What the household does not want to have exposed."""
        return tuple(self._called(one) for name, one in self._found.items() if name not in self._devices)

    def heed(self, wanted: Mapping[str, DeviceSettings]) -> None:
        """From now on, the household's word about each of these devices counts."""
        self._wanted = wanted
        for device in tuple(self._found.values()):
            self._show(device)

    def count_in(self, degrees: Degrees) -> None:
        """From now on, temperatures are shown in these."""
        self._degrees = degrees
        for device in tuple(self._found.values()):
            self._show(device)

    def put(self, device: Device) -> None:
        """Add a device, or take its new state."""
        if self._found.get(device.id) != device:
            self._found[device.id] = device
            self._show(device)

    def remove(self, device_id: str) -> None:
        self._found.pop(device_id, None)
        self._hide(device_id)

    def _show(self, found: Device) -> None:
        device, known = self._called(found), self._devices.get(found.id)
        wanted = self.wanted(found.id)
        if wanted and not wanted.exposed:
            self._hide(found.id)
        elif known != device:
            self._devices[device.id] = device
            if known is None or known.identity != device.identity:
                self.revision += 1
            for listener in tuple(self._listeners):
                listener(device)

    def _hide(self, device_id: str) -> None:
        if self._devices.pop(device_id, None) is not None:
            self.revision += 1
            for gone in tuple(self._mourners):
                gone(device_id)

    def wanted(self, device_id: str) -> DeviceSettings | None:
        """What the household says of this device, if anything."""
        return self._wanted.get(device_id)

    def _called(self, found: Device) -> Device:
        found = shown_in(found, self._degrees) if self._degrees else found
        wanted = self.wanted(found.id)
        if wanted is None:
            return found
        given = {name: getattr(wanted, name) for name in ("name", "aliases", "guarded", "keep_on")}
        called = replace(found, **{name: value for name, value in given.items() if value is not None})
        if wanted.room is None or wanted.room == found.room:
            return called
        # The room is what others call it who are there already: its floor and its other names come along.
        there = next((one for one in self._found.values() if one.room == wanted.room), None)
        floor, floor_aliases = (there.floor, there.floor_aliases) if there else ("", ())
        room_aliases = there.room_aliases if there else ()
        return replace(
            called, room=wanted.room, room_aliases=room_aliases, floor=floor, floor_aliases=floor_aliases
        )

    def replace(self, devices: Iterable[Device]) -> None:
        """Take these devices and forget all others."""
        fresh = {device.id: device for device in devices}
        for gone in set(self._found) - set(fresh):
            self.remove(gone)
        for device in fresh.values():
            self.put(device)

    def subscribe(self, listener: Listener, gone: Callable[[str], None] | None = None) -> Callable[[], None]:
        """Tell the listener every change, and `gone` the id of every device that goes; call what is returned
        to stop."""
        self._listeners.append(listener)
        if gone:
            self._mourners.append(gone)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
            if gone in self._mourners:
                self._mourners.remove(gone)

        return stop
