"""The states of all entities, kept by the differences that Home Assistant sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

UNAVAILABLE, UNKNOWN = "unavailable", "unknown"
_UNWANTED = frozenset({"access_token", "entity_picture", "entity_picture_local"})
"""Attributes that let whoever has them look through a camera."""


@dataclass(frozen=True, slots=True)
class EntityState:
    """What Home Assistant says about an entity now."""

    value: str = UNKNOWN
    attributes: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    context: str = ""
    """The id of what brought this state about: a service call, an automation, the device itself."""
    changed: float = 0.0
    """When the value last changed, in seconds since 1970."""


States = dict[str, EntityState]


def take_event(states: States, event: Mapping[str, Any]) -> set[str]:
    """Work the event into the states; gives the ids of all entities that it is about."""
    touched: set[str] = set()
    for entity_id, told in (event.get("a") or {}).items():
        states[entity_id] = _with(EntityState(), told)
        touched.add(entity_id)
    for entity_id, difference in (event.get("c") or {}).items():
        if known := states.get(entity_id):
            states[entity_id] = _with(_without(known, difference.get("-")), difference.get("+"))
            touched.add(entity_id)
    for entity_id in event.get("r") or ():
        states.pop(entity_id, None)
        touched.add(entity_id)
    return touched


def _with(state: EntityState, told: Mapping[str, Any] | None) -> EntityState:
    if not told:
        return state
    attributes = state.attributes
    if added := told.get("a"):
        wanted = {name: value for name, value in added.items() if name not in _UNWANTED}
        attributes = MappingProxyType({**attributes, **wanted})
    # The context is an id alone where only that is new, and has none where only the user is.
    context = told.get("c")
    cause = context.get("id") if isinstance(context, Mapping) else context
    return replace(
        state,
        value=str(told.get("s", state.value)),
        attributes=attributes,
        context=str(cause or state.context),
        changed=float(told.get("lc") or state.changed),
    )


def _without(state: EntityState, gone: Mapping[str, Any] | None) -> EntityState:
    if not gone or not gone.get("a"):
        return state
    kept = {name: value for name, value in state.attributes.items() if name not in gone["a"]}
    return replace(state, attributes=MappingProxyType(kept))
