"""What Zigbee2MQTT says that a device can do (its `exposes`), in the words of MQTT discovery."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from voice_gateway.devices.mqtt.parts import (
    ASKABLE,
    SETTABLE,
    STATE,
    Part,
    Table,
    fixed,
    switched,
    tells,
    told,
)
from voice_gateway.devices.mqtt.properties import single


def parts_of(exposes: Iterable[Table], scenes: Iterable[Table] = ()) -> tuple[Part, ...]:
    """The parts of a device. What is not known here is left out."""
    listed = list(exposes)
    effects = next((one.get("values") for one in listed if one.get("name") == "effect"), None)
    found = [part for one in listed if one.get("features") for part in _acting(one, effects)]
    settings = [one for one in listed if not one.get("features")]
    found += [part for one in settings for part in single(one, alone=not found)]
    for scene in scenes:
        number, name = scene.get("id"), str(scene.get("name") or "").strip()
        if number is not None and name:
            recall = json.dumps({"scene_recall": number})
            found.append(
                Part("scene", f"scene_{number}", name, "", {"command_topic": "set", "payload_on": recall})
            )
    return tuple(found)


def _acting(expose: Table, effects: Any) -> Iterator[Part]:
    features = {str(one.get("name")): one for one in expose.get("features") or () if isinstance(one, dict)}
    make = _ACTING.get(str(expose.get("type")))
    options = make(features) if make else None
    if options is None:
        return
    kind, endpoint = str(expose["type"]), str(expose.get("endpoint") or "")
    if kind == "light" and isinstance(effects, list) and options.get("schema") == "json":
        options["effect_list"] = effects
    first = features.get("state") or next(iter(features.values()), {})
    able = int(first.get("access") or 0)
    asked = str(first.get("property") or "") if able & ASKABLE else ""
    yield Part(kind, f"{kind}_{endpoint}".strip("_"), endpoint.replace("_", " "), asked, options)


def _is_set(features: Mapping[str, Table], *names: str) -> Table | None:
    """The first of these features that can be set."""
    return next(
        (features[name] for name in names if int((features.get(name) or {}).get("access") or 0) & SETTABLE),
        None,
    )


def _pair(option: str, feature: Table | None, template: str = "") -> dict[str, Any]:
    """Topics and templates to read a feature and to set it."""
    if feature is None:
        return {}
    named = template or f"{option}_state_template"
    found = {f"{option}_state_topic": True, named: told(feature)}
    if int(feature.get("access") or 0) & SETTABLE:
        found |= {f"{option}_command_topic": "set", f"{option}_command_template": tells(feature)}
    return found


def _switch(features: Mapping[str, Table]) -> dict[str, Any] | None:
    state = _is_set(features, "state")
    return switched(state) if state else None


def _lock(features: Mapping[str, Table]) -> dict[str, Any] | None:
    state = _is_set(features, "state")
    return switched(state, "lock", "unlock") if state else None


def _light(features: Mapping[str, Table]) -> dict[str, Any] | None:
    state = _is_set(features, "state")
    if state is None:
        return None
    brightness, white = features.get("brightness"), features.get("color_temp")
    scale = int((brightness or {}).get("value_max") or 254)
    whites = (
        {"min_mireds": white.get("value_min", 153), "max_mireds": white.get("value_max", 500)}
        if white
        else {}
    )
    if state.get("property") != "state":
        # The parts of one device share a table, in which each has properties of its own.
        dimmed = _pair("brightness", brightness, "brightness_value_template")
        return {
            **switched(state), **dimmed, **_pair("color_temp", white, "color_temp_value_template"),
            "brightness_scale": scale, **whites,
        }  # fmt: skip
    modes = [mode for mode in ("hs", "xy") if f"color_{mode}" in features][:1]
    modes += ["color_temp"] if white else []
    return {
        "schema": "json", STATE: True, "command_topic": "set", "brightness_scale": scale, **whites,
        "supported_color_modes": modes or (["brightness"] if brightness else ["onoff"]),
        "payload_on": state.get("value_on", "ON"), "payload_off": state.get("value_off", "OFF"),
    }  # fmt: skip


def _cover(features: Mapping[str, Table]) -> dict[str, Any] | None:
    state, position, tilt = features.get("state"), _is_set(features, "position"), _is_set(features, "tilt")
    found: dict[str, Any] = {}
    if state:
        found = {
            "command_topic": "set", **{f"payload_{word.lower()}": fixed(state, word) for word in
            ("OPEN", "CLOSE", "STOP")},
        }  # fmt: skip
    if state and not position:
        found |= {STATE: True, "value_template": told(state), "state_open": "OPEN", "state_closed": "CLOSE"}
    if position:
        found |= {
            "position_topic": True, "position_template": told(position), "set_position_topic": "set",
            "set_position_template": tells(position),
        }  # fmt: skip
    if tilt:
        found |= {
            "tilt_status_topic": True, "tilt_status_template": told(tilt), "tilt_command_topic": "set",
            "tilt_command_template": tells(tilt),
        }  # fmt: skip
    return found or None


def _climate(features: Mapping[str, Table]) -> dict[str, Any] | None:
    heating = _is_set(features, "occupied_heating_setpoint", "current_heating_setpoint")
    cooling = _is_set(features, "occupied_cooling_setpoint", "current_cooling_setpoint")
    one = heating or cooling
    if one is None:
        return None
    found: dict[str, Any] = {"min_temp": one.get("value_min", 5), "max_temp": one.get("value_max", 35)}
    if one.get("value_step"):
        found["temp_step"] = one["value_step"]
    if heating and cooling:
        found |= {**_pair("temperature_low", heating), **_pair("temperature_high", cooling)}
    else:
        found |= _pair("temperature", one)
    if local := features.get("local_temperature"):
        found |= {"current_temperature_topic": True, "current_temperature_template": told(local)}
    for option, name, template, values in (
        ("mode", "system_mode", "", "modes"), ("fan_mode", "fan_mode", "", "fan_modes"),
        ("swing_mode", "swing_mode", "", "swing_modes"),
        ("preset_mode", "preset", "preset_mode_value_template", "preset_modes"),
    ):  # fmt: skip
        if feature := _is_set(features, name):
            found |= {**_pair(option, feature, template), values: list(feature.get("values") or ())}
    return found


def _fan(features: Mapping[str, Table]) -> dict[str, Any] | None:
    state, speed, mode = (_is_set(features, name) for name in ("state", "speed", "mode"))
    if state is None:
        return None
    found = {**switched(state), **_pair("percentage", speed, "percentage_value_template")}
    if speed:
        found |= {
            "speed_range_min": speed.get("value_min") or 1,
            "speed_range_max": speed.get("value_max", 100),
        }
    if mode:
        found |= {
            **_pair("preset_mode", mode, "preset_mode_value_template"),
            "preset_modes": [word for word in mode.get("values") or () if word != "off"],
        }
    return found


_ACTING: dict[str, Callable[[Mapping[str, Table]], dict[str, Any] | None]] = {
    "light": _light, "switch": _switch, "lock": _lock, "cover": _cover, "climate": _climate, "fan": _fan,
}  # fmt: skip
