"""Says what a call would do: "turn on the kitchen light"."""

from collections.abc import Mapping
from typing import Any

_SAID = {
    "on": "turn on {it}", "off": "turn off {it}", "toggle": "toggle {it}", "open": "open {it}",
    "close": "close {it}", "stop": "stop {it}", "lock": "lock {it}", "unlock": "unlock {it}",
    "dim": "dim {it}", "brighten": "make {it} brighter", "warmer": "make {it} warmer",
    "cooler": "make {it} cooler", "set_level": "set {it} to {value} percent",
    "set_temperature": "set {it} to {value} degrees",
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
