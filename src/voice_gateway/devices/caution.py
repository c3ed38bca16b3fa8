"""Devices that deserve care whatever their kind: what gets hot, and what must not be switched off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.words import roots

if TYPE_CHECKING:
    from voice_gateway.devices.device import Device

HEAT = "heat"
"""The guard's word for everything that gets hot when it is switched on."""

HOT = frozenset(
    {"oven", "stove", "cooker", "hob", "heater", "iron", "fireplace", "fire", "sauna", "kiln", "grill"}
    | {"furnace", "fryer", "hotplate", "barbecue", "bbq", "griddle", "boiler", "blanket", "forge", "torch"}
    | {"straightener", "steamer", "incubator", "aga"}
)
"""What people call things that get hot."""

_VITAL = frozenset(
    {"freezer", "fridge", "refrigerator", "router", "modem", "wifi", "network", "nas", "server", "gateway"}
    | {"hub", "alarm", "security", "medical", "oxygen", "concentrator", "ventilator", "cpap", "dialysis"}
    | {"defibrillator", "insulin", "nebuliser", "nebulizer", "aquarium", "vivarium", "sump", "icebox"}
    | {"monitor", "cctv", "nvr", "larder"}
)


def gets_hot(device: Device) -> bool:
    """Whether switching it on starts heat, by what people call it. A thermostat looks after itself."""
    if device.kind is Kind.WATER_HEATER:
        return True
    return device.kind in (Kind.SWITCH, Kind.FAN) and bool(called(device) & HOT)


def stays_on(device: Device) -> bool:
    """Whether “everything off” leaves it alone: by the owner's word, else by what people call it."""
    if device.keep_on is not None:
        return device.keep_on
    return device.kind in (Kind.SWITCH, Kind.FAN) and bool(called(device) & _VITAL)


def is_vital_word(word: str) -> bool:
    """Whether the word itself names such a device, so that who says it means it."""
    return word in _VITAL


def called(device: Device) -> frozenset[str]:
    """Every word of its name and its aliases."""
    return frozenset(root for name in (device.name, *device.aliases) for root in roots(name))
