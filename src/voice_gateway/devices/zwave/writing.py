"""Turns a change into the value that is written to a node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.degrees import fahrenheit
from voice_gateway.devices.device import Device
from voice_gateway.devices.errors import CannotDo, RefusedValue
from voice_gateway.devices.zwave.node import CC, Node, ValueKey
from voice_gateway.devices.zwave.reading import SECURED, covering_parameter
from voice_gateway.devices.zwave.warmth import in_fahrenheit, modes, setpoint_key

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
    """The write that brings a change of one attribute about."""
    endpoint = _endpoint(device)
    to = change.to
    if to.on is not None:
        return _on(node, endpoint, to.on)
    if (percent := to.level if to.position is None else to.position) is not None:
        return _level(device, node, endpoint, percent)
    if to.locked is not None:
        key = ValueKey(endpoint, CC.DOOR_LOCK, "targetMode")
        return Write(key, SECURED if to.locked else 0, key._replace(property="currentMode"))
    if to.target is not None:
        return _target(device, node, endpoint, to.target)
    if to.mode is not None:
        key = ValueKey(endpoint, CC.THERMOSTAT_MODE, "mode")
        number = next(number for number, name in modes(node, endpoint).items() if name == to.mode)
        return Write(key, int(number), key)
    if change.act is Act.STOP:
        return _stop(device, node, endpoint)
    raise CannotDo(f"The {device.label} can't be told that.")


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
