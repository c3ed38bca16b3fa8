"""Lights: brightness, colours, shades of white, effects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from voice_gateway.devices.change import Change
from voice_gateway.devices.choices import Choices
from voice_gateway.devices.device import Ability
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import (
    Deed,
    Domain,
    Portrait,
    Units,
    bounds,
    has,
    is_number,
    is_on,
    offered,
    percent,
    word,
)
from voice_gateway.devices.home_assistant.services import Call
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import State

EFFECT = 4
COLOURS = ("hs", "xy", "rgb", "rgbw", "rgbww")
"""The ways to tell a colour, the plainest first."""
WHITES = "color_temp"
_FULL = 255.0
_NO_EFFECT = frozenset({"none", "off"})


def _read(entity: Entity, units: Units) -> Portrait:
    modes = set(offered(entity, "supported_color_modes"))
    able = {Ability.ON}
    if modes - {"onoff", "unknown"}:
        able.add(Ability.LEVEL)
    if modes & {*COLOURS}:
        able.add(Ability.COLOR)
    if WHITES in modes:
        able.add(Ability.KELVIN)
    effects = offered(entity, "effect_list") if has(entity, EFFECT) else ()
    if effects:
        able.add(Ability.EFFECT)
    kelvins = bounds(entity, "min_color_temp_kelvin", "max_color_temp_kelvin", Choices().kelvins)
    return Portrait(
        kind=Kind.DIMMER if Ability.LEVEL in able else Kind.LIGHT,
        abilities=frozenset(able),
        state=_state(entity, frozenset(able)),
        choices=Choices(effects=effects, kelvins=kelvins)
        if able & {Ability.KELVIN, Ability.EFFECT}
        else Choices(),
    )


def _state(entity: Entity, able: frozenset[Ability]) -> State:
    on = is_on(entity)
    level = percent(entity.attribute("brightness"), _FULL) if on else 0
    state = State(on=on, level=level if Ability.LEVEL in able and on is not None else None)
    shown = word(entity, "color_mode")
    colour, kelvin = entity.attribute("hs_color"), entity.attribute("color_temp_kelvin")
    if shown in COLOURS and colour and all(map(is_number, colour)):
        state = replace(state, hue=round(colour[0]) % 360, saturation=round(colour[1]))
    elif shown == WHITES and is_number(kelvin):
        state = replace(state, kelvin=round(kelvin))
    effect = word(entity, "effect")
    return replace(state, effect=effect) if effect and effect.lower() not in _NO_EFFECT else state


def _write(entity: Entity, change: Change, units: Units) -> Deed:
    to = change.to
    if to.on is False or to.level == 0:
        return Deed((Call("light", "turn_off"),), Change(State(on=False)))
    data: dict[str, Any] = {}
    if to.level is not None:
        data["brightness_pct"] = to.level
    if to.hue is not None:
        data["hs_color"] = [to.hue, 100 if to.saturation is None else to.saturation]
    if to.kelvin is not None:
        data["color_temp_kelvin"] = to.kelvin
    if to.effect is not None:
        data["effect"] = to.effect
    return Deed((Call("light", "turn_on", data),), Change(replace(to, on=True)))


LIGHT = Domain(_read, _write)
