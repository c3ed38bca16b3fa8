"""The state of a device: a handful of attributes, each only where the device has it."""

from __future__ import annotations

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
    locked: bool | None = None
    target: float | None = None
    """The temperature asked for, in °C."""
    mode: str | None = None
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
    return State(
        on=_boolean(table, "on"),
        level=_percent(table, "level"),
        position=_percent(table, "position"),
        locked=_boolean(table, "locked"),
        target=None if table.get("target") is None else float(_number(table, "target")),
        mode=None if table.get("mode") is None else str(table["mode"]).lower(),
        readings=tuple(readings),
    )


def _reading(entry: dict[str, Any]) -> Reading:
    value = entry.get("value")
    if not isinstance(value, (bool, int, float, str)):
        raise HomeFileError(f"a reading needs a value: a number, true, false or a word, not {value!r}")
    # TOML and JSON write 21 for 21.0; a reading is one type so that equal values compare equal.
    if isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    return Reading(str(entry.get("name", "value")).lower(), value, str(entry.get("unit", "")))


def _boolean(table: dict[str, Any], key: str) -> bool | None:
    value = table.get(key)
    if value is not None and not isinstance(value, bool):
        raise HomeFileError(f"{key} must be true or false, not {value!r}")
    return value


def _number(table: dict[str, Any], key: str) -> float:
    value = table[key]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise HomeFileError(f"{key} must be a number, not {value!r}")
    return value


def _percent(table: dict[str, Any], key: str) -> int | None:
    if table.get(key) is None:
        return None
    value = _number(table, key)
    if not 0 <= value <= 100:
        raise HomeFileError(f"{key} goes from 0 to 100, not {value:g}")
    return round(value)
