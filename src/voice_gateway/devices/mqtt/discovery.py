"""Home Assistant's MQTT discovery, as Tasmota, ESPHome and many others announce themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from voice_gateway.devices.home_assistant.registries import Place, Thing
from voice_gateway.devices.mqtt.abbreviations import expanded
from voice_gateway.devices.mqtt.announced import Announced, fault_of
from voice_gateway.devices.mqtt.components import COMPONENTS
from voice_gateway.devices.mqtt.heard import as_json

DOMAIN = "mqtt"
"""The first part of identifiers of these devices in Home Assistant's registry."""
_WHOLE_DEVICE = "device"
_ODD = re.compile(r"[^a-z0-9]+")
_SILENT = frozenset({"sensor", "binary_sensor"})
_TOLD = ("command_topic", "set_position_topic")


def filters(prefix: str) -> tuple[str, ...]:
    """Where announcements are made."""
    return (f"{prefix}/+/+/config", f"{prefix}/+/+/+/config")


def announced_on(topic: str, text: str, prefix: str) -> tuple[Announced, ...] | None:
    """What is announced there; nothing where it was taken back. None for what is no announcement."""
    parts = topic.removeprefix(f"{prefix}/").split("/")
    if not topic.startswith(f"{prefix}/") or len(parts) not in (3, 4) or parts[-1] != "config":
        return None
    component, *where = parts[:-1]
    if not text.strip():
        return ()
    table = as_json(text)
    if not isinstance(table, dict):
        return ()
    try:
        if component == _WHOLE_DEVICE:
            return tuple(_parts(where, expanded(table), base=str(table.get("~") or "")))
        return _one(component, "_".join(where), expanded(table)) if component in COMPONENTS else ()
    except (AttributeError, TypeError, ValueError):
        # Retained rubbish: of the right form outside, and something else within.
        return ()


def _parts(where: list[str], shared: dict[str, Any], *, base: str) -> Iterator[Announced]:
    """The parts of a device that announces all of them at once; what they share stands beside them."""
    parts = shared.pop("components", None)
    for name, part in (parts if isinstance(parts, dict) else {}).items():
        if isinstance(part, dict):
            own = expanded(part, base=base)
            component = str(own.pop("platform", ""))
            # One of which nothing but its platform is left was taken back.
            if component in COMPONENTS and own:
                yield from _one(component, "_".join([*where, str(name)]), {**shared, **own})


def _one(component: str, where: str, config: dict[str, Any]) -> tuple[Announced, ...]:
    device = config.pop("device", None)
    thing = _thing(device) if isinstance(device, dict) else None
    named = str(config.get("unique_id") or where)
    return (
        Announced(
            id=f"{component}.{_slug(named)}",
            name=_name(config, component, thing, where),
            config={name: value for name, value in config.items() if value is not None or "payload" in name},
            thing=thing,
            area=area_of(device.get("suggested_area")) if isinstance(device, dict) else None,
            problem=_problem(component, config),
        ),
    )


def _problem(component: str, config: Mapping[str, Any]) -> str:
    if component in _SILENT and not config.get("state_topic"):
        return "it does not say where it tells its state"
    if component == "light" and config.get("schema") == "template":
        return "its light speaks in templates of its own"
    if component not in _SILENT and not any(name.endswith(_TOLD) for name in config):
        return "it does not say how it is told anything"
    return fault_of(config)


def _thing(table: Mapping[str, Any]) -> Thing | None:
    told = table.get("identifiers")
    identifiers = [str(one) for one in (told if isinstance(told, list) else [told] if told else [])]
    connections = [
        (str(pair[0]), str(pair[1]).lower())
        for pair in table.get("connections") or ()
        if isinstance(pair, list) and len(pair) == 2
    ]
    if not identifiers and not connections:
        return None
    key = identifiers[0] if identifiers else connections[0][1]
    return Thing(
        id=f"{DOMAIN}/{key}",
        name=_text(table.get("name")),
        area_id=str(table.get("suggested_area") or ""),
        identifiers=frozenset((DOMAIN, one) for one in identifiers),
        connections=frozenset(connections),
    )


def area_of(name: Any) -> Place | None:
    told = _text(name)
    return Place(_slug(told), told) if told else None


def _name(config: Mapping[str, Any], component: str, thing: Thing | None, where: str) -> str:
    """A part's own name stands behind the device's, unless it is the device."""
    whole, own = thing.name if thing else "", _text(config.get("name"))
    if not own and component in _SILENT and config.get("device_class"):
        own = str(config["device_class"]).replace("_", " ")
    if not whole or own.lower().startswith(whole.lower()):
        return own or whole or where.replace("_", " ")
    return f"{whole} {own}".strip()


def _text(told: Any) -> str:
    return " ".join(told.split()) if isinstance(told, str) else ""


def _slug(text: str) -> str:
    return _ODD.sub("_", text.lower()).strip("_")
