"""From a command to the one attribute of the device that has to change."""

from __future__ import annotations

from dataclasses import dataclass

from voice_gateway.devices.commands import Action, Command
from voice_gateway.devices.device import Ability, Device
from voice_gateway.devices.errors import CannotDo, RefusedValue
from voice_gateway.devices.kinds import LIGHTS, OPENING, Kind

STEP = 20
"""How many percent "brighter" is."""
DEGREES = 1.0
"""How many degrees "warmer" is."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is written to the device: `Ability.LEVEL` to 40, `Ability.LOCKED` to True."""

    ability: Ability
    value: bool | float | str = True


def plan(device: Device, command: Command) -> Change:  # noqa: PLR0911 (one return for each case)
    """What the command comes to for this device as it is now. Raises CannotDo or RefusedValue in plain
    words."""
    match command.action:
        case Action.ON | Action.OFF:
            return _switch(device, command.action is Action.ON, command.value)
        case Action.TOGGLE:
            return _toggle(device)
        case Action.OPEN | Action.CLOSE:
            return _open(device, command)
        case Action.STOP if device.kind in (Kind.SWITCH, Kind.FAN, Kind.SIREN):
            # To stop a pump is to turn it off.
            return plan(device, Command(Action.OFF))
        case Action.STOP:
            _needs(device, Ability.STOP, "stopped")
            return Change(Ability.STOP)
        case Action.LOCK | Action.UNLOCK:
            _needs(device, Ability.LOCKED, f"{command.action}ed")
            return Change(Ability.LOCKED, command.action is Action.LOCK)
        case Action.SET_LEVEL:
            return _set(device, command.value)
        case Action.DIM | Action.BRIGHTEN:
            return _step(device, command)
        case Action.SET_TEMPERATURE | Action.WARMER | Action.COOLER:
            return _temperature(device, command)
        case Action.SET_MODE:
            return _mode(device, command.value)


def can(device: Device, action: Action) -> bool:
    """Whether the device is built for this action at all, whatever the value."""
    value: float | str = device.target_range[0] if Ability.TARGET in device.abilities else 50.0
    if action is Action.SET_MODE:
        return Ability.MODE in device.abilities
    try:
        plan(device, Command(action, value))
    except CannotDo:
        return False
    except RefusedValue:
        return True
    return True


def suitability(device: Device, action: Action) -> int:
    """How well the action suits the device: 2 by its nature, 1 in a manner of speaking, 0 not at all.

    To open a garage door moves it; to "open" a lock only unlocks it. Where both could be meant, the first is.
    """
    if not can(device, action):
        return 0
    match action:
        case Action.OPEN | Action.CLOSE:
            natural = device.kind in OPENING
        case Action.ON | Action.OFF | Action.TOGGLE:
            natural = Ability.ON in device.abilities and device.kind not in OPENING
        case Action.STOP:
            natural = Ability.STOP in device.abilities
        case Action.SET_LEVEL | Action.DIM | Action.BRIGHTEN:
            natural = bool({Ability.LEVEL, Ability.POSITION} & device.abilities)
        case _:
            natural = True
    return 2 if natural else 1


def _needs(device: Device, ability: Ability, done: str) -> None:
    if ability not in device.abilities:
        raise CannotDo(f"The {device.label} can't be {done}.{_what_it_can(device)}")


def _what_it_can(device: Device) -> str:
    """For what is easily mixed up, say what would work."""
    if device.kind is Kind.SENSOR:
        return " It only measures."
    if device.kind is Kind.LOCK:
        return " It can be locked and unlocked."
    if device.kind in OPENING:
        return " It can be opened and closed."
    return ""


def _switch(device: Device, on: bool, value: float | str | None = None) -> Change:
    if on and isinstance(value, (int, float)) and 1 < value <= 100 and Ability.LEVEL in device.abilities:
        # "On, 40" is how small models say "set to 40 percent".
        return Change(Ability.LEVEL, round(value))
    if Ability.MODE in device.abilities:
        return Change(Ability.MODE, _wake_mode(device) if on else "off")
    if device.kind is Kind.VALVE:
        return _open(device, Command(Action.OPEN if on else Action.CLOSE))
    if device.kind in OPENING or Ability.ON not in device.abilities:
        raise CannotDo(f"The {device.label} can't be turned {'on' if on else 'off'}.{_what_it_can(device)}")
    return Change(Ability.ON, on)


def _wake_mode(device: Device) -> str:
    if device.state.mode not in (None, "off"):
        return str(device.state.mode)
    return next(
        (mode for mode in ("heat", "auto", *device.modes) if mode in device.modes and mode != "off"), "heat"
    )


def _toggle(device: Device) -> Change:
    state = device.state
    if Ability.LOCKED in device.abilities:
        return Change(Ability.LOCKED, not state.locked)
    if device.kind in OPENING:
        is_open = bool(state.position) if Ability.POSITION in device.abilities else bool(state.on)
        return _open(device, Command(Action.CLOSE if is_open else Action.OPEN))
    if Ability.MODE in device.abilities:
        return _switch(device, state.mode == "off")
    _needs(device, Ability.ON, "toggled")
    return Change(Ability.ON, not state.on)


def _open(device: Device, command: Command) -> Change:
    opening = command.action is Action.OPEN
    if Ability.LOCKED in device.abilities:
        # To the people who live there, a door is opened by unlocking it.
        return Change(Ability.LOCKED, not opening)
    if device.kind not in OPENING:
        raise CannotDo(
            f"The {device.label} can't be {'opened' if opening else 'closed'}.{_what_it_can(device)}"
        )
    if Ability.POSITION not in device.abilities:
        return Change(Ability.ON, opening)
    if opening and command.value is not None:
        return Change(Ability.POSITION, _percent(device, command.value))
    return Change(Ability.POSITION, 100 if opening else 0)


def _set(device: Device, value: float | str | None) -> Change:
    if device.kind is Kind.THERMOSTAT:
        # "Set the thermostat to 21" can only mean degrees; "to eco" can only mean its mode.
        return (
            _mode(device, value)
            if isinstance(value, str)
            else _temperature(device, Command(Action.SET_TEMPERATURE, value))
        )
    if Ability.POSITION in device.abilities:
        return Change(Ability.POSITION, _percent(device, value))
    if Ability.LEVEL not in device.abilities:
        raise CannotDo(f"The {device.label} can't be {_graded(device)}.{_what_it_can(device)}")
    return Change(Ability.LEVEL, _percent(device, value))


def _graded(device: Device) -> str:
    match device.kind:
        case kind if kind in LIGHTS:
            return "dimmed"
        case Kind.FAN:
            return "set to a speed"
        case Kind.SWITCH:
            return "dimmed"
        case _:
            return "set to a level"


def _step(device: Device, command: Command) -> Change:
    if Ability.LEVEL not in device.abilities:
        raise CannotDo(f"The {device.label} can't be {_graded(device)}.{_what_it_can(device)}")
    if command.value is not None:
        return Change(Ability.LEVEL, _percent(device, command.value))
    level = (device.state.level or 0) if device.state.on is not False else 0
    if command.action is Action.BRIGHTEN:
        return Change(Ability.LEVEL, min(100, level + STEP))
    # Dimming stops short of darkness: turning a light off is another wish.
    return Change(Ability.LEVEL, max(min(level, 5), level - STEP))


def _temperature(device: Device, command: Command) -> Change:
    if Ability.TARGET not in device.abilities:
        raise CannotDo(f"The {device.label} has no temperature to set.{_what_it_can(device)}")
    value = command.value
    if command.action is not Action.SET_TEMPERATURE and (
        value is None or (isinstance(value, (int, float)) and abs(value) <= 10)
    ):
        step = abs(value) if isinstance(value, (int, float)) else DEGREES
        now = device.state.target if device.state.target is not None else 20.0
        value = now + (step if command.action is Action.WARMER else -step)
    if not isinstance(value, (int, float)):
        raise RefusedValue(f"To which temperature should the {device.label} be set?")
    low, high = device.target_range
    if not low <= value <= high:
        raise RefusedValue(f"The {device.label} takes {low:g} to {high:g} °C, not {value:g}.")
    return Change(Ability.TARGET, value)


def _mode(device: Device, value: float | str | None) -> Change:
    if Ability.MODE not in device.abilities:
        raise CannotDo(f"The {device.label} has no modes.{_what_it_can(device)}")
    wanted = "" if value is None else str(value).strip().lower().removesuffix(" mode")
    if wanted not in device.modes:
        known = ", ".join(device.modes)
        raise RefusedValue(f"The {device.label} has the modes {known}{f', not {wanted}' if wanted else ''}.")
    return Change(Ability.MODE, wanted)


def _percent(device: Device, value: float | str | None) -> int:
    if not isinstance(value, (int, float)):
        raise RefusedValue(f"To how many percent should the {device.label} be set? Say 0 to 100.")
    if not 0 <= value <= 100:
        raise RefusedValue(f"The {device.label} takes 0 to 100 percent, not {value:g}.")
    return round(value)
