"""Single properties of Zigbee devices: what they measure, and their settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from voice_gateway.devices.mqtt.parts import SETTABLE, STATE, Part, Table, switched, told

_MEASURED = {
    "temperature": "temperature", "local_temperature": "temperature", "device_temperature": "temperature",
    "soil_temperature": "temperature", "humidity": "humidity", "pressure": "pressure",
    "illuminance": "illuminance", "illuminance_lux": "illuminance", "battery": "battery",
    "voltage": "voltage", "power": "power", "energy": "energy", "current": "current",
    "co2": "carbon_dioxide", "co": "carbon_monoxide", "voc": "volatile_organic_compounds", "pm25": "pm25",
    "soil_moisture": "moisture", "noise": "sound_pressure", "distance": "distance", "speed": "speed",
    "contact": "opening", "occupancy": "motion", "presence": "occupancy", "water_leak": "moisture",
    "smoke": "smoke", "gas": "gas", "carbon_monoxide": "carbon_monoxide", "vibration": "vibration",
    "moving": "moving", "battery_low": "battery", "tamper": "tamper", "window_open": "window",
}  # fmt: skip
"""Properties that have a device class; it gives them the words that people use."""
_UNTOLD = frozenset(
    {"linkquality", "action", "effect", "identify", "update", "last_seen", "device_temperature"}
)
_TECHNICAL = frozenset({"tamper", "power_outage_count", "trigger_count", "power_on_behavior"})


def single(expose: Table, *, alone: bool) -> Iterator[Part]:
    """A single property: something measured, or, where the device is nothing else, a switch."""
    name, kind, able = str(expose.get("name")), expose.get("type"), int(expose.get("access") or 0)
    key, label = (
        str(expose.get("property") or name),
        str(expose.get("label") or name).replace("_", " ").lower(),
    )
    if (
        name in _UNTOLD
        or name.startswith("action_")
        or not able & 1
        or kind not in ("numeric", "binary", "enum")
    ):
        return
    settable = bool(able & SETTABLE)
    options: dict[str, Any] = {STATE: True, "value_template": told(expose)}
    if settable and kind == "binary" and alone and not expose.get("category"):
        yield Part("switch", key, label, "", switched(expose))
        return
    if settable or (expose.get("category") and name != "battery") or name in _TECHNICAL:
        options["entity_category"] = "config" if settable else "diagnostic"
    options |= {"device_class": _MEASURED.get(name, ""), "unit_of_measurement": expose.get("unit") or ""}
    if kind == "binary":
        # Of a contact, “on” is that it is lost: the door is open.
        on, off = expose.get("value_on", True), expose.get("value_off", False)
        options |= {"payload_on": str(on), "payload_off": str(off)}
    yield Part("binary_sensor" if kind == "binary" else "sensor", key, label, "", options)
