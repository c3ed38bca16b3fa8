"""What homes behind a line have in common: they are reached first, and a command never takes for ever."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Generic

from voice_gateway.devices.errors import ConnectionLost, NotAnswering, Unreached
from voice_gateway.devices.home import TIME_LIMIT, Confirmation, Health, look_over
from voice_gateway.devices.lasting import Lasting, LineT, NeverSent
from voice_gateway.devices.obeying import Obeying
from voice_gateway.devices.registry import Registry
from voice_gateway.saying import capitalised

if TYPE_CHECKING:
    from collections.abc import Callable

    from voice_gateway.devices.commands import Command
    from voice_gateway.devices.device import Device


class Distant(Obeying, Generic[LineT]):
    """A home at the other end of a line. After `start` it stays connected by itself until `close`."""

    def __init__(self, url: str, line: Lasting[LineT], called: str) -> None:
        """`called` is what it is called where it cannot be reached: "the Z-Wave network"."""
        super().__init__(Registry())
        self.url = url
        self.line = line
        self._called = called

    async def start(self) -> None:
        await self.line.start()

    async def close(self) -> None:
        await self.line.close()

    def health(self) -> Health:
        return look_over(
            self.devices(),
            connected=self.line.online,
            source=self.url,
            note=self.line.note,
            name=self._called,
        )

    def watch(self, told: Callable[[], None]) -> None:
        self.line.watch(told)

    async def command(self, device_id: str, command: Command) -> Confirmation:
        try:
            async with asyncio.timeout(TIME_LIMIT):
                while True:
                    with contextlib.suppress(NeverSent):
                        return await super().command(device_id, command)
                    self.line.drop()
        except TimeoutError as error:
            raise late(self.known(device_id)) from error

    async def reach(self, device: Device) -> None:
        await self.reached(device)

    async def reached(self, device: Device) -> LineT:
        """The line, once it is there. Raises Unreached in plain words."""
        try:
            return await self.line.get()
        except ConnectionLost as error:
            raise Unreached(
                f"{capitalised(self._called)} cannot be reached, "
                f"so the {device.label} was not changed. ({error.message})"
            ) from error


def late(device: Device) -> NotAnswering:
    """What is said when nothing came within the time that a command may take."""
    return NotAnswering(f"The {device.label} did not confirm in time. It is not known whether it changed.")
