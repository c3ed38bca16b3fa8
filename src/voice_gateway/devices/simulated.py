"""A home in memory, for whoever has no stick: the same interface, believable delays, one device that is
dead."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from voice_gateway.devices.device import Ability, Device, Status
from voice_gateway.devices.errors import DeviceError, NotAnswering
from voice_gateway.devices.home import Confirmation, Health, look_over
from voice_gateway.devices.home_file import HomePlan, default_plan, read_plan
from voice_gateway.devices.plan import Change, plan
from voice_gateway.devices.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from voice_gateway.devices.commands import Command
    from voice_gateway.devices.home import Listener
    from voice_gateway.devices.state import State

_DELAY = 0.04
"""Seconds a radio command takes."""
_PATIENCE = 12
"""A dead device is given up after so many delays: half a second, where a real one takes three."""


class SimulatedHome:
    """A home that lives in this process."""

    def __init__(self, home_plan: HomePlan | None = None, *, delay: float | None = None) -> None:
        self._plan = home_plan or default_plan()
        planned = _DELAY if self._plan.delay is None else self._plan.delay
        self._delay = planned if delay is None else delay
        self._remembered: dict[str, int] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self.registry = Registry(self._plan.devices)

    def fresh(self) -> SimulatedHome:
        """Another home from the same file, in its first state."""
        return SimulatedHome(self._plan, delay=self._delay)

    async def start(self) -> None:
        now = datetime.now(UTC)
        for device in self.devices():
            if device.status is not Status.DEAD:
                self.registry.put(replace(device, last_seen=now))

    async def close(self) -> None:
        """Nothing is held."""

    def devices(self) -> tuple[Device, ...]:
        return self.registry.all()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self.registry.subscribe(listener)

    def health(self) -> Health:
        return look_over(self.devices(), connected=True, source=self._plan.name, note="simulated, no radio")

    async def command(self, device_id: str, command: Command) -> Confirmation:
        if device_id not in self.registry:
            raise DeviceError(f"There is no device {device_id}.")
        # One at a time for each device, so that two toggles in a row end where they began.
        async with self._locks.setdefault(device_id, asyncio.Lock()):
            change = plan(self.registry[device_id], command)
            if self.registry[device_id].status is Status.DEAD:
                await asyncio.sleep(self._delay * _PATIENCE)
                raise NotAnswering(f"The {self.registry[device_id].label} does not answer.")
            await asyncio.sleep(self._delay)
            device = self.registry[device_id]
            changed = replace(device, state=self._after(device, change), last_seen=datetime.now(UTC))
            self.registry.put(changed)
            return Confirmation(changed)

    def set_state(self, device_id: str, state: State) -> None:
        """Change a device from outside, as a hand on its button would."""
        self.registry.put(replace(self.registry[device_id], state=state))

    def _after(self, device: Device, change: Change) -> State:  # noqa: PLR0911 (one return for each case)
        state, value = device.state, change.value
        if state.level:
            self._remembered[device.id] = state.level
        match change.ability:
            case Ability.ON if state.level is not None:
                # A dimmer comes back as bright as it was.
                level = state.level or self._remembered.get(device.id, 100)
                return replace(state, on=bool(value), level=level if value else 0)
            case Ability.ON:
                return replace(state, on=bool(value))
            case Ability.LEVEL:
                return replace(state, on=bool(value), level=int(value))
            case Ability.POSITION:
                return replace(state, position=int(value))
            case Ability.LOCKED:
                return replace(state, locked=bool(value))
            case Ability.TARGET:
                return replace(state, target=float(value))
            case Ability.MODE:
                return replace(state, mode=str(value))
            case Ability.STOP:
                return state


def load_home(path: Path | None = None, *, delay: float | None = None) -> SimulatedHome:
    """The simulated home in this file, or the one that is shipped."""
    return SimulatedHome(read_plan(path) if path else None, delay=delay)
