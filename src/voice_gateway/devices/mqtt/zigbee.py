"""Zigbee2MQTT: its devices and groups, as its bridge lists them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from voice_gateway.devices.home_assistant.registries import Place, Thing
from voice_gateway.devices.mqtt.announced import Announced, Message, fault_of
from voice_gateway.devices.mqtt.discovery import DOMAIN, area_of
from voice_gateway.devices.mqtt.exposes import parts_of
from voice_gateway.devices.mqtt.parts import Part

FILTERS = ("+/bridge/devices", "+/bridge/groups", "+/+/bridge/devices", "+/+/bridge/groups")
"""A base topic may have one level or two."""
_AVAILABLE = "{{ value_json.state if value_json.state is defined else value }}"
"""Newer versions tell it in a table, older ones in a word."""
_UNNAMED = re.compile(r"0x[0-9a-f]{16}")
_ROOM = re.compile(r"[^\W\d_][\w' ]{1,30}")
_SHORT = 3
Table = Mapping[str, Any]


def bridge_of(topic: str) -> tuple[str, str] | None:
    """The base topic, and what is listed: "devices" or "groups"."""
    base, bridge, what = (*topic.rsplit("/", 2), "", "")[:3]
    return (base, what) if bridge == "bridge" and what in ("devices", "groups") else None


def announced_by(base: str, devices: Any, groups: Any) -> tuple[Announced, ...]:
    """Everything that the bridge has."""
    known = [one for one in _tables(devices) if one.get("type") != "Coordinator" and not one.get("disabled")]
    found = [part for device in known for part in _device(base, device)]
    by_address = {str(device.get("ieee_address")): device for device in known}
    return (*found, *(part for group in _tables(groups) for part in _group(base, group, by_address)))


def _device(base: str, device: Table) -> Iterator[Announced]:
    address, name = str(device.get("ieee_address") or ""), str(device.get("friendly_name") or "")
    definition = device.get("definition")
    if not address or not name:
        return
    spoken = _spoken(name) or _model(definition) or name
    thing = _thing(f"zigbee2mqtt_{address}", spoken)
    if not isinstance(definition, dict):
        reason = "Zigbee2MQTT does not know this device, or is still looking at it"
        yield Announced(f"sensor.{address}", spoken, {}, thing, problem=reason)
        return
    scenes = [
        scene for endpoint in _values(device.get("endpoints")) for scene in _tables(endpoint.get("scenes"))
    ]
    place = _room(name, device.get("description"))
    yield from _announced(
        base, name, address, thing, place, parts_of(_tables(definition.get("exposes")), scenes)
    )


def _group(base: str, group: Table, devices: Mapping[str, Table]) -> Iterator[Announced]:
    """A group can do what all its members can do."""
    name, number = str(group.get("friendly_name") or ""), group.get("id")
    members = [devices.get(str(one.get("ieee_address"))) for one in _tables(group.get("members"))]
    if not name or number is None or not members:
        return
    shared = _shared([member for member in members if member])
    thing = _thing(f"zigbee2mqtt_group_{number}", _spoken(name) or name)
    parts = parts_of(shared, _tables(group.get("scenes")))
    yield from _announced(base, name, f"group_{number}", thing, _room(name, group.get("description")), parts)


def _shared(members: list[Table]) -> list[dict[str, Any]]:
    acting = [
        {
            str(one.get("type")): one
            for one in _tables((member.get("definition") or {}).get("exposes"))
            if one.get("features") and one.get("type") in ("light", "switch", "cover", "lock", "fan")
        }
        for member in members
    ]
    found = []
    for kind, first in (acting[0] if acting else {}).items():
        if all(kind in other for other in acting):
            names = [{feature.get("name") for feature in _tables(each[kind]["features"])} for each in acting]
            common = set.intersection(*names)
            features = [one for one in _tables(first["features"]) if one.get("name") in common]
            found.append({**first, "features": [_plain(one) for one in features], "endpoint": None})
    return found


def _plain(feature: Table) -> dict[str, Any]:
    return {
        **feature,
        "property": "color"
        if str(feature.get("name")).startswith("color_") and feature.get("type") == "composite"
        else feature.get("name"),
    }


def _announced(
    base: str, name: str, key: str, thing: Thing, place: Place | None, parts: Iterable[Part]
) -> Iterator[Announced]:
    topic = f"{base}/{name}"
    shared = {
        "availability": [
            {"topic": f"{base}/bridge/state", "value_template": _AVAILABLE, "presumed": True},
            {"topic": f"{topic}/availability", "value_template": _AVAILABLE, "presumed": True},
        ],
        "availability_mode": "all",
    }
    for part in parts:
        # Home Assistant, to which the bridge announces it too, knows it by the same id.
        config = {"unique_id": f"{key}_{part.key}_{base}", **shared, **part.config(topic)}
        yield Announced(
            id=f"{part.component}.{key}_{part.key}",
            name=f"{thing.name} {part.name}".strip(),
            config=config,
            thing=thing,
            area=place,
            refresh=Message(f"{topic}/get", json.dumps({part.asked: ""})) if part.asked else None,
            problem=fault_of(config),
        )


def _thing(identifier: str, name: str) -> Thing:
    return Thing(f"{DOMAIN}/{identifier}", name, "", frozenset({(DOMAIN, identifier)}), frozenset())


def _spoken(name: str) -> str:
    """A friendly name as people say it; a bare address is none."""
    return "" if _UNNAMED.fullmatch(name) else " ".join(re.split(r"[\s/_]+", name)).strip()


def _model(definition: Any) -> str:
    return (
        str(definition.get("description") or definition.get("model") or "")
        if isinstance(definition, dict)
        else ""
    )


def _room(name: str, description: Any) -> Place | None:
    """The first part of a name with parts, or a description that is short enough to be a room's name."""
    told = str(description or "").strip()
    if _ROOM.fullmatch(told) and len(told.split()) <= _SHORT:
        return area_of(told)
    room, slash, _ = name.partition("/")
    return area_of(_spoken(room)) if slash else None


def _tables(found: Any) -> list[dict[str, Any]]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _values(found: Any) -> list[dict[str, Any]]:
    return _tables(list(found.values())) if isinstance(found, dict) else []
