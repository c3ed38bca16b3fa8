"""Thermostats, air conditioners and water heaters, in °C whatever Home Assistant counts in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from voice_gateway.devices.change import Change
from voice_gateway.devices.choices import Choices
from voice_gateway.devices.degrees import Degrees
from voice_gateway.devices.device import Ability
from voice_gateway.devices.errors import RefusedValue
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import (
    Deed,
    Domain,
    Portrait,
    Units,
    abilities,
    bounds,
    has,
    is_number,
    is_on,
    offered,
    percent,
    value,
    word,
)
from voice_gateway.devices.home_assistant.services import Call
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import Reading, State

_CLIMATE = {
    1: Ability.TARGET, 2: Ability.TARGET_RANGE, 4: Ability.HUMIDITY, 8: Ability.FAN_MODE, 16: Ability.PRESET,
    32: Ability.SWING,
}  # fmt: skip
_WATER = {1: Ability.TARGET, 2: Ability.MODE, 8: Ability.ON}
_ON_OFF = 8
_RANGE = (5.0, 35.0)


def _read_climate(entity: Entity, units: Units) -> Portrait:
    modes = offered(entity, "hvac_modes")
    able = abilities(entity, _CLIMATE, *([Ability.MODE] if modes else []))
    return Portrait(
        Kind.THERMOSTAT,
        able,
        State(
            target=units.degrees(entity.attribute("temperature")),
            target_low=units.degrees(entity.attribute("target_temp_low")),
            target_high=units.degrees(entity.attribute("target_temp_high")),
            mode=value(entity),
            preset=word(entity, "preset_mode"),
            fan_mode=word(entity, "fan_mode"),
            swing=word(entity, "swing_mode"),
            humidity=percent(entity.attribute("humidity")),
            activity=word(entity, "hvac_action"),
            readings=_measured(entity, units),
        ),
        modes=modes,
        target_range=_range(entity, units),
        choices=Choices(
            presets=offered(entity, "preset_modes"),
            fan_modes=offered(entity, "fan_modes"),
            swings=offered(entity, "swing_modes"),
            humidities=bounds(entity, "min_humidity", "max_humidity", (0.0, 100.0)),
        ),
    )


def _write_climate(entity: Entity, change: Change, units: Units) -> Deed:
    to, calls = change.to, []
    if to.mode is not None:
        calls.append(Call("climate", "set_hvac_mode", {"hvac_mode": to.mode}))
    temperatures, to = _temperatures(entity, to, units)
    if temperatures:
        calls.append(Call("climate", "set_temperature", temperatures))
    for wanted, service, name in (
        (to.preset, "set_preset_mode", "preset_mode"),
        (to.fan_mode, "set_fan_mode", "fan_mode"),
        (to.swing, "set_swing_mode", "swing_mode"),
        (to.humidity, "set_humidity", "humidity"),
    ):
        if wanted is not None:
            calls.append(Call("climate", service, {name: wanted}))
    return Deed(tuple(calls), Change(to))


def _temperatures(entity: Entity, to: State, units: Units) -> tuple[dict[str, float], State]:
    """What is sent, and what will be shown for it: the device counts in steps of its own."""
    step = entity.attribute("target_temp_step")
    if to.target is not None and entity.attribute("temperature") is None:
        low, high = (entity.attribute(name) for name in ("target_temp_low", "target_temp_high"))
        if is_number(low) and is_number(high):
            unit = Degrees.FAHRENHEIT if units.fahrenheit else Degrees.CELSIUS
            raise RefusedValue(
                f"The {entity.name} keeps between {low:g} and {high:g} {unit} now; say both ends."
            )
    wanted = {"target": "temperature", "target_low": "target_temp_low", "target_high": "target_temp_high"}
    sent = {
        theirs: units.theirs(degrees, step)
        for ours, theirs in wanted.items()
        if (degrees := getattr(to, ours)) is not None
    }
    shown: dict[str, Any] = {
        ours: units.degrees(sent[theirs]) for ours, theirs in wanted.items() if theirs in sent
    }
    return sent, replace(to, **shown)


def _measured(entity: Entity, units: Units) -> tuple[Reading, ...]:
    found = []
    warmth = units.degrees(entity.attribute("current_temperature"))
    if warmth is not None:
        found.append(Reading("temperature", warmth, "°C"))
    if is_number(humidity := entity.attribute("current_humidity")):
        found.append(Reading("humidity", float(humidity), "%"))
    return tuple(found)


def _range(entity: Entity, units: Units) -> tuple[float, float]:
    low, high = units.degrees(entity.attribute("min_temp")), units.degrees(entity.attribute("max_temp"))
    return _RANGE if low is None or high is None else (low, high)


def _read_water(entity: Entity, units: Units) -> Portrait:
    modes = offered(entity, "operation_list")
    return Portrait(
        Kind.WATER_HEATER,
        abilities(entity, _WATER, *([Ability.ON] if "off" in modes else [])),
        State(
            on=is_on(entity),
            target=units.degrees(entity.attribute("temperature")),
            mode=value(entity),
            readings=_measured(entity, units),
        ),
        modes=modes,
        target_range=_range(entity, units),
    )


def _write_water(entity: Entity, change: Change, units: Units) -> Deed:
    to, calls = change.to, []
    if to.on is not None and (to.on or to.mode is None):
        calls.append(_water_switched(entity, to.on))
    if to.mode is not None:
        calls.append(Call("water_heater", "set_operation_mode", {"operation_mode": to.mode}))
    temperatures, to = _temperatures(entity, to, units)
    if temperatures:
        calls.append(Call("water_heater", "set_temperature", temperatures))
    return Deed(tuple(calls), Change(to))


def _water_switched(entity: Entity, on: bool) -> Call:
    if has(entity, _ON_OFF):
        return Call("water_heater", "turn_on" if on else "turn_off")
    mode = next((mode for mode in offered(entity, "operation_list") if (mode != "off") == on), "off")
    return Call("water_heater", "set_operation_mode", {"operation_mode": mode})


CLIMATE = Domain(_read_climate, _write_climate)
WATER_HEATER = Domain(_read_water, _write_water)
