"""What sensors measure, in the words people use."""

from __future__ import annotations

from voice_gateway.devices.degrees import celsius
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import word
from voice_gateway.devices.state import Reading

BATTERY = "battery"
_UNTOLD = frozenset({"battery_charging", "timestamp", "update"})
_NAMES = {
    "illuminance": "brightness", "carbon_dioxide": "carbon dioxide", "carbon_monoxide": "carbon monoxide",
    "co": "carbon monoxide", "aqi": "air quality", "pm25": "fine dust", "atmospheric_pressure": "pressure",
    "volatile_organic_compounds": "organic compounds", "moisture": "leak", "garage_door": "door",
    "opening": "door", "occupancy": "presence", "connectivity": "connection", "signal_strength": "signal",
}  # fmt: skip
"""Device classes whose own word is not what people say."""


def reading_of(entity: Entity) -> Reading | None:
    """What it measures now; None while it does not say."""
    if not entity.known or entity.device_class in _UNTOLD:
        return None
    name = _name(entity)
    if entity.domain == "binary_sensor":
        return Reading(name, entity.state.value == "on")
    unit = word(entity, "unit_of_measurement") or ""
    try:
        amount = float(entity.state.value)
    except ValueError:
        return Reading(name, entity.state.value, unit)
    if unit == "°F":
        return Reading(name, celsius(amount), "°C")
    # A humid soil is counted in percent, and only a wet floor is a leak.
    return Reading("moisture" if name == "leak" else name, round(amount, 2), unit)


def battery_of(entity: Entity) -> int | None:
    """How full the battery is that it measures, or that its device runs on."""
    if entity.device_class == BATTERY and entity.domain == "sensor" and entity.known:
        told: object = entity.state.value
    else:
        told = entity.attribute("battery_level")
    try:
        return round(float(str(told))) if told is not None else None
    except ValueError:
        return None


def own_name(entity: Entity) -> str:
    """What it is called beside its device: "water temperature" of the "Boiler Water Temperature"."""
    name, thing = entity.name.lower(), entity.thing.name.lower() if entity.thing else ""
    return (name.removeprefix(thing).strip() if thing else name) or name


def _name(entity: Entity) -> str:
    kind = entity.device_class
    return _NAMES.get(kind, kind.replace("_", " ")) or own_name(entity)
