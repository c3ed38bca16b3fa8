"""What Home Assistant knows beside states: units, floors, areas, devices, entities, and who may see them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.home_assistant.connection import RequestFailed

if TYPE_CHECKING:
    from voice_gateway.devices.home_assistant.connection import Connection

_RUNNING = "RUNNING"
_GOING = frozenset({"STOPPING", "FINAL_WRITE", "STOPPED"})
"""It still answers then, but whoever stays holds up its end."""
UPDATES = (
    "area_registry_updated",
    "core_config_updated",
    "device_registry_updated",
    "entity_registry_updated",
    "floor_registry_updated",
)
"""The events after which this has to be read again."""
_ASSISTANT = "conversation"

Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Config:
    """The home as a whole."""

    temperature_unit: str
    running: bool
    """False while it starts: entities are still being added."""


@dataclass(frozen=True, slots=True)
class Place:
    """A floor, or an area and the floor it is on."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    floor: Place | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """A device of Home Assistant: what several entities may be parts of."""

    id: str
    name: str
    area_id: str
    identifiers: frozenset[tuple[str, ...]]
    """How its integration knows it, such as ("zwave_js", "3967882672-7")."""
    connections: frozenset[tuple[str, ...]]
    """How the network knows it, such as ("mac", …)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is registered about an entity. Those from YAML without an id of their own have none."""

    entity_id: str
    name: str
    platform: str
    unique_id: str
    """How its platform knows it, such as "3967882672.7-38-0-currentValue"."""
    area_id: str
    device_id: str
    category: str
    hidden: bool
    disabled: bool
    offered: bool
    """Whether its own settings say that voice assistants may see it."""
    aliases: tuple[str, ...] = ()
    device_class: str = ""
    capabilities: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Registries:
    config: Config
    areas: Mapping[str, Place]
    things: Mapping[str, Thing]
    entries: Mapping[str, Entry]
    exposed: frozenset[str]


async def read_registries(connection: Connection) -> Registries:
    """Ask for all of it at once; what was asked for is in any order, so nothing waits for anything else."""
    config, floors, areas, things, listed, exposed = await asyncio.gather(
        connection.request("get_config"),
        _asked(connection, "config/floor_registry/list", unless="unknown_command"),
        _asked(connection, "config/area_registry/list"),
        _asked(connection, "config/device_registry/list"),
        _asked(connection, "config/entity_registry/list"),
        read_exposed(connection),
    )
    entries = {table["entity_id"]: _entry(table) for table in listed or ()}
    if exposed is None:
        exposed = frozenset(entry.entity_id for entry in entries.values() if entry.offered)
    # Aliases and capabilities are only told of entities that are asked for by name.
    named = sorted(exposed & entries.keys())
    if named:
        told = await connection.request("config/entity_registry/get_entries", entity_ids=named)
        entries |= {table["entity_id"]: _entry(table) for table in told.values() if table}
    places = {floor["floor_id"]: Place(floor["floor_id"], *_names(floor)) for floor in floors or ()}
    return Registries(
        config=_config(config),
        areas={
            area["area_id"]: Place(area["area_id"], *_names(area), places.get(area.get("floor_id") or ""))
            for area in areas or ()
        },
        things={thing["id"]: _thing(thing) for thing in things or ()},
        entries=entries,
        exposed=exposed,
    )


async def read_exposed(connection: Connection) -> frozenset[str] | None:
    """The entities that voice assistants may see; None when only an administrator may ask for them."""
    answer = await _asked(connection, "homeassistant/expose_entity/list", unless="unauthorized")
    if answer is None:
        return None
    offered: Mapping[str, Table] = answer["exposed_entities"]
    return frozenset(entity_id for entity_id, to in offered.items() if to.get(_ASSISTANT))


async def _asked(connection: Connection, command: str, *, unless: str = "") -> Any:
    """The answer, or None when it fails in the one way that is foreseen."""
    try:
        return await connection.request(command)
    except RequestFailed as error:
        if error.code == unless:
            return None
        if error.code == "unknown_command":
            raise ConnectionLost("it is still starting") from error
        raise


def _config(table: Table) -> Config:
    state = table.get("state", _RUNNING)
    if state in _GOING:
        raise ConnectionLost("it is shutting down")
    return Config(
        temperature_unit=str((table.get("unit_system") or {}).get("temperature") or "°C"),
        running=state == _RUNNING,
    )


def _thing(table: Table) -> Thing:
    return Thing(
        id=table["id"],
        name=str(table.get("name_by_user") or table.get("name") or ""),
        area_id=table.get("area_id") or "",
        identifiers=_keys(table.get("identifiers")),
        connections=_keys(table.get("connections")),
    )


def _entry(table: Table) -> Entry:
    options = (table.get("options") or {}).get(_ASSISTANT) or {}
    return Entry(
        entity_id=table["entity_id"],
        name=str(table.get("name") or table.get("original_name") or ""),
        platform=str(table.get("platform") or ""),
        unique_id=str(table.get("unique_id") or ""),
        area_id=table.get("area_id") or "",
        device_id=table.get("device_id") or "",
        category=table.get("entity_category") or "",
        hidden=bool(table.get("hidden_by")),
        disabled=bool(table.get("disabled_by")),
        offered=bool(options.get("should_expose")),
        aliases=_words(table.get("aliases")),
        device_class=str(table.get("device_class") or table.get("original_device_class") or ""),
        capabilities=table.get("capabilities") or {},
    )


def _names(table: Table) -> tuple[str, tuple[str, ...]]:
    return str(table.get("name") or ""), _words(table.get("aliases"))


def _words(found: Iterable[Any] | None) -> tuple[str, ...]:
    """The names among what is listed; null stands for the name that the entity has anyway."""
    return tuple(word.strip() for word in found or () if isinstance(word, str) and word.strip())


def _keys(found: Iterable[Iterable[Any]] | None) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(str(part) for part in key) for key in found or ())
