"""What each component of MQTT discovery tells of itself: tables from its options to Home Assistant's states.

An entity that is read by these is like the one that Home Assistant would make of the same announcement, so
that all that is known here of Home Assistant's entities holds for it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Words = tuple[str, ...]
"""Names of options, the first one that is announced counts, and in the end what counts without any."""


@dataclass(frozen=True, slots=True)
class Told:
    """Where something is told: an option with a topic and one with the template for it."""

    topic: str
    template: str = "value_template"
    number: bool = False


@dataclass(frozen=True, slots=True)
class Component:
    """How one component is read."""

    value: Told | None = None
    """Where its state is told."""
    states: Mapping[str, Words] = field(default_factory=dict)
    """The words for each of its states; without any, it is told as it is."""
    attributes: Mapping[str, Told] = field(default_factory=dict)
    features: Mapping[str, int] = field(default_factory=dict)
    """The bits of `supported_features` that an option stands for."""
    named: Mapping[str, int] = field(default_factory=dict)
    """The bits for the words that it lists as its `supported_features`."""
    lists: Mapping[str, Words] = field(default_factory=dict)
    """Attributes that are options of their own, under the same name or another."""


def _state(topic: str, *, number: bool = False, template: str = "") -> Told:
    return Told(f"{topic}_topic", template or f"{topic}_template", number)


_STATE = Told("state_topic")
_SWITCHED = {"on": ("state_on", "payload_on", "ON"), "off": ("state_off", "payload_off", "OFF")}
_MOVING = {
    "open": ("state_open", "open"), "opening": ("state_opening", "opening"),
    "closed": ("state_closed", "closed"), "closing": ("state_closing", "closing"),
    "stopped": ("state_stopped", "stopped"),
}  # fmt: skip
_WARMTH = {
    "temperature": _state("temperature_state", number=True),
    "current_temperature": _state("current_temperature", number=True),
}
_DEGREES = {"min_temp": ("min_temp",), "max_temp": ("max_temp",), "target_temp_step": ("temp_step",)}
_HUMIDITIES = {"min_humidity": ("min_humidity",), "max_humidity": ("max_humidity",)}

COMPONENTS: dict[str, Component] = {
    "switch": Component(_STATE, _SWITCHED),
    "siren": Component(Told("state_topic", "state_value_template"), _SWITCHED),
    "light": Component(Told("state_topic", "state_value_template"), _SWITCHED),
    "binary_sensor": Component(_STATE, {"on": ("payload_on", "ON"), "off": ("payload_off", "OFF")}),
    "sensor": Component(_STATE, lists={"unit_of_measurement": ("unit_of_measurement",)}),
    "number": Component(
        _STATE,
        lists={
            "min": ("min",), "max": ("max",), "step": ("step",),
            "unit_of_measurement": ("unit_of_measurement",),
        },
    ),
    "select": Component(_STATE, lists={"options": ("options",)}),
    "button": Component(),
    "scene": Component(),
    "lock": Component(
        _STATE,
        {
            "locked": ("state_locked", "LOCKED"), "unlocked": ("state_unlocked", "UNLOCKED"),
            "locking": ("state_locking", "LOCKING"), "unlocking": ("state_unlocking", "UNLOCKING"),
            "jammed": ("state_jammed", "JAMMED"),
        },
    ),
    "cover": Component(
        _STATE,
        _MOVING,
        {
            "current_position": _state("position", number=True),
            "current_tilt_position": _state("tilt_status", number=True),
        },
        {"command_topic": 1 | 2 | 8, "set_position_topic": 1 | 2 | 4, "tilt_command_topic": 16 | 32 | 128},
    ),
    "valve": Component(_STATE, _MOVING, features={"command_topic": 1 | 2, "payload_stop": 8}),
    "fan": Component(
        Told("state_topic", "state_value_template"),
        _SWITCHED,
        {
            "percentage": _state("percentage_state", number=True, template="percentage_value_template"),
            "preset_mode": _state("preset_mode_state", template="preset_mode_value_template"),
            "oscillating": _state("oscillation_state", template="oscillation_value_template"),
        },
        {"percentage_command_topic": 1, "oscillation_command_topic": 2, "preset_mode_command_topic": 8},
        lists={"preset_modes": ("preset_modes",)},
    ),
    "humidifier": Component(
        Told("state_topic", "state_value_template"),
        _SWITCHED,
        {
            "humidity": _state("target_humidity_state", number=True),
            "current_humidity": _state("current_humidity", number=True),
            "mode": _state("mode_state"),
        },
        {"mode_command_topic": 1},
        lists={"available_modes": ("modes",), **_HUMIDITIES},
    ),
    "climate": Component(
        _state("mode_state"),
        {},
        {
            **_WARMTH,
            "target_temp_low": _state("temperature_low_state", number=True),
            "target_temp_high": _state("temperature_high_state", number=True),
            "current_humidity": _state("current_humidity", number=True),
            "humidity": _state("target_humidity_state", number=True),
            "fan_mode": _state("fan_mode_state"),
            "swing_mode": _state("swing_mode_state"),
            "preset_mode": _state("preset_mode_state", template="preset_mode_value_template"),
            "hvac_action": _state("action"),
        },
        {
            "temperature_command_topic": 1, "temperature_high_command_topic": 2,
            "target_humidity_command_topic": 4, "fan_mode_command_topic": 8, "preset_mode_command_topic": 16,
            "swing_mode_command_topic": 32,
        },
        lists={
            "hvac_modes": ("modes",), "fan_modes": ("fan_modes",), "swing_modes": ("swing_modes",),
            "preset_modes": ("preset_modes",), **_DEGREES, **_HUMIDITIES,
        },
    ),
    "water_heater": Component(
        _state("mode_state"),
        {},
        _WARMTH,
        {"temperature_command_topic": 1, "mode_command_topic": 2, "power_command_topic": 8},
        lists={"operation_list": ("modes",), **_DEGREES},
    ),
    "vacuum": Component(
        _STATE,
        features={"set_fan_speed_topic": 32},
        named={"start": 8192, "pause": 4, "stop": 8, "return_home": 16, "locate": 512, "fan_speed": 32},
        lists={"fan_speed_list": ("fan_speed_list",)},
    ),
    "lawn_mower": Component(
        Told("activity_state_topic", "activity_value_template"),
        features={"start_mowing_command_topic": 1, "pause_command_topic": 2, "dock_command_topic": 4},
    ),
    "alarm_control_panel": Component(
        _STATE,
        named={"arm_home": 1, "arm_away": 2, "arm_night": 4, "arm_custom_bypass": 16, "arm_vacation": 32},
    ),
}  # fmt: skip
"""All others (tags, triggers, updates, images) are no devices to anybody who talks."""
