"""What voice assistants may see of a Home Assistant, put together from its states and registries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from voice_gateway.devices.home import LeftOut
from voice_gateway.devices.home_assistant.audience import Audience
from voice_gateway.devices.home_assistant.entity import Entity, seen, unseen
from voice_gateway.devices.home_assistant.registries import Registries
from voice_gateway.devices.home_assistant.states import UNAVAILABLE, States, take_event


class View(Audience):
    """Keeps every entity as it is now, and tells who listens."""

    def __init__(self) -> None:
        super().__init__()
        self._states: States = {}
        self._entities: dict[str, Entity] = {}
        self.registries: Registries | None = None
        """None until Home Assistant has once been reached."""

    @property
    def entities(self) -> Mapping[str, Entity]:
        """All entities that may be seen, by id. What is returned does not change any more."""
        return MappingProxyType(dict(self._entities))

    def get(self, entity_id: str) -> Entity | None:
        return self._entities.get(entity_id)

    def unexposed(self) -> tuple[LeftOut, ...]:
        """All others, and why each is not to be seen."""
        return unseen(self._states, self.registries) if self.registries else ()

    def replace(self, states: States, registries: Registries) -> None:
        """Take all of it anew."""
        self._states = states
        self.take_registries(registries)

    def take_registries(self, registries: Registries) -> None:
        known, self.registries = self.registries, registries
        entities = seen(self._states, registries)
        if entities == self._entities and known and known.config == registries.config:
            return
        self._entities = entities
        self.tell_rebuilt()

    def take_event(self, event: Mapping[str, Any]) -> bool:
        """Take new states. True when entities came or went, so that the registries are to be read again."""
        before = len(self._states)
        touched = take_event(self._states, event)
        for entity_id in touched & self._entities.keys():
            known, state = self._entities[entity_id], self._states.get(entity_id)
            # One that went is away until it is known whether it only is set up again.
            entity = replace(known, state=state or replace(known.state, value=UNAVAILABLE))
            self._entities[entity_id] = entity
            self.tell_changed(entity)
        return len(self._states) != before
