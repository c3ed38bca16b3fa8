"""Fans and humidifiers."""

from __future__ import annotations

from dataclasses import replace

from voice_gateway.devices.change import Change
from voice_gateway.devices.choices import Choices
from voice_gateway.devices.device import Ability
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import (
    Deed,
    Domain,
    Portrait,
    Units,
    abilities,
    bounds,
    is_number,
    is_on,
    offered,
    percent,
    word,
)
from voice_gateway.devices.home_assistant.services import Call
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import Reading, State

_FAN = {1: Ability.LEVEL, 2: Ability.SWING, 8: Ability.PRESET}
_HUMIDIFIER = {1: Ability.MODE}
_SWINGS = ("on", "off")


def _read_fan(entity: Entity, units: Units) -> Portrait:
    able = abilities(entity, _FAN, Ability.ON)
    on = is_on(entity)
    level = percent(entity.attribute("percentage")) if on else None if on is None else 0
    swings = entity.attribute("oscillating")
    return Portrait(
        Kind.FAN,
        able,
        State(
            on=on,
            level=level if Ability.LEVEL in able else None,
            preset=word(entity, "preset_mode"),
            swing=None if swings is None or Ability.SWING not in able else "on" if swings else "off",
        ),
        choices=Choices(
            presets=offered(entity, "preset_modes") if Ability.PRESET in able else (),
            swings=_SWINGS if Ability.SWING in able else (),
        ),
    )


def _write_fan(entity: Entity, change: Change, units: Units) -> Deed:
    to = change.to
    if to.on is False or to.level == 0:
        return Deed((Call("fan", "turn_off"),), Change(State(on=False)))
    calls: list[Call] = []
    if to.level is not None:
        level = _in_steps(to.level, entity.attribute("percentage_step"))
        to = replace(to, level=level, on=True)
        calls.append(Call("fan", "set_percentage", {"percentage": level}))
    if to.preset is not None:
        calls.append(Call("fan", "set_preset_mode", {"preset_mode": to.preset}))
    if to.swing is not None:
        calls.append(Call("fan", "oscillate", {"oscillating": to.swing == "on"}))
    return Deed(tuple(calls) or (Call("fan", "turn_on"),), Change(to))


def _in_steps(level: int, step: object) -> int:
    """The nearest of its speeds, and never none."""
    size = float(step) if isinstance(step, int | float) and step > 0 else 1.0
    return min(100, round(max(1, round(level / size)) * size))


def _read_humidifier(entity: Entity, units: Units) -> Portrait:
    able = abilities(entity, _HUMIDIFIER, Ability.ON, Ability.HUMIDITY)
    measured = entity.attribute("current_humidity")
    readings = (Reading("humidity", float(measured), "%"),) if is_number(measured) else ()
    return Portrait(
        Kind.HUMIDIFIER,
        able,
        State(
            on=is_on(entity),
            humidity=percent(entity.attribute("humidity")),
            mode=word(entity, "mode"),
            readings=readings,
        ),
        modes=offered(entity, "available_modes") if Ability.MODE in able else (),
        choices=Choices(humidities=bounds(entity, "min_humidity", "max_humidity", (0.0, 100.0))),
    )


def _write_humidifier(entity: Entity, change: Change, units: Units) -> Deed:
    to = change.to
    calls: list[Call] = []
    if to.on is not None:
        calls.append(Call("humidifier", "turn_on" if to.on else "turn_off"))
    if to.humidity is not None:
        calls.append(Call("humidifier", "set_humidity", {"humidity": to.humidity}))
    if to.mode is not None:
        calls.append(Call("humidifier", "set_mode", {"mode": to.mode}))
    return Deed(tuple(calls), change)


FAN = Domain(_read_fan, _write_fan)
HUMIDIFIER = Domain(_read_humidifier, _write_humidifier)
