"""Carries out a wish: find the devices, ask when they are guarded, command them, and say truthfully what
came of it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from voice_gateway.devices.census import IN_STATE
from voice_gateway.devices.errors import CannotDo, DeviceError
from voice_gateway.devices.guard import Guard, as_spoken, question
from voice_gateway.devices.plan import plan
from voice_gateway.devices.resolution import Matched, Resolution
from voice_gateway.devices.resolver import Resolver
from voice_gateway.devices.speech import done

if TYPE_CHECKING:
    from voice_gateway.devices.change import Change
    from voice_gateway.devices.commands import Command
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.home import Confirmation, Home

Confirm = Callable[[str], Awaitable[bool]]
"""Asks the person; True only when they said yes. Raises NotConfirmed when nobody can be asked."""


class NotResolved(DeviceError):
    """The name fits no device, or several; `resolution` says which."""

    def __init__(self, resolution: Resolution, message: str) -> None:
        super().__init__(message)
        self.resolution = resolution


class NotConfirmed(DeviceError):
    """A guarded device was left as it is, because nobody said yes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command to one or more devices."""

    done: tuple[Confirmation, ...] = ()
    failed: tuple[tuple[Device, str], ...] = ()
    """Each with the reason, in words."""

    @property
    def sentence(self) -> str:
        reasons = list(dict.fromkeys(reason for _, reason in self.failed))
        return " ".join([*([done(self.done)] if self.done else []), *reasons])


class Controller:
    """Commands the devices of a home by the names people give them."""

    def __init__(self, home: Home, guard: Guard | None = None) -> None:
        self.home = home
        self.guard = guard if guard is not None else Guard()
        self.resolver = Resolver(home.registry)

    async def control(self, target: str, command: Command, *, confirm: Confirm) -> Outcome:
        """Do it to whatever `target` names. Nothing is switched when the name is unknown or fits several
        devices."""
        resolution = self.resolver.resolve(target, action=command.action)
        if not isinstance(resolution, Matched):
            raise NotResolved(resolution, resolution.sentence)
        changes = _plans(resolution, command, target)
        if guarded := [pair for pair in changes if self.guard.must_confirm(*pair)]:
            asked = as_spoken(question(guarded))
            if not await confirm(asked):
                raise NotConfirmed("Not confirmed, so nothing was changed.")
        return await self._carry_out([device for device, _ in changes], command)

    async def _carry_out(self, devices: list[Device], command: Command) -> Outcome:
        results = await asyncio.gather(
            *(self.home.command(device.id, command) for device in devices), return_exceptions=True
        )
        confirmed: list[Confirmation] = []
        failed: list[tuple[Device, str]] = []
        for device, result in zip(devices, results, strict=True):
            if isinstance(result, DeviceError):
                failed.append((device, result.message))
            elif isinstance(result, BaseException):
                raise result
            else:
                confirmed.append(result)
        return Outcome(tuple(confirmed), tuple(failed))


def _plans(matched: Matched, command: Command, target: str) -> list[tuple[Device, Change]]:
    """What has to change on each device. In a group, a device that is not built for it is passed over."""
    if not matched.devices:
        if stated := re.search(IN_STATE, target):
            raise DeviceError(f"Nothing there is {stated['state']}, so nothing was changed.")
        raise DeviceError("That leaves no device. Nothing was changed.")
    changes: list[tuple[Device, Change]] = []
    unable: list[CannotDo] = []
    for device in matched.devices:
        try:
            changes.append((device, plan(device, command)))
        except CannotDo as error:
            unable.append(error)
    if changes:
        return changes
    if len(unable) == 1:
        raise unable[0]
    raise CannotDo(f"None of the devices in “{target}” can do that. Nothing was changed.")
