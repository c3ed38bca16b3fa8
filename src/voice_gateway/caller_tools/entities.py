"""The devices that a caller's instructions list, as Home Assistant writes them for a model.

    - names: Kitchen Light, Big Lamp
      domain: light
      areas: Kitchen

A live list has `state` and `attributes` as well. It is YAML, but only this much of it, so that a long list is
read in a moment and nothing in it can surprise.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from voice_gateway.devices import Ability, Device, Kind, Reading, State, Status
from voice_gateway.devices.degrees import Degrees
from voice_gateway.devices.device import DEFAULT_MODES
from voice_gateway.devices.words import roots

_LINE: Final = re.compile(r"(?P<indent>[ -]*)(?P<key>[a-z_]+):(?: (?P<value>.*))?")
_ROOM: Final = re.compile(r"^You are in area (?P<room>.{1,60}?)(?: \(floor .{1,60}\))? and all generic", re.M)

MOST: Final = 1000
"""Entries that are read; no home lets a model see so many."""

_LONGEST: Final = 500
"""Characters of all names of one device."""

_KINDS: Final = {
    "light": (Kind.LIGHT, {Ability.ON, Ability.LEVEL}),
    "fan": (Kind.FAN, {Ability.ON, Ability.LEVEL}),
    "cover": (Kind.COVER, {Ability.POSITION, Ability.STOP}),
    "valve": (Kind.VALVE, {Ability.POSITION}),
    "lock": (Kind.LOCK, {Ability.LOCKED}),
    "climate": (Kind.THERMOSTAT, {Ability.TARGET, Ability.MODE}),
    "siren": (Kind.SIREN, {Ability.ON}),
}
_SWITCHED: Final = frozenset(
    {"switch", "input_boolean", "media_player", "humidifier", "remote", "water_heater", "automation", "group"}
    | {"scene", "script", "vacuum"}
)
"""What is turned on and off. Of everything else only the state is known."""


@dataclass(frozen=True)
class Entity:
    """One entry of the list."""

    names: tuple[str, ...]
    domain: str
    area: str = ""
    state: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return re.sub(r"\W+", "-", f"{self.domain} {self.area} {self.names[0]}".strip().lower())


def room_of(instructions: str) -> str:
    """Where the person is who speaks, when the caller says so."""
    match = _ROOM.search(instructions)
    return match["room"] if match else ""


def read_entities(text: str) -> tuple[Entity, ...]:
    """The entries of all lists in the text; none where there is no list."""
    entries: list[dict[str, str]] = []
    inner: dict[int, dict[str, str]] = {}
    last = ""
    for line in text.splitlines():
        match = _LINE.fullmatch(line.rstrip())
        if match is None:
            if entries and last and line.startswith("   ") and len(entries[-1][last]) < _LONGEST:
                # A long text goes on in the next line.
                entries[-1][last] += f" {line.strip()}"
            else:
                last = ""
            continue
        indent, key, value = match["indent"], match["key"], match["value"] or ""
        if indent == "- ":
            if len(entries) == MOST:
                break
            entries.append({})
        if not entries or indent not in ("- ", "  ", "    "):
            last = ""
        elif indent == "    ":
            inner.setdefault(len(entries), {})[key] = _plain(value)
            last = ""
        else:
            entries[-1][key], last = value, key
    return tuple(
        Entity(
            tuple(_listed(entry["names"])),
            _plain(entry["domain"]),
            next(_listed(entry.get("areas", "")), ""),
            _plain(entry.get("state", "")),
            inner.get(number, {}),
        )
        for number, entry in enumerate(entries, start=1)
        if _plain(entry.get("names", "")) and entry.get("domain")
    )


def as_device(entity: Entity, degrees: Degrees = Degrees.CELSIUS) -> Device:
    """The entity as a device of a home, which counts in these degrees."""
    kind, abilities = _KINDS.get(entity.domain, (Kind.SENSOR, set[Ability]()))
    if entity.domain in _SWITCHED:
        kind, abilities = Kind.SWITCH, {Ability.ON}
    if kind is Kind.COVER and "garage" in roots(entity.names[0]):
        kind = Kind.GARAGE_DOOR
    return Device(
        id=entity.id,
        name=entity.names[0],
        kind=kind,
        room=entity.area,
        aliases=entity.names[1:],
        abilities=frozenset(abilities),
        modes=DEFAULT_MODES if kind is Kind.THERMOSTAT else (),
        target_range=(degrees.told(5.0), degrees.told(35.0)),
        degrees=degrees,
        state=_state(entity, kind, degrees),
        status=Status.DEAD if entity.state == "unavailable" else Status.READY,
    )


def _state(entity: Entity, kind: Kind, degrees: Degrees) -> State:  # noqa: PLR0911 - one for each kind
    said, given = entity.state, entity.attributes
    if said in ("", "unknown", "unavailable"):
        return State()
    switched = {"on": True, "off": False}.get(said)
    match kind:
        case Kind.LIGHT | Kind.FAN:
            bright = _number(given.get("brightness"))
            level = _number(given.get("percentage")) if bright is None else bright / 2.55
            return State(on=switched, level=round(level) if switched and level is not None else None)
        case Kind.COVER | Kind.GARAGE_DOOR | Kind.VALVE:
            position = _number(given.get("current_position"))
            moved = {"open": 100.0, "closed": 0.0}.get(said) if position is None else position
            return State(position=None if moved is None else round(moved))
        case Kind.LOCK:
            return State(locked={"locked": True, "unlocked": False}.get(said))
        case Kind.THERMOSTAT:
            measured = _number(given.get("current_temperature"))
            readings = () if measured is None else (Reading("temperature", measured, degrees),)
            return State(target=_number(given.get("temperature")), mode=said, readings=readings)
        case Kind.SENSOR:
            name = given.get("device_class") or "value"
            number = _number(said)
            value = switched if switched is not None else said if number is None else number
            return State(readings=(Reading(name, value, given.get("unit_of_measurement", "")),))
        case _:
            return State(on=said != "off" if switched is None else switched)


def _listed(value: str) -> Iterator[str]:
    return (name.strip() for name in _plain(value[:_LONGEST]).split(", ") if name.strip())


def _plain(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value


def _number(value: str | None) -> float | None:
    try:
        return float(value) if value else None
    except ValueError:
        return None
