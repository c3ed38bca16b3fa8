"""The messages that do what Home Assistant's services would do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from voice_gateway.devices.errors import CannotDo
from voice_gateway.devices.home_assistant.services import Call
from voice_gateway.devices.mqtt.announced import Announced, Message
from voice_gateway.devices.mqtt.lights import light_messages
from voice_gateway.devices.mqtt.scales import its_position, its_speed, its_tilt
from voice_gateway.devices.mqtt.templates import written


@dataclass(frozen=True, slots=True)
class Step:
    """One message: a fixed payload, or a value of the call."""

    payload: str = ""
    """The option that has the payload."""
    default: str = ""
    data: str = ""
    """The value of the call that is sent instead."""
    topic: str = "command_topic"
    template: str = "command_template"


def _value(data: str, topic: str) -> Step:
    return Step(data=data, topic=f"{topic}_command_topic", template=f"{topic}_command_template")


_ON, _OFF = Step("payload_on", "ON"), Step("payload_off", "OFF")
_SWITCHED = {"turn_on": _ON, "turn_off": _OFF}
_TEMPERATURE = _value("temperature", "temperature")
_POWER = "power_command_topic"

STEPS: dict[str, Mapping[str, Step | tuple[Step, ...]]] = {
    "switch": _SWITCHED,
    "siren": _SWITCHED,
    "fan": {
        **_SWITCHED,
        "set_percentage": _value("percentage", "percentage"),
        "set_preset_mode": _value("preset_mode", "preset_mode"),
        "oscillate": _value("oscillating", "oscillation"),
    },
    "humidifier": {
        **_SWITCHED,
        "set_humidity": _value("humidity", "target_humidity"),
        "set_mode": _value("mode", "mode"),
    },
    "climate": {
        "set_hvac_mode": _value("hvac_mode", "mode"),
        "set_temperature": (
            _TEMPERATURE,
            _value("target_temp_low", "temperature_low"),
            _value("target_temp_high", "temperature_high"),
        ),
        "set_preset_mode": _value("preset_mode", "preset_mode"),
        "set_fan_mode": _value("fan_mode", "fan_mode"),
        "set_swing_mode": _value("swing_mode", "swing_mode"),
        "set_humidity": _value("humidity", "target_humidity"),
    },
    "water_heater": {
        "turn_on": Step("payload_on", "ON", topic=_POWER, template="power_command_template"),
        "turn_off": Step("payload_off", "OFF", topic=_POWER, template="power_command_template"),
        "set_operation_mode": _value("operation_mode", "mode"),
        "set_temperature": _TEMPERATURE,
    },
    "cover": {
        "open_cover": Step("payload_open", "OPEN", template=""),
        "close_cover": Step("payload_close", "CLOSE", template=""),
        "stop_cover": Step("payload_stop", "STOP", template=""),
        "set_cover_position": Step(
            data="position", topic="set_position_topic", template="set_position_template"
        ),
        "set_cover_tilt_position": _value("tilt_position", "tilt"),
    },
    "valve": {
        "open_valve": Step("payload_open", "OPEN"),
        "close_valve": Step("payload_close", "CLOSE"),
        "stop_valve": Step("payload_stop", "STOP"),
        "set_valve_position": Step(data="position"),
    },
    "lock": {"lock": Step("payload_lock", "LOCK"), "unlock": Step("payload_unlock", "UNLOCK")},
    "alarm_control_panel": {
        "alarm_disarm": Step("payload_disarm", "DISARM"),
        **{
            f"alarm_arm_{how}": Step(f"payload_arm_{how}", f"ARM_{how.upper()}")
            for how in ("home", "away", "night", "vacation", "custom_bypass")
        },
    },
    "vacuum": {
        "start": Step("payload_start", "start"),
        "pause": Step("payload_pause", "pause"),
        "stop": Step("payload_stop", "stop"),
        "return_to_base": Step("payload_return_to_base", "return_to_base"),
        "locate": Step("payload_locate", "locate"),
        "set_fan_speed": Step(data="fan_speed", topic="set_fan_speed_topic", template=""),
    },
    "lawn_mower": {
        name: Step("", default, topic=f"{default}_command_topic", template=f"{default}_command_template")
        for name, default in (("start_mowing", "start_mowing"), ("pause", "pause"), ("dock", "dock"))
    },
    "button": {"press": Step("payload_press", "PRESS")},
    "scene": {"turn_on": Step("payload_on", "ON")},
    "number": {"set_value": Step(data="value")},
    "select": {"select_option": Step(data="option")},
}


def messages_for(announced: Announced, call: Call, label: str) -> tuple[Message, ...]:
    """What is published for the call. Raises CannotDo where the device never said how."""
    if announced.component == "light":
        found = light_messages(announced, call.service, call.data)
    else:
        service, data = _meant(announced, call)
        known = STEPS.get(announced.component, {}).get(service, ())
        steps = known if isinstance(known, tuple) else (known,)
        found = tuple(message for step in steps if (message := _message(announced, step, data)) is not None)
    if not found:
        raise CannotDo(f"The {label} can't do that.")
    return found


def _meant(announced: Announced, call: Call) -> tuple[str, Mapping[str, Any]]:
    """What the device calls it: slats and some doors are only told positions."""
    part = announced.component
    all_the_way = {f"open_{part}": 100, f"close_{part}": 0}
    slats = {f"open_{part}_tilt": 100, f"close_{part}_tilt": 0}
    if call.service in slats:
        return f"set_{part}_tilt_position", {"tilt_position": slats[call.service]}
    if call.service in all_the_way and (
        announced.option("reports_position") or not announced.option("command_topic")
    ):
        return f"set_{part}_position", {"position": all_the_way[call.service]}
    return call.service, call.data


def _message(announced: Announced, step: Step, data: Mapping[str, Any]) -> Message | None:
    topic = announced.option(step.topic)
    if not topic or (step.data and step.data not in data):
        return None
    if not step.data:
        payload = announced.config.get(step.payload, step.default)
        if payload is None:
            return None
        text = written(announced.option(step.template), payload)
    else:
        value = _counted(announced, step.data, data[step.data])
        text = written(announced.option(step.template), value, **{step.data: value})
    return Message(topic, text, bool(announced.option("retain", default=False)), step.topic)


def _counted(announced: Announced, name: str, value: Any) -> Any:
    """The value as the device counts."""
    match name:
        case "percentage":
            return its_speed(announced, value)
        case "position":
            return its_position(announced, value)
        case "tilt_position":
            return its_tilt(announced, value)
        case "oscillating":
            word = "on" if value else "off"
            return announced.option(f"payload_oscillation_{word}", default=f"oscillate_{word}")
    return value
