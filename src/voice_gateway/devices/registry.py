"""The devices of a home by id, and when their names last changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from voice_gateway.devices.device import Device
    from voice_gateway.devices.home import Listener


class Registry:
    """Holds every device as it is now.

    `revision` grows when a device appears, goes, or is called something else, and not when a light goes on:
    whoever keeps an index over names rebuilds it only then.
    """

    def __init__(self, devices: Iterable[Device] = ()) -> None:
        self._devices: dict[str, Device] = {}
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

    def __getitem__(self, device_id: str) -> Device:
        return self._devices[device_id]

    def put(self, device: Device) -> None:
        """Add a device, or take its new state."""
        known = self._devices.get(device.id)
        if known == device:
            return
        self._devices[device.id] = device
        if known is None or known.identity != device.identity:
            self.revision += 1
        for listener in tuple(self._listeners):
            listener(device)

    def remove(self, device_id: str) -> None:
        if self._devices.pop(device_id, None) is not None:
            self.revision += 1
            for gone in tuple(self._mourners):
                gone(device_id)

    def replace(self, devices: Iterable[Device]) -> None:
        """Take these devices and forget all others."""
        fresh = {device.id: device for device in devices}
        for gone in set(self._devices) - set(fresh):
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
