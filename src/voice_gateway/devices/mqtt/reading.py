"""Makes an entity of what was announced and what was heard of it since."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import as_number, is_number
from voice_gateway.devices.home_assistant.registries import Entry
from voice_gateway.devices.home_assistant.states import UNAVAILABLE, UNKNOWN, EntityState
from voice_gateway.devices.mqtt.announced import AVAILABLE, NOT_AVAILABLE, Announced
from voice_gateway.devices.mqtt.components import COMPONENTS, Told
from voice_gateway.devices.mqtt.heard import Heard
from voice_gateway.devices.mqtt.lights import light_told
from voice_gateway.devices.mqtt.scales import percentage, position, tilt_position

Attributes = dict[str, Any]
_CLIMATE_MODES = ("auto", "off", "cool", "heat", "dry", "fan_only")
_VACUUM = ("start", "stop", "return_home")


def entity_of(announced: Announced, heard: Heard) -> Entity:
    """The entity as it is now."""
    value, attributes = _read(announced, heard)
    times = [said.at for topic in announced.reports() if (said := heard.get(topic))]
    lasts = announced.option("expire_after")
    expired = is_number(lasts) and times and time.time() > max(times) + lasts
    if announced.problem or expired or not _available(announced, heard):
        value = UNAVAILABLE
    state = EntityState(
        value if value is not None else UNKNOWN,
        MappingProxyType({name: told for name, told in attributes.items() if told is not None}),
        changed=max(times, default=0.0),
    )
    return Entity(announced.id, state, _entry(announced), announced.thing, announced.area)


def _entry(announced: Announced) -> Entry:
    return Entry(
        entity_id=announced.id,
        name=announced.name,
        platform="mqtt",
        unique_id=str(announced.option("unique_id", default="")),
        area_id=announced.area.id if announced.area else "",
        device_id=announced.thing.id if announced.thing else "",
        category=str(announced.option("entity_category", default="")),
        hidden=False,
        disabled=False,
        offered=True,
        device_class=str(announced.option("device_class", default="")),
    )


def _read(announced: Announced, heard: Heard) -> tuple[str | None, Attributes]:
    component = COMPONENTS[announced.component]
    attributes: Attributes = {
        name: announced.option(*options)
        for name, options in component.lists.items()
        if announced.option(*options) is not None
    }
    for name, told in component.attributes.items():
        attributes[name] = _told(announced, heard, told)
    features = sum(
        {bit for option, bits in component.features.items() for bit in _bits(announced, option, bits)}
    )
    listed = announced.option("supported_features", default=())
    if component.named and isinstance(listed, list | tuple):
        for word in listed or (_VACUUM if announced.component == "vacuum" else component.named):
            features |= component.named.get(str(word), 0)
    attributes["supported_features"] = features
    value = _value(announced, heard)
    special = _SPECIAL.get(announced.component)
    return special(announced, heard, value, attributes) if special else (value, attributes)


def _bits(announced: Announced, option: str, bits: int) -> list[int]:
    return [1 << place for place in range(16) if bits & 1 << place] if announced.option(option) else []


def _told(announced: Announced, heard: Heard, told: Told) -> str | float | None:
    found = heard.told(announced.option(told.topic), announced.option(told.template))
    return as_number(found) if told.number else found


def _value(announced: Announced, heard: Heard) -> str | None:
    """Its state, in Home Assistant's word for it."""
    component = COMPONENTS[announced.component]
    if component.value is None:
        return None
    topic = announced.option(component.value.topic)
    found = heard.told(topic, announced.option(component.value.template, "value_template"))
    said = heard.get(topic)
    if found is not None and said and isinstance(said.table, dict) and found == said.text:
        # A whole table where a word is expected: the word is in it.
        told = said.table.get("state")
        found = None if told is None else str(told)
    if found is None or not component.states:
        return found
    for state, (*options, default) in component.states.items():
        if found == str(announced.option(*options, default=default)):
            return state
    return None


def _available(announced: Announced, heard: Heard) -> bool:
    known: list[tuple[int, bool]] = []
    for one in announced.availability():
        text = heard.told(one["topic"], one.get("value_template"))
        said = heard.get(one["topic"])
        if text == str(one.get("payload_available", AVAILABLE)):
            known.append((said.number if said else 0, True))
        elif text == str(one.get("payload_not_available", NOT_AVAILABLE)):
            known.append((said.number if said else 0, False))
        else:
            # Unheard is away, unless the device may well not tell at all.
            known.append((0, bool(one.get("presumed"))))
    if not known:
        return True
    match announced.option("availability_mode", default="latest"):
        case "all":
            return all(there for _, there in known)
        case "any":
            return any(there for _, there in known)
    return max(known)[1]


def _cover(
    announced: Announced, heard: Heard, value: str | None, attributes: Attributes
) -> tuple[str | None, Attributes]:
    at = position(announced, attributes.get("current_position"))
    attributes["current_position"] = at
    attributes["current_tilt_position"] = tilt_position(announced, attributes.get("current_tilt_position"))
    if announced.config.get("payload_stop", "") is None:
        attributes["supported_features"] &= ~8
    if value in (None, "stopped"):
        value = value and "open" if at is None else "open" if at > 0 else "closed"
    return value, attributes


def _valve(
    announced: Announced, heard: Heard, value: str | None, attributes: Attributes
) -> tuple[str | None, Attributes]:
    if not announced.option("reports_position"):
        return value, attributes
    attributes["supported_features"] |= 4
    text = heard.told(announced.option("state_topic"), announced.option("value_template"))
    said = heard.get(announced.option("state_topic"))
    if said and isinstance(said.table, dict) and said.table.get("position") is not None:
        text = str(said.table["position"])
    at = attributes["current_position"] = position(announced, as_number(text))
    return (value or (None if at is None else "open" if at > 0 else "closed")), attributes


def _fan(
    announced: Announced, heard: Heard, value: str | None, attributes: Attributes
) -> tuple[str | None, Attributes]:
    attributes["percentage"], attributes["percentage_step"] = percentage(
        announced, attributes.get("percentage")
    )
    if (swings := attributes.get("oscillating")) is not None:
        attributes["oscillating"] = swings == str(
            announced.option("payload_oscillation_on", default="oscillate_on")
        )
    return value, attributes


def _climate(
    announced: Announced, heard: Heard, value: str | None, attributes: Attributes
) -> tuple[str | None, Attributes]:
    if announced.option("mode_command_topic"):
        attributes.setdefault("hvac_modes", list(_CLIMATE_MODES))
    else:
        attributes.pop("hvac_modes", None)
    return value, attributes


def _number(
    announced: Announced, heard: Heard, value: str | None, attributes: Attributes
) -> tuple[str | None, Attributes]:
    return value, {"min": 1.0, "max": 100.0, "step": 1.0} | attributes


def _vacuum(
    announced: Announced, heard: Heard, value: str | None, attributes: Attributes
) -> tuple[str | None, Attributes]:
    said = heard.get(announced.option("state_topic"))
    if said and isinstance(said.table, dict):
        attributes |= {
            "fan_speed": said.table.get("fan_speed"),
            "battery_level": said.table.get("battery_level"),
        }
    return value, attributes


_SPECIAL: dict[str, Callable[[Announced, Heard, str | None, Attributes], tuple[str | None, Attributes]]] = {
    "light": light_told,
    "cover": _cover,
    "valve": _valve,
    "fan": _fan,
    "climate": _climate,
    "number": _number,
    "vacuum": _vacuum,
}
