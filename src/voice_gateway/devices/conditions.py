"""How a device is, without its name: "on at 40 percent", "locked", "playing Radio 3"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.colours import colour_name, white_name
from voice_gateway.devices.kinds import OPENING, STATELESS, Kind
from voice_gateway.saying import listed

if TYPE_CHECKING:
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.state import Reading, State

_UNKNOWN = "in an unknown state"
_OPENS = frozenset({"door", "window", "contact", "lid", "gate"})
_FOUND = {"leak": "a leak", "water": "water", "motion": "motion detected", "presence": "someone is there"}
_SAID = {
    "returning": "on its way home", "error": "in trouble", "not_home": "away", "home": "at home",
    "armed_night": "armed for the night", "partlycloudy": "partly cloudy", "clear-night": "clear",
}  # fmt: skip
"""Words of programs, in those of people."""
_NO_PLACES = frozenset({*_SAID, "away", "out", "unknown", "unavailable"})
"""What is said of where somebody is, and is not the name of a place."""


def condition(device: Device) -> str:
    """How the device is: "on at 40 percent", "locked", "18.5 °C, set to 21 °C"."""
    state = device.state
    if device.kind is Kind.THERMOSTAT:
        return _warmth(device)
    parts = [part for part in (became(device), *map(reading_phrase, state.readings)) if part]
    if not parts and device.kind in STATELESS:
        return f"a {device.kind.spoken}"
    return listed(parts) if parts else _UNKNOWN


def became(device: Device) -> str:  # noqa: PLR0911 (one return for each kind of state)
    """How the parts of it are that can be changed; empty where there are none."""
    state = device.state
    match device.kind:
        case Kind.THERMOSTAT:
            return set_to(device)
        case Kind.WATER_HEATER:
            on = "" if state.on is None else "on" if state.on else "off"
            return ", ".join(part for part in (on, set_to(device)) if part)
        case Kind.MEDIA_PLAYER:
            return _playing(state)
        case Kind.PERSON if state.activity and state.activity not in _NO_PLACES:
            return f"at {state.activity}"
        case Kind.CALENDAR:
            return "" if state.on is None else "busy now" if state.on else "free now"
    if state.locked is not None:
        return "locked" if state.locked else "unlocked"
    if state.position is not None:
        return _opened(state)
    if state.activity is not None:
        return _SAID.get(state.activity, state.activity.replace("_", " "))
    if state.option is not None:
        return f"set to {state.option}"
    if state.number is not None:
        return f"set to {state.number:g} {device.choices.unit}".strip()
    return _switched(device)


def _switched(device: Device) -> str:
    state = device.state
    if state.on is None:
        return ""
    if device.kind in OPENING:
        return "open" if state.on else "closed"
    if not state.on:
        return "off"
    level = f" at {state.level} percent" if state.level is not None and 0 < state.level < 100 else ""
    if state.hue is not None and state.saturation is not None:
        return f"{colour_name(state.hue, state.saturation)}{level}"
    shade = f" in {white_name(state.kelvin)}" if state.kelvin is not None else ""
    humidity = f", set to {state.humidity} percent humidity" if state.humidity is not None else ""
    named = [(state.effect, "effect"), (state.preset, "preset")]
    modes = "".join(
        f", {kind} {word}" for word, kind in named if word and word.lower() not in ("none", "off")
    )
    return f"on{level}{shade}{humidity}{modes}"


def _opened(state: State) -> str:
    moved = {0: "closed", 100: "open"}.get(state.position or 0, f"{state.position} percent open")
    return moved if state.tilt is None else f"{moved}, tilted to {state.tilt} percent"


def _playing(state: State) -> str:
    if state.on is False or state.activity == "paused":
        return "off" if state.on is False else "paused"
    doing = state.activity if state.activity in ("playing", "buffering") else "on"
    title = f" {state.playing}" if state.playing and doing == "playing" else ""
    source = f" from {state.source}" if state.source and state.source != state.playing else ""
    loud = f" at {state.volume} percent" if state.volume is not None else ""
    return f"{doing}{title}{source}{', muted' if state.muted else loud}"


def _warmth(device: Device) -> str:
    measured = listed(reading_phrase(reading) for reading in device.state.readings)
    parts = [set_to(device), f"measures {measured}" if measured else ""]
    return listed(part for part in parts if part) or _UNKNOWN


def set_to(device: Device) -> str:
    """What a thermostat was told: "set to 21 °C in heat mode"."""
    state = device.state
    target = "" if state.target is None else f"set to {state.target:g} {device.degrees}"
    if state.target_low is not None and state.target_high is not None:
        target = f"set to {state.target_low:g} to {state.target_high:g} {device.degrees}"
    if state.mode == "off":
        return f"{target}, but it is off" if target else "off"
    said = " ".join(part for part in (target, f"in {state.mode} mode" if state.mode else "") if part)
    named = [(state.preset, "preset"), (state.fan_mode, "fan"), (state.swing, "swing")]
    axes = [f"{kind} {word}" for word, kind in named if word and word != "none"]
    return ", ".join(part for part in (said, *axes) if part)


def reading_phrase(reading: Reading) -> str:
    """ "22.4 °C", "humidity 58 %", "no motion"."""
    if isinstance(reading.value, bool):
        if reading.name in _OPENS:
            return "open" if reading.value else "closed"
        return _FOUND.get(reading.name, reading.name) if reading.value else f"no {reading.name}"
    value = f"{reading.value:g}" if isinstance(reading.value, float) else str(reading.value)
    amount = f"{value} {reading.unit}".strip()
    return amount if reading.name in ("value", "temperature") else f"{reading.name} {amount}"
