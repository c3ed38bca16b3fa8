"""The devices of an evaluation file as entities of a real Home Assistant: a package of its configuration.

Each is a template entity over helpers (`input_boolean`, `input_number`), so that it can be commanded like any
other and put back by hand. Thermostats are generic ones.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from voice_gateway.devices import Device, Kind, Status
from voice_gateway.devices.home_file import HomePlan
from voice_gateway.devices.kinds import LIGHTS

Table = dict[str, Any]

_OFF = {"initial": False}
"""A helper without any option would be left out of a package."""
COVERS = (Kind.COVER, Kind.GARAGE_DOOR)
_MEASURED = {"temperature": "temperature", "humidity": "humidity", "power": "power", "energy": "energy",
             "motion": "motion", "door": "door", "window": "window", "smoke": "smoke", "leak": "moisture",
             "water": "moisture"}  # fmt: skip


def why_not(device: Device) -> str:
    """Why there can be no such entity; empty where there can be."""
    if device.kind is Kind.SENSOR:
        return "" if len(device.state.readings) == 1 else "its readings would be entities without a device"
    if device.kind in (*LIGHTS, Kind.SWITCH, Kind.FAN, Kind.LOCK, Kind.THERMOSTAT, *COVERS):
        return ""
    return f"Home Assistant has no template for a {device.kind.spoken}"


def unique_id(plan: HomePlan, device: Device) -> str:
    return re.sub(r"[^a-z0-9]+", "_", f"evaluation {plan.name} {device.id}".lower())


def package(plans: Sequence[HomePlan]) -> str:
    """What Home Assistant has to be started with, as YAML (all JSON is)."""
    made: Table = {"input_boolean": {}, "input_number": {}, "template": []}
    for plan in plans:
        for device in plan.devices:
            if not why_not(device):
                _add(made, device, unique_id(plan, device))
    return (
        json.dumps({name: part for name, part in made.items() if part}, indent=1, ensure_ascii=False) + "\n"
    )


def _add(made: Table, device: Device, key: str) -> None:
    there = {"availability": "{{ false }}"} if device.status is Status.DEAD else {}
    away = {f"{name}_template": value for name, value in there.items()}
    if device.kind is not Kind.SENSOR:
        made["input_boolean"][key] = _OFF
    named = {"name": device.name, "unique_id": key}
    template: list[Table] = made["template"]
    match device.kind:
        case Kind.SENSOR:
            template.append(_sensor(made, device, key, named | there))
        case Kind.SWITCH:
            template.append({"switch": {**named, **there, "state": _is_on(key), **_switching(key)}})
        case Kind.FAN:
            fan: Table = {
                "friendly_name": device.name,
                "unique_id": key,
                "value_template": _is_on(key),
                **away,
            }
            if device.state.level is not None:
                fan |= {"percentage_template": _number(made, key, "level")}
                fan |= {"set_percentage": [_set(key, "level", "percentage"), *_switching(key)["turn_on"]]}
            _platform(made, "fan", {"fans": {key: fan | _switching(key)}})
        case Kind.LOCK:
            turn = _switching(key)
            how = {"value_template": _is_on(key), "lock": turn["turn_on"], "unlock": turn["turn_off"]}
            _platform(made, "lock", {**named, **how, **away})
        case Kind.COVER | Kind.GARAGE_DOOR:
            _platform(made, "cover", {"covers": {key: _cover(made, device, key) | away}})
        case Kind.THERMOSTAT:
            _thermostat(made, device, key, named)
        case _:
            template.append({"light": {**named, **there, **_light(made, device, key)}})


def _light(made: Table, device: Device, key: str) -> Table:
    light = {"state": _is_on(key), **_switching(key)}
    on = light["turn_on"]
    if device.state.level is not None or device.kind is Kind.DIMMER:
        light |= {"level": _number(made, key, "level", most=255)}
        light |= {"set_level": [_set(key, "level", "brightness"), *on]}
    if device.state.hue is not None:
        hue, saturation = _number(made, key, "hue", most=360), _number(made, key, "saturation")
        light |= {"hs": f"({hue}, {saturation})"}
        light |= {"set_hs": [_set(key, "hue", "h"), _set(key, "saturation", "s"), *on]}
    return light


def _cover(made: Table, device: Device, key: str) -> Table:
    def to(value: int) -> list[Table]:
        return [_set(key, "position", str(value))]

    return {
        "friendly_name": device.name,
        "unique_id": key,
        "position_template": _number(made, key, "position"),
        "open_cover": to(100),
        "close_cover": to(0),
        "set_cover_position": [_set(key, "position", "position")],
        "stop_cover": [],
        **({"device_class": "garage"} if device.kind is Kind.GARAGE_DOOR else {"device_class": "blind"}),
    }


def _thermostat(made: Table, device: Device, key: str, named: Table) -> None:
    least, most = device.target_range
    _number(made, key, "value", least=-50)
    about = {"min_temp": least, "max_temp": most, "target_temp_step": 0.1, "initial_hvac_mode": "heat"}
    far = {"heater": f"input_boolean.{key}", "target_sensor": f"input_number.{key}_value"}
    _platform(made, "climate", {**named, **about, **far}, platform="generic_thermostat")


def _sensor(made: Table, device: Device, key: str, named: Table) -> Table:
    [reading] = device.state.readings
    kind = next((what for word, what in _MEASURED.items() if word in reading.name), None)
    about = {"device_class": kind} if kind else {}
    if isinstance(reading.value, bool):
        made["input_boolean"][key] = _OFF
        return {"binary_sensor": {**named, **about, "state": _is_on(key)}}
    unit = {"unit_of_measurement": reading.unit} if reading.unit else {}
    value = _number(made, key, "value", least=-1000, most=100_000)
    return {"sensor": {**named, **(about if unit else {}), **unit, "state": value}}


def _platform(made: Table, domain: str, table: Table, *, platform: str = "template") -> None:
    made.setdefault(domain, []).append({"platform": platform, **table})


def _number(made: Table, key: str, name: str, *, least: float = 0, most: float = 100) -> str:
    made["input_number"][f"{key}_{name}"] = {"min": least, "max": most, "step": 0.1}
    as_told = "float(0)" if name == "value" else "int(0)"
    return f"{{{{ states('input_number.{key}_{name}') | {as_told} }}}}"


def _is_on(key: str) -> str:
    return f"{{{{ is_state('input_boolean.{key}', 'on') }}}}"


def _switching(key: str) -> dict[str, list[Table]]:
    target = {"entity_id": f"input_boolean.{key}"}
    return {way: [{"action": f"input_boolean.{way}", "target": target}] for way in ("turn_on", "turn_off")}


def _set(key: str, name: str, value: str) -> Table:
    target = {"entity_id": f"input_number.{key}_{name}"}
    return {"action": "input_number.set_value", "target": target, "data": {"value": f"{{{{ {value} }}}}"}}
