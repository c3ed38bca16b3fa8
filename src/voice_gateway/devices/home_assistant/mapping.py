"""Turns entities into devices: one for each that can be told something, with what its sensors measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from voice_gateway.devices.device import Device, Status
from voice_gateway.devices.home_assistant.domains import DOMAINS, MEASURING
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.marks import marks_of_entity, marks_of_thing
from voice_gateway.devices.home_assistant.measuring import BATTERY, battery_of, own_name, reading_of
from voice_gateway.devices.home_assistant.portrait import Portrait, Units
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import Reading, State

_ORDER = {domain: place for place, domain in enumerate(DOMAINS)}


@dataclass(frozen=True, slots=True)
class Group:
    """The entities that are one device."""

    owner: str
    """The entity that is told what to do, and gives the device its id; of sensors alone, the first."""
    sensors: tuple[str, ...] = ()
    alone: bool = True
    """Whether nothing else can be told anything in the thing that it is."""


def grouped(entities: Iterable[Entity]) -> tuple[Group, ...]:
    """Which entities are one device: a sensor belongs to what it sits in, if that is in the same room."""
    acting: dict[str, list[str]] = {}
    homes: dict[tuple[str, str], str] = {}
    measuring: list[Entity] = []
    things: dict[str, str] = {}
    for entity in sorted(entities, key=_place):
        if entity.domain in MEASURING:
            measuring.append(entity)
        elif entity.domain in DOMAINS:
            acting[entity.id] = []
            things[entity.id] = entity.thing.id if entity.thing else entity.id
            homes.setdefault(_where(entity), entity.id)
    within = Counter(things.values())
    alone: dict[str, list[str]] = {}
    for entity in measuring:
        owner = homes.get(_where(entity)) if entity.thing else None
        if owner:
            acting[owner].append(entity.id)
        else:
            alone.setdefault("/".join(_where(entity)) if entity.thing else entity.id, []).append(entity.id)
    return (
        *(
            Group(owner, tuple(sensors), alone=within[things[owner]] == 1)
            for owner, sensors in acting.items()
        ),
        *(Group(sensors[0], tuple(sensors)) for sensors in alone.values()),
    )


def device_of(group: Group, entities: Mapping[str, Entity], units: Units) -> Device:
    """The device as it is now."""
    owner = entities[group.owner]
    sensors = [entities[entity_id] for entity_id in group.sensors]
    domain = DOMAINS.get(owner.domain)
    drawn = domain.read(owner, units) if domain else Portrait(Kind.SENSOR)
    area, floor = owner.area, owner.floor
    return Device(
        id=owner.id,
        name=owner.name if domain or len(sensors) == 1 or not owner.thing else owner.thing.name,
        kind=drawn.kind,
        room=area.name if area else "",
        floor=floor.name if floor else "",
        aliases=_aliases(owner, sensors, alone=domain is None),
        abilities=drawn.abilities,
        modes=drawn.modes,
        target_range=drawn.target_range,
        choices=drawn.choices,
        room_aliases=area.aliases if area else (),
        floor_aliases=floor.aliases if floor else (),
        guarded=drawn.guarded,
        marks=_marks(owner, group, acts=domain is not None),
        state=replace(drawn.state, readings=_readings(drawn.state, sensors)),
        status=Status.READY if any(entity.available for entity in (owner, *sensors)) else Status.DEAD,
        battery=next((full for one in (owner, *sensors) if (full := battery_of(one)) is not None), None),
        last_seen=datetime.fromtimestamp(owner.state.changed, UTC) if owner.state.changed else None,
    )


def _place(entity: Entity) -> tuple[int, bool, str]:
    """What a thing is first of all: its main entity has no name beside the thing's own."""
    main = entity.thing is not None and entity.name == entity.thing.name
    return (_ORDER.get(entity.domain, len(_ORDER)), not main, entity.id)


def _where(entity: Entity) -> tuple[str, str]:
    return (entity.thing.id if entity.thing else entity.id, entity.area.id if entity.area else "")


def _marks(owner: Entity, group: Group, *, acts: bool) -> frozenset[str]:
    """What is one of several in a thing is known by its own marks only."""
    own = marks_of_entity(owner) if acts else frozenset()
    return own or (marks_of_thing(owner) if group.alone else frozenset())


def _aliases(owner: Entity, sensors: list[Entity], *, alone: bool) -> tuple[str, ...]:
    """Its own other names; of sensors alone, also what each of them is called."""
    named = [*owner.aliases]
    for sensor in sensors:
        named += [*sensor.aliases, *([sensor.name] if alone and len(sensors) > 1 else [])]
    return tuple(dict.fromkeys(named))


def _readings(state: State, sensors: list[Entity]) -> tuple[Reading, ...]:
    """Everything that is measured, each name once; where two measure the same, by their own names."""
    found = {reading.name: reading for reading in state.readings}
    for sensor in sensors:
        reading = None if sensor.device_class == BATTERY else reading_of(sensor)
        if reading is None:
            continue
        name = reading.name if reading.name not in found else own_name(sensor)
        found.setdefault(name, replace(reading, name=name))
    return tuple(found.values())
