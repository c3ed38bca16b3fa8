"""What "on", "off", "open", "lock" and "stop" come to for a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.device import Ability, Device
from voice_gateway.devices.doing import armed, disarmed, docked, paused, working
from voice_gateway.devices.kinds import OPENING, Kind
from voice_gateway.devices.state import State
from voice_gateway.devices.unable import cannot_be, needs, percent

if TYPE_CHECKING:
    Value = float | str | None

_SWITCHED = {on: Change(State(on=on)) for on in (True, False)}
"""Made once: whoever says “everything off” has it looked at for every device of the home."""
_AT_REST = frozenset({"docked", "returning", "idle", "paused", "error"})


def switched(device: Device, on: bool, value: Value = None) -> Change:  # noqa: PLR0911 (one return for each case)
    able = device.abilities
    if on and isinstance(value, (int, float)) and 1 < value <= 100 and Ability.LEVEL in able:
        # "On, 40" is how small models say "set to 40 percent".
        return Change(State(level=round(value)))
    if on and Ability.RUN in able:
        return Change(act=Act.RUN)
    if on and Ability.PRESS in able:
        return Change(act=Act.PRESS)
    if Ability.CLEAN in able:
        return working(device) if on else docked(device)
    if Ability.ARM in able or Ability.DISARM in able:
        return armed(device, None) if on else disarmed(device)
    if _by_mode(device):
        return Change(State(mode=_wake_mode(device) if on else "off"))
    if device.kind is Kind.VALVE:
        return moved(device, opening=on)
    if device.kind in OPENING or Ability.ON not in able:
        raise cannot_be(device, f"turned {'on' if on else 'off'}")
    return _SWITCHED[on]


def toggled(device: Device) -> Change:
    state, able = device.state, device.abilities
    if Ability.LOCKED in able:
        return Change(State(locked=not state.locked))
    if device.kind in OPENING:
        is_open = bool(state.position) if Ability.POSITION in able else bool(state.on)
        return moved(device, opening=not is_open)
    if Ability.CLEAN in able:
        return switched(device, state.activity in _AT_REST)
    if _by_mode(device):
        return switched(device, state.mode == "off")
    needs(device, Ability.ON, "toggled")
    return Change(State(on=not state.on))


def moved(device: Device, *, opening: bool, value: Value = None) -> Change:
    if Ability.LOCKED in device.abilities:
        # To the people who live there, a door is opened by unlocking it.
        return Change(State(locked=not opening))
    if device.kind not in OPENING:
        raise cannot_be(device, "opened" if opening else "closed")
    if Ability.POSITION not in device.abilities:
        return Change(State(on=opening))
    if opening and value is not None:
        return Change(State(position=percent(device, value)))
    return Change(State(position=100 if opening else 0))


def stopped(device: Device) -> Change:
    if Ability.PAUSE in device.abilities:
        return paused(device)
    if device.kind in (Kind.SWITCH, Kind.FAN, Kind.SIREN):
        # To stop a pump is to turn it off.
        return switched(device, on=False)
    needs(device, Ability.STOP, "stopped")
    return Change(act=Act.STOP)


def _by_mode(device: Device) -> bool:
    """Whether it is off when its mode says so."""
    has_mode = Ability.MODE in device.abilities
    return has_mode and (device.kind is Kind.THERMOSTAT or Ability.ON not in device.abilities)


def _wake_mode(device: Device) -> str:
    if device.state.mode not in (None, "off"):
        return str(device.state.mode)
    return next(
        (mode for mode in ("heat", "auto", *device.modes) if mode in device.modes and mode != "off"), "heat"
    )
