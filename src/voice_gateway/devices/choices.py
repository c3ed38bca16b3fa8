"""What a device offers where it takes one of several words, or a number within bounds."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from voice_gateway.devices.errors import HomeFileError


@dataclass(frozen=True, slots=True)
class Choices:
    """Words as the device itself spells them. Empty where it offers none, or does not say which."""

    effects: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    fan_modes: tuple[str, ...] = ()
    swings: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()
    """How an alarm can be armed: home, away, night."""
    kelvins: tuple[float, float] = (2000.0, 6500.0)
    humidities: tuple[float, float] = (0.0, 100.0)
    numbers: tuple[float, float] = (0.0, 100.0)
    unit: str = ""
    """What the number counts."""

    def as_table(self) -> dict[str, Any]:
        """Only what differs from a device that offers nothing; `choices_from_table` reads it back."""
        return {
            field.name: list(value) if isinstance(value, tuple) else value
            for field in fields(self)
            if (value := getattr(self, field.name)) != field.default
        }


_RANGES = frozenset({"kelvins", "humidities", "numbers"})


def choices_from_table(table: dict[str, Any]) -> Choices:
    """Read the `choices` of a home file; says which key or value cannot be used."""
    known = {field.name for field in fields(Choices)}
    if unknown := sorted(set(table) - known):
        raise HomeFileError(
            f"there are no choices called {unknown[0]!r}", fix=f"Known: {', '.join(sorted(known))}."
        )
    return Choices(**{name: _read(name, value) for name, value in table.items()})


def _read(name: str, value: object) -> Any:
    if name == "unit":
        return str(value)
    if not isinstance(value, list | tuple):
        raise HomeFileError(f"{name} must be a list, not {value!r}")
    if name not in _RANGES:
        return tuple(str(each) for each in value)
    if len(value) != 2 or not all(isinstance(each, int | float) for each in value) or value[0] > value[1]:
        raise HomeFileError(f"{name} needs the least and the most, such as [0, 100], not {value!r}")
    return (float(value[0]), float(value[1]))
