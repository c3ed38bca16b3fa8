"""What a thermostat can be set to and is set to, in °C and in our words."""

from __future__ import annotations

from voice_gateway.devices.degrees import celsius
from voice_gateway.devices.zwave.node import CC, Node, ValueKey

_HEATING, _COOLING = 1, 2


def modes(node: Node, endpoint: int) -> dict[str, str]:
    """The thermostat's modes by their numbers, in our words."""
    states = node.metadata(endpoint, CC.THERMOSTAT_MODE, "mode").get("states") or {}
    ours = {"energy heat": "eco", "auto changeover": "auto"}
    return {str(number): ours.get(name.lower(), name.lower()) for number, name in states.items()}


def setpoint_key(node: Node, endpoint: int) -> ValueKey | None:
    """The temperature that counts in the present mode."""
    keys = {
        key.property_key: key
        for key in node.values
        if key[:3] == (endpoint, CC.THERMOSTAT_SETPOINT, "setpoint")
    }
    mode = modes(node, endpoint).get(str(node.get(endpoint, CC.THERMOSTAT_MODE, "mode")))
    wanted = _COOLING if mode == "cool" else _HEATING
    return keys.get(wanted) or keys.get(_HEATING) or next(iter(keys.values()), None)


def target(node: Node, endpoint: int) -> float | None:
    key = setpoint_key(node, endpoint)
    value = node.values[key].value if key else None
    if key is None or not isinstance(value, (int, float)):
        return None
    return celsius(value) if in_fahrenheit(node, key) else float(value)


def target_range(node: Node, endpoint: int) -> tuple[float, float]:
    key = setpoint_key(node, endpoint)
    metadata = node.values[key].metadata if key else {}
    low, high = metadata.get("min"), metadata.get("max")
    if key is None or not isinstance(low, (int, float)) or not isinstance(high, (int, float)):
        return (5.0, 35.0)
    return (celsius(low), celsius(high)) if in_fahrenheit(node, key) else (float(low), float(high))


def in_fahrenheit(node: Node, key: ValueKey) -> bool:
    return str(node.values[key].metadata.get("unit", "")).endswith("F")
