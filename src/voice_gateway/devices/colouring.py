"""What a colour, a shade of white or an effect comes to for a light."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from voice_gateway.devices.change import Change
from voice_gateway.devices.colours import Colour, colour_of
from voice_gateway.devices.device import Ability, Device
from voice_gateway.devices.errors import CannotDo, RefusedValue
from voice_gateway.devices.state import State
from voice_gateway.devices.unable import has_no, offers, one_of, percent

if TYPE_CHECKING:
    Value = float | str | None

KELVINS = 500
"""How many kelvin a warmer white is."""
_WITH_LEVEL = re.compile(r"(?P<colour>.+?)(?:,| at)? (?P<level>\d+) ?(?:%|percent)")


def coloured(device: Device, value: Value) -> Change:
    """A colour, a white or an effect; "blue at 40%" sets both at once. What was off goes on with it."""
    able = device.abilities
    if not able & {Ability.COLOR, Ability.KELVIN, Ability.EFFECT}:
        raise has_no(device, "colours")
    if value is None:
        raise RefusedValue(f"Which colour should the {device.label} have?")
    if isinstance(value, str) and (both := _WITH_LEVEL.fullmatch(value)) and Ability.LEVEL in able:
        wanted, level = _wanted(device, both["colour"]), percent(device, float(both["level"]))
        return Change(replace(wanted, level=level))
    return Change(_wanted(device, value))


def whiter(device: Device, *, warmer: bool) -> Change:
    """A warmer or a cooler white than now."""
    low, high = device.choices.kelvins
    now = device.state.kelvin or (low + high) / 2
    wanted = now - KELVINS if warmer else now + KELVINS
    return Change(_lit(device, State(kelvin=round(max(low, min(high, wanted))))))


def _wanted(device: Device, value: float | str) -> State:
    if isinstance(value, str) and Ability.EFFECT in device.abilities:
        if offers(device.choices.effects, value):
            return _lit(device, State(effect=one_of(device, value, device.choices.effects, "effects")))
        if not device.abilities & {Ability.COLOR, Ability.KELVIN}:
            raise has_no(device, f"effect called {value}")
    colour = Colour(kelvin=round(value)) if isinstance(value, (int, float)) else colour_of(value)
    if colour is None:
        raise RefusedValue(f"I don't know the colour “{value}”.")
    return _lit(device, _white(device, colour) if colour.kelvin is not None else _hued(device, colour))


def _hued(device: Device, colour: Colour) -> State:
    if Ability.COLOR not in device.abilities:
        raise CannotDo(f"The {device.label} has no colours, only shades of white.")
    return State(hue=colour.hue, saturation=colour.saturation)


def _white(device: Device, white: Colour) -> State:
    if Ability.KELVIN not in device.abilities:
        return _hued(device, white.coloured())
    low, high = device.choices.kelvins
    kelvin = white.kelvin or 0
    if not 1000 <= kelvin <= 20_000:
        raise RefusedValue(f"The {device.label} takes {low:g} to {high:g} kelvin, not {kelvin}.")
    # A white has no edges that people would know: the nearest that the lamp has is what they mean.
    return State(kelvin=round(max(low, min(high, kelvin))))


def _lit(device: Device, state: State) -> State:
    off = device.state.on is not True and Ability.ON in device.abilities
    return replace(state, on=True) if off else state
