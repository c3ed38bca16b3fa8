"""What a device announced about one of its parts, however it announced it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from voice_gateway.devices.home_assistant.registries import Place, Thing
from voice_gateway.devices.mqtt.expressions import Unreadable
from voice_gateway.devices.mqtt.templates import template

_LONGEST_TOPIC = 1000
AVAILABLE, NOT_AVAILABLE = "online", "offline"


@dataclass(frozen=True, slots=True)
class Message:
    """What is published."""

    topic: str
    payload: str
    retain: bool = False
    option: str = "command_topic"
    """The option that named the topic."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A light, a sensor, … in the words of Home Assistant's MQTT discovery."""

    id: str
    """Such as "light.0x00178801_light"; its first word is the component."""
    name: str
    config: Mapping[str, Any] = field(default_factory=dict)
    """The options, each under its whole name."""
    thing: Thing | None = None
    area: Place | None = None
    refresh: Message | None = None
    """What makes the device tell how it is."""
    problem: str = ""
    """Why it cannot be used, in words; empty where it can."""

    @property
    def component(self) -> str:
        return self.id.partition(".")[0]

    def option(self, *names: str, default: Any = None) -> Any:
        """The first of these options that was announced."""
        return next((self.config[name] for name in names if self.config.get(name) is not None), default)

    def topics(self) -> frozenset[str]:
        """Everything that it may be heard on."""
        return self.reports() | {str(one["topic"]) for one in self.availability()}

    def reports(self) -> frozenset[str]:
        """Where it tells how it is."""
        return frozenset(value for name, value in self.config.items() if _is_told(name))

    def availability(self) -> Iterator[Mapping[str, Any]]:
        """Where it is told whether it can be reached."""
        if topic := self.config.get("availability_topic"):
            yield {**self.config, "topic": topic, "value_template": self.config.get("availability_template")}
        yield from (one for one in self.config.get("availability") or () if one.get("topic"))


def one_thing_each(listed: list[Announced]) -> list[Announced]:
    """The same, where what a part tells of its device holds for all parts: often only one tells its name."""
    things: dict[str, Thing] = {}
    areas: dict[str, Place] = {}
    for one in listed:
        if (thing := one.thing) is None:
            continue
        known = things.get(thing.id, thing)
        things[thing.id] = replace(
            known,
            name=known.name or thing.name,
            identifiers=known.identifiers | thing.identifiers,
            connections=known.connections | thing.connections,
        )
        if one.area:
            areas.setdefault(thing.id, one.area)
    return [
        replace(one, thing=things[one.thing.id], area=areas.get(one.thing.id)) if one.thing else one
        for one in listed
    ]


def fault_of(config: Mapping[str, Any]) -> str:
    """Why what was announced cannot be used; empty where it can."""
    for name, value in config.items():
        if name.endswith("topic") and not _is_topic(value):
            return f"its {name} is no topic"
        if name.endswith("template") and value is not None:
            try:
                template(str(value))
            except Unreadable as error:
                return str(error)
    return next((why for one in config.get("availability") or () if (why := fault_of(one))), "")


def _is_told(option: str) -> bool:
    return option.endswith("topic") and not (
        option.endswith("command_topic") or option.startswith(("set_", "availability"))
    )


def _is_topic(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST_TOPIC and not set(value) & set("+#\0")
