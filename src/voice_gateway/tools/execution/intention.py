"""Says what a call would do: "turn on the kitchen light"."""

from collections.abc import Mapping
from typing import Any

_SAID = {
    "on": "turn on {it}", "off": "turn off {it}", "toggle": "toggle {it}", "open": "open {it}",
    "close": "close {it}", "stop": "stop {it}", "lock": "lock {it}", "unlock": "unlock {it}",
    "dim": "turn {it} down", "brighten": "turn {it} up", "warmer": "make {it} warmer",
    "cooler": "make {it} cooler", "set_level": "set {it} to {value} percent",
    "set_temperature": "set {it} to {value} degrees", "set_color": "make {it} {value}", "play": "play {it}",
    "pause": "pause {it}", "next": "skip to the next on {it}",
    "previous": "go back to the one before on {it}",
    "set_volume": "set the volume of {it} to {value} percent", "volume_up": "make {it} louder",
    "volume_down": "make {it} quieter", "mute": "mute {it}", "unmute": "unmute {it}",
    "set_source": "switch {it} to {value}", "clean": "start {it}", "dock": "send {it} home",
    "locate": "let {it} make itself heard", "activate": "start {it}", "press": "press {it}",
    "arm": "arm {it}", "disarm": "disarm {it}", "set_humidity": "set {it} to {value} percent humidity",
    "tilt": "tilt {it} to {value} percent", "set_mode": "set {it} to {value}",
    "set_preset": "set {it} to {value}",
    "set_fan_mode": "set the fan of {it} to {value}", "set_swing": "set the swing of {it} to {value}",
    "add_item": "put {value} on {it}", "remove_item": "take {value} off {it}",
    "complete_item": "tick off {value} on {it}",
}  # fmt: skip


def intention(tool: str, arguments: Mapping[str, Any]) -> str:
    """In the words of a person, without a claim that it was done."""
    action, device = str(arguments.get("action", "")), str(arguments.get("device", ""))
    if device and action in _SAID:
        value = arguments.get("value")
        shown = f"{value:g}" if isinstance(value, int | float) else str(value)
        return _SAID[action].format(it=_the(device), value=shown)
    if device and action:
        return f"set {_the(device)} to {action}"
    if tool == "control_speaker_volume":
        level = arguments.get("level")
        return f"set the volume to {level} percent" if level is not None else f"turn the volume {action}"
    return f"use {tool.replace('_', ' ')}"


def _the(device: str) -> str:
    return device if device.lower().startswith(("the ", "all ", "every", "both ", "my ")) else f"the {device}"
