"""What an entity is as a device, and what has to be called to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from voice_gateway.devices.change import Change
from voice_gateway.devices.choices import Choices
from voice_gateway.devices.degrees import celsius, fahrenheit
from voice_gateway.devices.device import Ability
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.services import Call
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import State

SHORTLY = 1.0
"""Seconds to wait for what usually moves for longer than anybody would wait."""
PATIENTLY = 3.5


@dataclass(frozen=True, slots=True)
class Units:
    """What the numbers of a Home Assistant mean."""

    fahrenheit: bool = False

    def degrees(self, told: Any) -> float | None:
        """A temperature of theirs, in °C."""
        if not is_number(told):
            return None
        return celsius(told) if self.fahrenheit else float(told)

    def theirs(self, degrees: float, step: Any = None) -> float:
        """A temperature in °C as they count, in whole steps of the device."""
        wanted = fahrenheit(degrees) if self.fahrenheit else degrees
        size = float(step) if is_number(step) and step > 0 else 0.1
        return round(round(wanted / size) * size, 2)


@dataclass(frozen=True, slots=True)
class Portrait:
    """The part of a device that comes from one entity."""

    kind: Kind
    abilities: frozenset[Ability] = frozenset()
    state: State = field(default_factory=State)
    modes: tuple[str, ...] = ()
    target_range: tuple[float, float] = (5.0, 35.0)
    choices: Choices = field(default_factory=Choices)
    guarded: bool | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """What is called, and what the entity will show once it is done."""

    calls: tuple[Call, ...]
    expected: Change = field(default_factory=Change)
    """What was asked for, in the steps that the device counts in."""
    shows: Callable[[Entity], bool] | None = None
    """For what no attribute shows; without either, any report that the calls brought about will do."""
    patience: float = PATIENTLY


Read = Callable[[Entity, Units], Portrait]
Write = Callable[[Entity, Change, Units], Deed]


@dataclass(frozen=True, slots=True)
class Domain:
    """How the entities of one of Home Assistant's domains are read and changed."""

    read: Read
    write: Write | None = None
    """None where there is nothing to change."""


def abilities(entity: Entity, by_feature: dict[int, Ability], *more: Ability) -> frozenset[Ability]:
    """What the bits of its supported features stand for, and what it can do anyway."""
    features = entity.attribute("supported_features") or 0
    return frozenset({*more, *(ability for bit, ability in by_feature.items() if features & bit)})


def has(entity: Entity, feature: int) -> bool:
    return bool((entity.attribute("supported_features") or 0) & feature)


def offered(entity: Entity, attribute: str) -> tuple[str, ...]:
    """The words that it lists under this name."""
    found: Iterable[Any] = entity.attribute(attribute) or ()
    return tuple(str(word) for word in found)


def word(entity: Entity, attribute: str) -> str | None:
    told = entity.attribute(attribute)
    return None if told is None else str(told)


def percent(told: Any, of: float = 100.0) -> int | None:
    return round(told * 100 / of) if is_number(told) else None


def bounds(entity: Entity, low: str, high: str, default: tuple[float, float]) -> tuple[float, float]:
    least, most = entity.attribute(low), entity.attribute(high)
    return (float(least), float(most)) if is_number(least) and is_number(most) else default


def value(entity: Entity) -> str | None:
    """Its value, unless nothing is known of it."""
    return entity.state.value if entity.known else None


def is_on(entity: Entity) -> bool | None:
    return entity.state.value != "off" if entity.known else None


def is_number(told: Any) -> TypeGuard[int | float]:
    return isinstance(told, int | float) and not isinstance(told, bool)


def as_number(told: str | None) -> float | None:
    """What a text says in digits; None where it says something else."""
    try:
        return None if told is None else float(told)
    except ValueError:
        return None
