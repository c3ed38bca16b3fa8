"""What an amount or a word comes to for a device: levels, temperatures, modes, numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from voice_gateway.devices.change import Change
from voice_gateway.devices.colouring import coloured, whiter
from voice_gateway.devices.device import Ability, Device
from voice_gateway.devices.doing import source_set, volume_set
from voice_gateway.devices.errors import CannotDo, RefusedValue
from voice_gateway.devices.kinds import LIGHTS, Kind
from voice_gateway.devices.state import State
from voice_gateway.devices.unable import cannot_be, has_no, offers, one_of, percent, within

if TYPE_CHECKING:
    Value = float | str | None

STEP = 20
"""How many percent "brighter" is."""
_MOST = 10
"""By so many steps at most something is made warmer; more than that is a temperature."""
_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:-|to|–|and)\s*(-?\d+(?:\.\d+)?)")


def set_to(device: Device, value: Value) -> Change:  # noqa: PLR0911 (one return for each case)
    """ "Set it to 21", "to blue", "to eco": which attribute is meant is plain from what the device has."""
    able = device.abilities
    if Ability.TARGET in able:
        # "Set the thermostat to 21" can only mean degrees; "to eco" can only mean its mode.
        return mode_set(device, value) if isinstance(value, str) else temperature_set(device, value)
    if isinstance(value, str):
        if Ability.SOURCE in able:
            return source_set(device, value)
        if able & {Ability.COLOR, Ability.KELVIN}:
            return coloured(device, value)
        if able & {Ability.OPTION, Ability.PRESET, Ability.MODE}:
            return mode_set(device, value)
    if Ability.POSITION in able:
        return Change(State(position=percent(device, value)))
    if Ability.LEVEL in able:
        return Change(State(level=percent(device, value)))
    if Ability.NUMBER in able:
        return _number_set(device, value)
    if Ability.OPTION in able:
        return mode_set(device, value)
    if Ability.VOLUME in able:
        return volume_set(device, value)
    if Ability.HUMIDITY in able:
        return humidity_set(device, value)
    raise cannot_be(device, _graded(device))


def stepped(device: Device, value: Value, *, up: bool) -> Change:
    if Ability.LEVEL not in device.abilities:
        raise cannot_be(device, _graded(device))
    if value is not None:
        return Change(State(level=percent(device, value)))
    level = (device.state.level or 0) if device.state.on is not False else 0
    if up:
        return Change(State(level=min(100, level + STEP)))
    # Dimming stops short of darkness: turning a light off is another wish.
    return Change(State(level=max(min(level, 5), level - STEP)))


def temperature_set(device: Device, value: Value) -> Change:
    if isinstance(value, str) and (both := _RANGE.fullmatch(value)):
        return _between(device, float(both[1]), float(both[2]))
    if Ability.TARGET not in device.abilities:
        raise has_no(device, "temperature to set")
    if not isinstance(value, (int, float)):
        raise RefusedValue(f"To which temperature should the {device.label} be set?")
    return Change(State(target=within(device, value, device.target_range, device.degrees)))


def warmed(device: Device, value: Value, *, warmer: bool) -> Change:
    if device.kind in LIGHTS and Ability.KELVIN in device.abilities:
        return whiter(device, warmer=warmer)
    if Ability.TARGET in device.abilities and (
        value is None or (isinstance(value, (int, float)) and abs(value) <= _MOST * device.degrees.step)
    ):
        step = abs(value) if isinstance(value, (int, float)) else device.degrees.step
        now = device.state.target if device.state.target is not None else device.degrees.told(20.0)
        value = now + (step if warmer else -step)
    return temperature_set(device, value)


def _between(device: Device, low: float, high: float) -> Change:
    if Ability.TARGET_RANGE not in device.abilities:
        raise CannotDo(f"The {device.label} takes one temperature and no range.")
    if low >= high:
        raise RefusedValue(f"{low:g} to {high:g} {device.degrees} is no range.")
    for degrees in (low, high):
        within(device, degrees, device.target_range, device.degrees)
    return Change(State(target_low=low, target_high=high))


def humidity_set(device: Device, value: Value) -> Change:
    if Ability.HUMIDITY not in device.abilities:
        raise has_no(device, "humidity to set")
    wanted = percent(device, value)
    return Change(State(humidity=round(within(device, wanted, device.choices.humidities, "percent"))))


def tilted(device: Device, value: Value) -> Change:
    if Ability.TILT not in device.abilities:
        raise cannot_be(device, "tilted")
    return Change(State(tilt=percent(device, value)))


def _number_set(device: Device, value: Value) -> Change:
    if not isinstance(value, (int, float)):
        raise RefusedValue(f"To which number should the {device.label} be set?")
    return Change(State(number=within(device, value, device.choices.numbers, device.choices.unit)))


def mode_set(device: Device, value: Value) -> Change:
    """Its mode; else whatever it offers under that name on another axis."""
    able, offered = device.abilities, device.choices
    if Ability.OPTION in able:
        return Change(State(option=one_of(device, value, offered.options, "options")))
    if not (Ability.MODE in able and offers(device.modes, value)):
        if Ability.PRESET in able and offers(offered.presets, value):
            return preset_set(device, value)
        if Ability.FAN_MODE in able and offers(offered.fan_modes, value):
            return fan_mode_set(device, value)
        if Ability.EFFECT in able and offers(offered.effects, value):
            return coloured(device, value)
    if Ability.MODE not in able and Ability.PRESET in able:
        return preset_set(device, value)
    if Ability.MODE not in able:
        raise has_no(device, "modes")
    return Change(State(mode=one_of(device, _word(value), device.modes, "modes")))


def preset_set(device: Device, value: Value) -> Change:
    if Ability.PRESET not in device.abilities:
        raise has_no(device, "presets")
    return Change(State(preset=one_of(device, _word(value), device.choices.presets, "presets")))


def fan_mode_set(device: Device, value: Value) -> Change:
    if Ability.FAN_MODE not in device.abilities:
        raise has_no(device, "fan modes")
    return Change(State(fan_mode=one_of(device, _word(value), device.choices.fan_modes, "fan modes")))


def swing_set(device: Device, value: Value) -> Change:
    if Ability.SWING not in device.abilities:
        raise cannot_be(device, "told to swing")
    return Change(State(swing=one_of(device, _word(value), device.choices.swings, "swings")))


def _word(value: Value) -> str:
    return "" if value is None else str(value).strip().lower().removesuffix(" mode")


def _graded(device: Device) -> str:
    match device.kind:
        case kind if kind in LIGHTS or kind is Kind.SWITCH:
            return "dimmed"
        case Kind.FAN:
            return "set to a speed"
        case _:
            return "set to a level"
