"""What a node measures, in the words people use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from voice_gateway.devices.state import Reading
from voice_gateway.devices.zwave.node import CC, Node, Value

if TYPE_CHECKING:
    from voice_gateway.devices.zwave.node import ValueKey

_LEVELS = {"air temperature": "temperature", "illuminance": "brightness", "power": "power"}
_SIGNS = {
    "door/window": "door",
    "water": "leak",
    "co": "carbon monoxide",
    "co₂": "carbon dioxide",
    "any": "activity",
    "glass break": "broken glass",
}
_METERS = {"w": "power", "kwh": "energy", "v": "voltage", "a": "current"}

# What an alarm says: its property and key, the name of the reading, and the numbers that mean yes.
_ALARMS: dict[tuple[str, str], tuple[str, frozenset[int]]] = {
    ("Home Security", "Motion sensor status"): ("motion", frozenset({7, 8})),
    ("Home Security", "Cover status"): ("tamper", frozenset({3})),
    ("Access Control", "Door state (simple)"): ("door", frozenset({22})),
    ("Access Control", "Door state"): ("door", frozenset({22})),
    ("Water Alarm", "Sensor status"): ("leak", frozenset({1, 2})),
    ("Smoke Alarm", "Sensor status"): ("smoke", frozenset({1, 2})),
    ("CO Alarm", "Sensor status"): ("carbon monoxide", frozenset({1, 2})),
}


def readings(node: Node) -> tuple[Reading, ...]:
    """Everything the node measures now, each name once."""
    found: dict[str, Reading] = {}
    for key, value in sorted(node.values.items(), key=lambda item: str(item[0])):
        reading = _reading(key, value, node.name.lower())
        if reading is not None:
            found.setdefault(reading.name, reading)
    return tuple(found.values())


def _reading(key: ValueKey, value: Value, called: str) -> Reading | None:
    if value.value is None:
        return None
    match key.command_class:
        case CC.MULTILEVEL_SENSOR:
            name = str(key.property).lower()
            return _number(_LEVELS.get(name, name), value.value, str(value.metadata.get("unit") or ""))
        case CC.METER if key.property == "value":
            unit = str(value.metadata.get("unit") or "")
            return _number(_METERS.get(unit.lower(), "consumption"), value.value, unit)
        case CC.BINARY_SENSOR:
            name = _SIGNS.get(str(key.property).lower(), str(key.property).lower())
            return Reading(_opening(name, called), bool(value.value))
        case CC.NOTIFICATION:
            alarm = _ALARMS.get((str(key.property), str(key.property_key)))
            return Reading(_opening(alarm[0], called), value.value in alarm[1]) if alarm else None
        case _:
            return None


def _opening(name: str, called: str) -> str:
    """The same sensor sits on doors and windows; its name tells which."""
    return "window" if name == "door" and "window" in called else name


def _number(name: str, value: Any, unit: str) -> Reading | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return Reading(name, round(float(value), 2), unit)
