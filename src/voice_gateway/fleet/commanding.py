"""A command reaches its device once, at whichever gateway it was given: told by the owner, and on record."""

import asyncio
import uuid
from collections.abc import Callable
from typing import Any, Final

from voice_gateway.action_id import running_action
from voice_gateway.devices import Command, Device, Home
from voice_gateway.devices.errors import DeviceError, NotAnswering, Unreached
from voice_gateway.devices.home import Confirmation
from voice_gateway.fleet import home_forms as forms
from voice_gateway.fleet.actions import Actions, NotKnown, Withdrawn
from voice_gateway.fleet.errors import Conflict, Unanswered
from voice_gateway.fleet.line import Line, NobodyThere

PATIENCE: Final = 12.0
"""Seconds for which a command waits for an owner, where there is none: the next one comes in ten."""

ANSWER: Final = 6.0
"""Seconds that the owner has for one command; a device has less."""

_PAUSE: Final = 0.2


class Commanding:
    """`source` is the home where we are connected to it, and `is_ours` whether we may still command it."""

    def __init__(
        self, line: Line, actions: Actions, source: Callable[[], Home | None], is_ours: Callable[[], bool]
    ) -> None:
        self._line = line
        self._actions = actions
        self._source = source
        self._is_ours = is_ours

    async def command(self, device: Device, command: Command) -> Confirmation:
        action = f"{running_action() or uuid.uuid4().hex}-{forms.token(device.id)}"
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                return forms.read_confirmation(await self._commanded(action, device.id, command))
            except NobodyThere:
                if asyncio.get_running_loop().time() > until:
                    raise _unreached(device) from None
                await asyncio.sleep(_PAUSE)
            except NotKnown:
                raise _not_known(device) from None
            except (Unanswered, Withdrawn):
                raise _unreached(device) from None

    async def asked(self, asked: dict[str, Any]) -> dict[str, Any]:
        """By another gateway."""
        if not self._source() or not self._is_ours():
            return {"refused": True}
        try:
            return await self._once(asked["action"], asked["device"], forms.read_command(asked["command"]))
        except NotKnown:
            return {"unknown": True}
        except (Unanswered, Withdrawn):
            return forms.error_table(Unreached("That could not be written down, so nothing was changed."))

    async def settled(self) -> None:
        await self._actions.settled()

    async def _commanded(self, action: str, device_id: str, command: Command) -> dict[str, Any]:
        if self._source() and self._is_ours():
            return await self._once(action, device_id, command)
        told = {"action": action, "device": device_id, "command": forms.command_table(command)}
        try:
            answer = await self._line.ask("command", told, ANSWER)
        except NobodyThere:
            raise
        except Unanswered:
            # The owner may have died before it began, or in the middle of it; the record knows.
            try:
                await self._actions.withdraw(action)
            except Conflict:
                return dict(await self._actions.came_to(action))
            raise
        if answer.get("unknown"):
            raise NotKnown(action)
        if answer.get("refused"):
            raise NobodyThere("The home has just changed hands.")
        return answer

    async def _once(self, action: str, device_id: str, command: Command) -> dict[str, Any]:
        async def do() -> dict[str, Any]:
            source = self._source()
            if source is None:
                return forms.error_table(Unreached("The home has changed hands, so nothing was changed."))
            try:
                return forms.confirmation_table(await source.command(device_id, command))
            except DeviceError as error:
                return forms.error_table(error)

        meant = {"device": device_id, "command": forms.command_table(command)}
        return dict(await self._actions.once(action, meant, do))


def _unreached(device: Device) -> Unreached:
    return Unreached(f"The home cannot be reached right now, so the {device.label} was not changed.")


def _not_known(device: Device) -> NotAnswering:
    return NotAnswering(
        f"The {device.label} did not confirm, because the gateway that told it was stopped. "
        "It is not known whether it changed."
    )
