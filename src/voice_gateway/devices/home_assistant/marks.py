"""How the networks behind Home Assistant know a device, so that it is recognised where it is seen there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from voice_gateway.devices.home_assistant.entity import Entity

_ZWAVE = re.compile(r"(?P<home>\d+)\.(?P<node>\d+)-(?!32-)\d+-(?P<endpoint>\d+)-")
"""A value of a node; not of the basic class (32), which sensors have and which switches nothing."""
_ZIGBEE = re.compile(r"(?P<address>0x[0-9a-f]{16})_[a-z]+(?:_(?P<endpoint>[a-z0-9]+))?_[^_]+")
_KNOBS = frozenset({"button", "number", "select"})
"""Domains of what a device can be set up with, rather than of what it is."""
_BRIDGED = re.compile(r"zigbee2mqtt_(?P<address>0x[0-9a-f]{16})")


def marks_of_entity(entity: Entity) -> frozenset[str]:
    """The marks of what this entity switches: one socket of a strip, not the strip."""
    if entity.entry is None or entity.domain in _KNOBS:
        return frozenset()
    platform, known = entity.entry.platform, entity.entry.unique_id
    if platform == "zwave_js" and (found := _ZWAVE.match(known)):
        return frozenset({f"zwave:{found['home']}-{found['node']}-{found['endpoint']}"})
    if platform == "mqtt" and (found := _ZIGBEE.fullmatch(known)):
        return frozenset({f"zigbee:{found['address']}-{found['endpoint'] or ''}"})
    return frozenset({f"mqtt:{known}"}) if platform == "mqtt" and known else frozenset()


def marks_of_thing(entity: Entity) -> frozenset[str]:
    """The marks of all that the entity is a part of."""
    if entity.thing is None or entity.domain in _KNOBS:
        return frozenset()
    marks = {f"{kind}:{value.lower()}" for kind, value in _pairs(entity.thing.connections)}
    for kind, value in _pairs(entity.thing.identifiers):
        if kind == "zwave_js" and value.count("-") == 1:
            marks.add(f"zwave:{value}")
        elif kind == "mqtt":
            found = _BRIDGED.fullmatch(value)
            marks.add(f"zigbee:{found['address']}" if found else f"mqtt:{value}")
    return frozenset(marks)


def _pairs(keys: frozenset[tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(key[0], key[1]) for key in keys if len(key) == 2]
