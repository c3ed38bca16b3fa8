"""One entity as it is now, with all that names it, and why others are not to be seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from voice_gateway.devices.home import LeftOut
from voice_gateway.devices.home_assistant.registries import Entry, Place, Registries, Thing
from voice_gateway.devices.home_assistant.states import UNAVAILABLE, UNKNOWN, EntityState, States


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity that voice assistants may see."""

    id: str
    state: EntityState
    entry: Entry | None = None
    thing: Thing | None = None
    area: Place | None = None

    @property
    def domain(self) -> str:
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        return _name(self.id, self.state, self.entry, self.thing)

    @property
    def aliases(self) -> tuple[str, ...]:
        return self.entry.aliases if self.entry else ()

    @property
    def floor(self) -> Place | None:
        return self.area.floor if self.area else None

    @property
    def device_class(self) -> str:
        told = self.state.attributes.get("device_class")
        return str(told or (self.entry.device_class if self.entry else ""))

    @property
    def available(self) -> bool:
        """Whether the device behind it answers."""
        return self.state.value != UNAVAILABLE

    @property
    def known(self) -> bool:
        """Whether its value says anything."""
        return self.state.value not in (UNAVAILABLE, UNKNOWN)

    def attribute(self, name: str) -> Any:
        """What the state says, or the registry where the state has nothing because the device is away."""
        told = self.state.attributes.get(name)
        if told is None and self.entry and self.entry.capabilities:
            return self.entry.capabilities.get(name)
        return told


def entity_of(entity_id: str, state: EntityState, registries: Registries) -> Entity:
    entry = registries.entries.get(entity_id)
    thing = registries.things.get(entry.device_id) if entry else None
    # An entity may be elsewhere than the device that it belongs to.
    area = (entry.area_id if entry else "") or (thing.area_id if thing else "")
    return Entity(entity_id, state, entry, thing, registries.areas.get(area))


def seen(states: States, registries: Registries) -> dict[str, Entity]:
    """All entities that may be seen and are there."""
    return {
        entity_id: entity_of(entity_id, states[entity_id], registries)
        for entity_id in sorted(registries.exposed & states.keys())
    }


def unseen(states: States, registries: Registries) -> tuple[LeftOut, ...]:
    """All other entities, each with the reason."""
    others = (states.keys() | registries.entries.keys()) - (registries.exposed & states.keys())
    return tuple(
        LeftOut(
            entity_id, _name(entity_id, states.get(entity_id), entry), _reason(entity_id, entry, registries)
        )
        for entity_id in sorted(others)
        for entry in (registries.entries.get(entity_id),)
    )


def _reason(entity_id: str, entry: Entry | None, registries: Registries) -> str:
    if entry and entry.disabled:
        return "it is disabled in Home Assistant"
    if entity_id in registries.exposed:
        return "it is exposed, but its integration does not provide it now"
    if entry and entry.hidden:
        return "it is hidden in Home Assistant"
    if entry and entry.category:
        return f"it is one of the {entry.category} entities of its device, and nobody exposed it"
    return "it is not exposed to Assist (Settings, Voice assistants, Expose)"


def _name(entity_id: str, state: EntityState | None, entry: Entry | None, thing: Thing | None = None) -> str:
    told: Mapping[str, Any] = state.attributes if state else {}
    # What stands for its whole thing has no name of its own, and while Home Assistant starts none at all.
    registered = (entry.name if entry else "") or (thing.name if thing else "")
    name = str(told.get("friendly_name") or registered).strip()
    return name or entity_id.partition(".")[2].replace("_", " ")
