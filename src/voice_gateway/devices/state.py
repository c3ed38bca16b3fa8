"""The state of a device: a handful of attributes, each only where the device has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from voice_gateway.devices.errors import HomeFileError

ReadingValue = float | bool | str


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing a sensor measures."""

    name: str
    """What is measured, such as "temperature" or "motion"."""
    value: ReadingValue
    unit: str = ""

    def as_table(self) -> dict[str, Any]:
        return {"name": self.name, "value": self.value, "unit": self.unit}


@dataclass(frozen=True, slots=True)
class State:
    """What is known about a device now. `None` means the device has no such attribute, or it is not known
    yet."""

    on: bool | None = None
    level: int | None = None
    """Brightness or speed, 0 to 100."""
    position: int | None = None
    """How far open, 0 (closed) to 100."""
    tilt: int | None = None
    """How far its slats are open, 0 to 100."""
    locked: bool | None = None
    target: float | None = None
    """The temperature asked for, in the degrees of the device."""
    target_low: float | None = None
    target_high: float | None = None
    """Between these it is to stay, where a device heats and cools."""
    mode: str | None = None
    """Heat, cool, …; of anything but a thermostat, whatever it calls its modes."""
    preset: str | None = None
    fan_mode: str | None = None
    swing: str | None = None
    humidity: int | None = None
    """The humidity asked for, in percent; what is measured is a reading."""
    hue: int | None = None
    """0 to 360; red is 0, green 120, blue 240. None while the light is white."""
    saturation: int | None = None
    """0 (white) to 100."""
    kelvin: int | None = None
    """The shade of white; None while the light has a colour."""
    effect: str | None = None
    volume: int | None = None
    muted: bool | None = None
    source: str | None = None
    playing: str | None = None
    """The title of what is being played."""
    activity: str | None = None
    """What it is doing, in a word: playing, paused, cleaning, docked, armed_away, disarmed, rainy, home."""
    option: str | None = None
    """What is chosen of a list."""
    number: float | None = None
    readings: tuple[Reading, ...] = ()

    def reading(self, name: str) -> Reading | None:
        return next((reading for reading in self.readings if reading.name == name), None)

    def as_table(self) -> dict[str, Any]:
        """The form of the home file: `value` and `unit` are the first reading; `readings` holds all when
        several."""
        table: dict[str, Any] = {
            field.name: value
            for field in fields(self)
            if field.name != "readings" and (value := getattr(self, field.name)) is not None
        }
        if self.readings:
            table |= {"value": self.readings[0].value, "unit": self.readings[0].unit}
        if len(self.readings) > 1 or (self.readings and self.readings[0].name != "value"):
            table["readings"] = [reading.as_table() for reading in self.readings]
        return table


def state_from_table(table: dict[str, Any], *, reading_name: str = "value") -> State:
    """Read the `state` of a home file; says which key or value cannot be used."""
    known = {field.name for field in fields(State)} | {"value", "unit"}
    if unknown := sorted(set(table) - known):
        raise HomeFileError(
            f"a state has no {', '.join(repr(key) for key in unknown)}",
            fix=f"Known: {', '.join(sorted(known))}.",
        )
    readings = [_reading(entry) for entry in table.get("readings", ())]
    if not readings and "value" in table:
        readings = [_reading({"name": reading_name, "value": table["value"], "unit": table.get("unit", "")})]
    told = {name: read(name, table[name]) for name, read in _READ.items() if table.get(name) is not None}
    return State(**told, readings=tuple(readings))


def _reading(entry: dict[str, Any]) -> Reading:
    value = entry.get("value")
    if not isinstance(value, (bool, int, float, str)):
        raise HomeFileError(f"a reading needs a value: a number, true, false or a word, not {value!r}")
    # TOML and JSON write 21 for 21.0; a reading is one type so that equal values compare equal.
    if isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    return Reading(str(entry.get("name", "value")).lower(), value, str(entry.get("unit", "")))


def _boolean(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise HomeFileError(f"{key} must be true or false, not {value!r}")
    return value


def _number(key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise HomeFileError(f"{key} must be a number, not {value!r}")
    return float(value)


def _within(low: int, high: int) -> Callable[[str, object], int]:
    def read(key: str, value: object) -> int:
        number = _number(key, value)
        if not low <= number <= high:
            raise HomeFileError(f"{key} goes from {low} to {high}, not {number:g}")
        return round(number)

    return read


def _word(_: str, value: object) -> str:
    return str(value).lower()


def _text(_: str, value: object) -> str:
    return str(value)


_PERCENT = _within(0, 100)
_READ: dict[str, Callable[[str, object], Any]] = {
    "on": _boolean, "level": _PERCENT, "position": _PERCENT, "tilt": _PERCENT, "locked": _boolean,
    "target": _number, "target_low": _number, "target_high": _number, "mode": _word, "preset": _word,
    "fan_mode": _word, "swing": _word, "humidity": _PERCENT, "hue": _within(0, 360), "saturation": _PERCENT,
    "kelvin": _within(1000, 20_000), "effect": _text, "volume": _PERCENT, "muted": _boolean, "source": _text,
    "playing": _text, "activity": _word, "option": _text, "number": _number,
}  # fmt: skip
"""How each attribute is read; every one but the readings is here."""
