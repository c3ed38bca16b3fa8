"""From a command to what has to change on the device as it is now."""

from __future__ import annotations

from collections.abc import Callable

from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.colouring import coloured
from voice_gateway.devices.commands import Action, Command
from voice_gateway.devices.device import Ability, Device
from voice_gateway.devices.doing import (
    armed,
    disarmed,
    docked,
    item_changed,
    muted,
    paused,
    played,
    skipped,
    source_set,
    volume_moved,
    volume_set,
    working,
)
from voice_gateway.devices.errors import CannotDo, RefusedValue
from voice_gateway.devices.kinds import OPENING, RUNNING, Kind
from voice_gateway.devices.setting import (
    fan_mode_set,
    humidity_set,
    mode_set,
    preset_set,
    set_to,
    stepped,
    swing_set,
    temperature_set,
    tilted,
    warmed,
)
from voice_gateway.devices.state import State
from voice_gateway.devices.switching import moved, stopped, switched, toggled
from voice_gateway.devices.unable import needs

Value = float | str | None


def plan(device: Device, command: Command) -> Change:
    """What the command comes to for this device. Raises CannotDo or RefusedValue in plain words."""
    return _PLANS[command.action](device, command.value)


def can(device: Device, action: Action) -> bool:
    """Whether the device is built for this action at all, whatever the value."""
    if action is Action.SET_MODE:
        return bool({Ability.MODE, Ability.PRESET, Ability.OPTION} & device.abilities)
    value: float | str = device.target_range[0] if Ability.TARGET in device.abilities else 50.0
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
            natural = bool({Ability.STOP, Ability.PAUSE} & device.abilities)
        case Action.PAUSE:
            natural = Ability.PAUSE in device.abilities
        case Action.ACTIVATE:
            natural = device.kind in RUNNING
        case Action.CLEAN:
            natural = device.kind is Kind.VACUUM
        case Action.SET_LEVEL | Action.DIM | Action.BRIGHTEN:
            natural = bool({Ability.LEVEL, Ability.POSITION, Ability.NUMBER} & device.abilities)
        case _:
            natural = True
    return 2 if natural else 1


def _locked(device: Device, *, locked: bool) -> Change:
    needs(device, Ability.LOCKED, "locked" if locked else "unlocked")
    return Change(State(locked=locked))


def _did(device: Device, ability: Ability, act: Act, done: str) -> Change:
    needs(device, ability, done)
    return Change(act=act)


_PLANS: dict[Action, Callable[[Device, Value], Change]] = {
    Action.ON: lambda device, value: switched(device, True, value),
    Action.OFF: lambda device, _: switched(device, False),
    Action.TOGGLE: lambda device, _: toggled(device),
    Action.OPEN: lambda device, value: moved(device, opening=True, value=value),
    Action.CLOSE: lambda device, _: moved(device, opening=False),
    Action.STOP: lambda device, _: stopped(device),
    Action.LOCK: lambda device, _: _locked(device, locked=True),
    Action.UNLOCK: lambda device, _: _locked(device, locked=False),
    Action.SET_LEVEL: set_to,
    Action.DIM: lambda device, value: stepped(device, value, up=False),
    Action.BRIGHTEN: lambda device, value: stepped(device, value, up=True),
    Action.SET_TEMPERATURE: temperature_set,
    Action.WARMER: lambda device, value: warmed(device, value, warmer=True),
    Action.COOLER: lambda device, value: warmed(device, value, warmer=False),
    Action.SET_MODE: mode_set,
    Action.SET_PRESET: preset_set,
    Action.SET_FAN_MODE: fan_mode_set,
    Action.SET_SWING: swing_set,
    Action.SET_HUMIDITY: humidity_set,
    Action.SET_COLOR: coloured,
    Action.TILT: tilted,
    Action.PLAY: lambda device, _: played(device),
    # To pause what only moves or runs is to stop it.
    Action.PAUSE: lambda device, _: paused(device) if Ability.PAUSE in device.abilities else stopped(device),
    Action.NEXT: lambda device, _: skipped(device, forward=True),
    Action.PREVIOUS: lambda device, _: skipped(device, forward=False),
    Action.SET_VOLUME: volume_set,
    Action.VOLUME_UP: lambda device, value: volume_moved(device, value, louder=True),
    Action.VOLUME_DOWN: lambda device, value: volume_moved(device, value, louder=False),
    Action.MUTE: lambda device, _: muted(device, muted=True),
    Action.UNMUTE: lambda device, _: muted(device, muted=False),
    Action.SET_SOURCE: source_set,
    Action.CLEAN: lambda device, _: working(device),
    Action.DOCK: lambda device, _: docked(device),
    Action.LOCATE: lambda device, _: _did(device, Ability.LOCATE, Act.LOCATE, "located"),
    # To activate what is no scene is to turn it on.
    Action.ACTIVATE: lambda device, _: switched(device, True),
    Action.PRESS: lambda device, _: _did(device, Ability.PRESS, Act.PRESS, "pressed"),
    Action.ARM: armed,
    Action.DISARM: lambda device, _: disarmed(device),
    Action.ADD_ITEM: lambda device, value: item_changed(device, Act.ADD_ITEM, value),
    Action.REMOVE_ITEM: lambda device, value: item_changed(device, Act.REMOVE_ITEM, value),
    Action.COMPLETE_ITEM: lambda device, value: item_changed(device, Act.COMPLETE_ITEM, value),
}
"""One line for each action, so that a new one cannot be forgotten."""
