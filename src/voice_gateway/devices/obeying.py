"""What every home does with a command: one at a time for each device, planned on how it is by then."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from voice_gateway.devices.counting import written_for
from voice_gateway.devices.errors import CannotDo
from voice_gateway.devices.plan import plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from voice_gateway.devices.change import Change
    from voice_gateway.devices.commands import Command
    from voice_gateway.devices.data import Data, DataQuestion
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.home import Confirmation, LeftOut
    from voice_gateway.devices.registry import Registry


class Obeying(ABC):
    """Commands in, changes out: a source of devices only has to write the change its own way."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.names: dict[str, str] = {}
        """What people call a device that has another name here."""
        self._locks: dict[str, asyncio.Lock] = {}

    def devices(self) -> tuple[Device, ...]:
        return self.registry.all()

    async def command(self, device_id: str, command: Command) -> Confirmation:
        """Do it and wait until the device confirmed."""
        device = self.known(device_id)
        # One at a time for each device, so that two toggles in a row end where they began.
        async with self._locks.setdefault(device_id, asyncio.Lock()):
            await self.reach(device)
            device = self.known(device_id)
            change = written_for(self.registry.found[device.id], plan(device, command), device.degrees)
            return await self.apply(device, change)

    @abstractmethod
    async def apply(self, device: Device, change: Change) -> Confirmation:
        """Bring the change about, in the degrees of the source, and say how the device is then."""

    async def reach(self, device: Device) -> None:
        """Wait until what is known of the device can be believed; raises DeviceError when it cannot."""
        return

    async def ask(self, device_id: str, question: DataQuestion) -> Data:
        """Nothing, unless the source has such data."""
        raise CannotDo(f"The {self.known(device_id).label} has no {question.about}.")

    def known(self, device_id: str) -> Device:
        device = self.registry.known(device_id)
        called = self.names.get(device_id, device.name)
        return device if called == device.name else replace(device, name=called)

    def watch(self, told: Callable[[], None]) -> None:
        """A home in this process can always be reached."""
        return

    def left_out(self) -> tuple[LeftOut, ...]:
        return ()
