"""What is asked rather than told to do something: the weather, calendars, people, cameras; and lists."""

from __future__ import annotations

from voice_gateway.devices.device import Ability
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import (
    Domain,
    Portrait,
    Units,
    abilities,
    is_number,
    is_on,
    value,
)
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import Reading, State

_TODO = {1: Ability.ITEMS}


def _weather(entity: Entity, units: Units) -> Portrait:
    readings = []
    # A weather entity has a unit of its own.
    there = Units(fahrenheit=str(entity.attribute("temperature_unit") or "").endswith("F"))
    warmth = there.degrees(entity.attribute("temperature"))
    if warmth is not None:
        readings.append(Reading("temperature", warmth, "°C"))
    for name, told, unit in (("humidity", "humidity", "%"), ("wind", "wind_speed", "")):
        if is_number(measured := entity.attribute(told)):
            readings.append(
                Reading(name, float(measured), unit or str(entity.attribute(f"{told}_unit") or ""))
            )
    return Portrait(Kind.WEATHER, state=State(activity=value(entity), readings=tuple(readings)))


def _calendar(entity: Entity, units: Units) -> Portrait:
    return Portrait(Kind.CALENDAR, state=State(on=is_on(entity)))


def _person(entity: Entity, units: Units) -> Portrait:
    return Portrait(Kind.PERSON, state=State(activity=value(entity)))


def _camera(entity: Entity, units: Units) -> Portrait:
    """Named, never watched."""
    return Portrait(Kind.CAMERA, state=State(activity=value(entity)))


def _todo(entity: Entity, units: Units) -> Portrait:
    return Portrait(Kind.TODO_LIST, abilities(entity, _TODO))


WEATHER = Domain(_weather)
CALENDAR = Domain(_calendar)
PERSON = Domain(_person)
CAMERA = Domain(_camera)
TODO = Domain(_todo)
