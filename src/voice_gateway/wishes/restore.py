"""The calls that bring devices back to how they were."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final

from langchain_core.messages import ToolCall

from voice_gateway.devices import Action, Device, Registry, State
from voice_gateway.devices.colours import exactly
from voice_gateway.devices.commands import MODES
from voice_gateway.tools import make_call
from voice_gateway.wishes.calls import CONTROL

_SET_BY: Final = {
    "tilt": Action.TILT, "humidity": Action.SET_HUMIDITY, "preset": Action.SET_PRESET,
    "fan_mode": Action.SET_FAN_MODE, "swing": Action.SET_SWING, "volume": Action.SET_VOLUME,
    "source": Action.SET_SOURCE, "option": Action.SET_MODE, "number": Action.SET_LEVEL,
}  # fmt: skip
"""Attributes that are simply told again what they were."""

_DOING: Final = {
    "playing": Action.PLAY, "paused": Action.PAUSE, "idle": Action.PAUSE, "cleaning": Action.CLEAN,
    "mowing": Action.CLEAN, "docked": Action.DOCK, "returning": Action.DOCK, "disarmed": Action.DISARM,
}  # fmt: skip


def restoring_calls(
    before: Mapping[str, State], registry: Registry, called: Callable[[Device], str] = attrgetter("id")
) -> list[ToolCall]:
    """For every device, what must be told it so that it is as before; `called` is how it is named."""
    calls: list[ToolCall] = []
    for device_id, state in before.items():
        device = registry.get(device_id)
        if device is not None:
            name = called(device)
            calls += [make_call(CONTROL, {"device": name, **told}) for told in _told(device.state, state)]
    return calls


def _told(now: State, was: State) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    if was.locked is not None and was.locked != now.locked:
        told.append({"action": "lock" if was.locked else "unlock"})
    if was.position is not None and was.position != now.position:
        told.append({"action": "set_level", "value": was.position})
    # A colour lights the lamp and a source wakes the player, so that "off" comes after them.
    told += _colour(now, was)
    for name, action in _SET_BY.items():
        if (value := getattr(was, name)) is not None and value != getattr(now, name):
            told.append({"action": action.value, "value": value})
    if was.on is False and now.on:
        told.append({"action": "off"})
    elif was.level and was.level != now.level:
        told.append({"action": "set_level", "value": was.level})
    elif was.on and not now.on:
        told.append({"action": "on"})
    if was.mode is not None and was.mode != now.mode:
        plain = was.mode in (*MODES, "off")
        told.append({"action": was.mode} if plain else {"action": "set_mode", "value": was.mode})
    if was.target is not None and was.target != now.target:
        told.append({"action": "set_temperature", "value": was.target})
    bounds = (was.target_low, was.target_high)
    if None not in bounds and bounds != (now.target_low, now.target_high):
        told.append({"action": "set_temperature", "value": f"{was.target_low:g}-{was.target_high:g}"})
    if was.muted is not None and was.muted != now.muted:
        told.append({"action": "mute" if was.muted else "unmute"})
    return told + _activity(now, was)


def _colour(now: State, was: State) -> list[dict[str, Any]]:
    if was.on is False and not now.on:
        return []
    if was.effect is not None and was.effect != now.effect:
        return [{"action": "set_color", "value": was.effect}]
    if was.hue is not None and (was.hue, was.saturation) != (now.hue, now.saturation):
        return [{"action": "set_color", "value": exactly(was.hue, was.saturation or 0)}]
    if was.kelvin is not None and was.kelvin != now.kelvin:
        return [{"action": "set_color", "value": was.kelvin}]
    return []


def _activity(now: State, was: State) -> list[dict[str, Any]]:
    """What it did before; a player that was off is off again, and that is all."""
    if was.activity is None or was.activity == now.activity or (was.on is False and now.on):
        return []
    if was.activity.startswith("armed_"):
        return [{"action": "arm", "value": was.activity.removeprefix("armed_")}]
    action = _DOING.get(was.activity)
    return [{"action": action.value}] if action else []
