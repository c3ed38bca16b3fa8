"""Turns a change into the value that is written to a node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from voice_gateway.devices.device import Ability, Device
from voice_gateway.devices.errors import CannotDo, RefusedValue
from voice_gateway.devices.plan import Change
from voice_gateway.devices.state import State
from voice_gateway.devices.zwave.node import CC, Node, ValueKey
from voice_gateway.devices.zwave.reading import SECURED, covering_parameter
from voice_gateway.devices.zwave.warmth import fahrenheit, in_fahrenheit, modes, setpoint_key

AS_BEFORE = 255
"""To a dimmer: be as bright as you were."""
_DEFAULT_TONE = 255


@dataclass(frozen=True, slots=True)
class Write:
    """What is sent, and what is read afterwards to see whether it happened."""

    key: ValueKey
    value: Any
    shown_by: ValueKey
    stop: bool = False
    """Not a value at all: end the movement."""


def write_for(device: Device, node: Node, change: Change) -> Write:
    """The write that brings the change about."""
    endpoint = _endpoint(device)
    match change.ability:
        case Ability.ON:
            return _on(node, endpoint, bool(change.value))
        case Ability.LEVEL | Ability.POSITION:
            return _level(device, node, endpoint, int(change.value))
        case Ability.LOCKED:
            target = ValueKey(endpoint, CC.DOOR_LOCK, "targetMode")
            return Write(target, SECURED if change.value else 0, target._replace(property="currentMode"))
        case Ability.TARGET:
            return _target(device, node, endpoint, float(change.value))
        case Ability.MODE:
            key = ValueKey(endpoint, CC.THERMOSTAT_MODE, "mode")
            number = next(number for number, name in modes(node, endpoint).items() if name == change.value)
            return Write(key, int(number), key)
        case Ability.STOP:
            return _stop(device, node, endpoint)


def came_true(change: Change, state: State) -> bool:  # noqa: PLR0911 (one return for each case)
    """Whether the state shows what was asked for."""
    match change.ability:
        case Ability.ON:
            return state.on == change.value
        case Ability.LEVEL:
            return state.level is not None and abs(state.level - int(change.value)) <= 1
        case Ability.POSITION:
            return state.position is not None and abs(state.position - int(change.value)) <= 1
        case Ability.LOCKED:
            return state.locked == change.value
        case Ability.TARGET:
            return state.target is not None and abs(state.target - float(change.value)) < 0.6
        case Ability.MODE:
            return state.mode == change.value
        case Ability.STOP:
            return True


def _endpoint(device: Device) -> int:
    _, _, endpoint = device.id.removeprefix("node-").partition("-")
    return int(endpoint or 0)


def _on(node: Node, endpoint: int, on: bool) -> Write:
    for command_class, yes, no in ((CC.MULTILEVEL_SWITCH, AS_BEFORE, 0), (CC.BINARY_SWITCH, True, False)):
        target = ValueKey(endpoint, command_class, "targetValue")
        if target in node.values:
            return Write(target, yes if on else no, target._replace(property="currentValue"))
    tone = ValueKey(endpoint, CC.SOUND_SWITCH, "toneId")
    return Write(tone, _DEFAULT_TONE if on else 0, tone)


def _level(device: Device, node: Node, endpoint: int, percent: int) -> Write:
    barrier = ValueKey(endpoint, CC.BARRIER, "targetState")
    if barrier in node.values:
        if percent not in (0, 100):
            raise RefusedValue(f"The {device.label} can only be opened or closed all the way.")
        return Write(barrier, 255 if percent else 0, barrier._replace(property="currentState"))
    key = ValueKey(endpoint, CC.WINDOW_COVERING, "targetValue", covering_parameter(node, endpoint))
    if key not in node.values:
        key = ValueKey(endpoint, CC.MULTILEVEL_SWITCH, "targetValue")
    level = max(1, round(percent * 99 / 100)) if percent else 0
    return Write(key, level, key._replace(property="currentValue"))


def _target(device: Device, node: Node, endpoint: int, degrees: float) -> Write:
    key = setpoint_key(node, endpoint)
    if key is None:
        raise CannotDo(f"The {device.label} has no temperature to set.")
    return Write(key, fahrenheit(degrees) if in_fahrenheit(node, key) else degrees, key)


def _stop(device: Device, node: Node, endpoint: int) -> Write:
    parameter = covering_parameter(node, endpoint)
    if parameter is not None:
        shown = ValueKey(endpoint, CC.WINDOW_COVERING, "currentValue", parameter)
    else:
        shown = ValueKey(endpoint, CC.MULTILEVEL_SWITCH, "currentValue")
    if shown not in node.values:
        raise CannotDo(f"The {device.label} can't be stopped.")
    return Write(shown, None, shown, stop=True)
