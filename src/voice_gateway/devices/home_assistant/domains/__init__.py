"""Home Assistant's domains, each read and written in one place."""

from voice_gateway.devices.home_assistant.domains.air import FAN, HUMIDIFIER
from voice_gateway.devices.home_assistant.domains.climate import CLIMATE, WATER_HEATER
from voice_gateway.devices.home_assistant.domains.doors import ALARM, COVER, LOCK, VALVE
from voice_gateway.devices.home_assistant.domains.light import LIGHT
from voice_gateway.devices.home_assistant.domains.media_player import MEDIA_PLAYER
from voice_gateway.devices.home_assistant.domains.robots import LAWN_MOWER, VACUUM
from voice_gateway.devices.home_assistant.domains.simple import (
    BUTTON,
    NUMBER,
    SCENE,
    SCRIPT,
    SELECT,
    SIREN,
    SWITCH,
)
from voice_gateway.devices.home_assistant.domains.telling import CALENDAR, CAMERA, PERSON, TODO, WEATHER
from voice_gateway.devices.home_assistant.portrait import Domain

DOMAINS: dict[str, Domain] = {
    "light": LIGHT, "fan": FAN, "humidifier": HUMIDIFIER, "climate": CLIMATE, "water_heater": WATER_HEATER,
    "cover": COVER, "valve": VALVE, "lock": LOCK, "alarm_control_panel": ALARM, "media_player": MEDIA_PLAYER,
    "vacuum": VACUUM, "lawn_mower": LAWN_MOWER,
    "switch": SWITCH, "input_boolean": SWITCH, "group": SWITCH, "remote": SWITCH, "automation": SWITCH,
    "siren": SIREN, "button": BUTTON, "input_button": BUTTON, "scene": SCENE, "script": SCRIPT,
    "number": NUMBER, "input_number": NUMBER, "select": SELECT, "input_select": SELECT,
    "todo": TODO, "weather": WEATHER, "calendar": CALENDAR, "person": PERSON, "device_tracker": PERSON,
    "camera": CAMERA,
}  # fmt: skip
"""The domains that are devices here. Where several entities belong to one thing, the first of these in this
order is what its sensors are told of."""
MEASURING = frozenset({"sensor", "binary_sensor"})

__all__ = ["DOMAINS", "MEASURING"]
