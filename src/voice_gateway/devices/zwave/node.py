"""A node of the network as the server describes it, kept up to date by its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any, NamedTuple


class CC(IntEnum):
    """Command classes, by the numbers of the Z-Wave standard."""

    BINARY_SWITCH = 37
    MULTILEVEL_SWITCH = 38
    BINARY_SENSOR = 48
    MULTILEVEL_SENSOR = 49
    METER = 50
    THERMOSTAT_MODE = 64
    THERMOSTAT_SETPOINT = 67
    DOOR_LOCK = 98
    BARRIER = 102
    WINDOW_COVERING = 106
    NOTIFICATION = 113
    SOUND_SWITCH = 121
    BATTERY = 128


UNKNOWN, ASLEEP, AWAKE, DEAD, ALIVE = range(5)
"""A node's status."""


class ValueKey(NamedTuple):
    """What names a value of a node."""

    endpoint: int
    command_class: int
    property: str | int
    property_key: str | int | None = None

    def as_id(self) -> dict[str, Any]:
        """The form that commands take."""
        value_id: dict[str, Any] = {
            "endpoint": self.endpoint,
            "commandClass": self.command_class,
            "property": self.property,
        }
        if self.property_key is not None:
            value_id["propertyKey"] = self.property_key
        return value_id


@dataclass(slots=True)
class Value:
    """A value and what is known about it."""

    value: Any = None
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Node:
    """One node. `values` changes with every report."""

    id: int
    network: int = 0
    """The number of the network that it belongs to, where that is known."""
    name: str = ""
    location: str = ""
    product: str = ""
    status: int = UNKNOWN
    is_controller: bool = False
    generic_class: int = 0
    specific_class: int = 0
    labels: dict[int, str] = field(default_factory=dict)
    """What the endpoints are called, where they are."""
    values: dict[ValueKey, Value] = field(default_factory=dict)
    last_seen: datetime | None = None

    def get(self, endpoint: int, command_class: int, name: str | int, key: str | int | None = None) -> Any:
        """The value, or None."""
        found = self.values.get(ValueKey(endpoint, command_class, name, key))
        return found.value if found else None

    def metadata(self, endpoint: int, command_class: int, name: str | int) -> dict[str, Any]:
        found = self.values.get(ValueKey(endpoint, command_class, name))
        return found.metadata if found else {}

    def endpoints_with(self, command_class: int) -> list[int]:
        return sorted({key.endpoint for key in self.values if key.command_class == command_class})

    def hear(self, event: dict[str, Any]) -> bool:
        """Take an event of this node; tells whether anything changed."""
        arguments = event.get("args") or {}
        statuses = {"alive": ALIVE, "dead": DEAD, "sleep": ASLEEP, "wake up": AWAKE}
        match event.get("event"):
            case "value updated" | "value added":
                self.values.setdefault(_key(arguments), Value()).value = arguments.get("newValue")
                self.last_seen = datetime.now(UTC)
            case "value removed":
                self.values.pop(_key(arguments), None)
            case "metadata updated":
                self.values.setdefault(_key(arguments), Value()).metadata = arguments.get("metadata") or {}
            case str(name) if name in statuses:
                self.status = statuses[name]
                if self.status != DEAD:
                    self.last_seen = datetime.now(UTC)
            case _:
                return False
        return True


def node_from_dump(dump: dict[str, Any], network: int = 0) -> Node:
    """The node as the server sends it whole."""
    device_class = dump.get("deviceClass") or {}
    config = dump.get("deviceConfig") or {}
    node = Node(
        id=dump["nodeId"],
        network=network,
        name=(dump.get("name") or "").strip(),
        location=(dump.get("location") or "").strip(),
        product=config.get("description") or config.get("label") or "",
        status=dump.get("status", UNKNOWN),
        is_controller=bool(dump.get("isControllerNode")),
        generic_class=(device_class.get("generic") or {}).get("key", 0),
        specific_class=(device_class.get("specific") or {}).get("key", 0),
        labels={
            e["index"]: e["endpointLabel"] for e in dump.get("endpoints") or () if e.get("endpointLabel")
        },
        last_seen=_moment(dump.get("lastSeen") or (dump.get("statistics") or {}).get("lastSeen")),
    )
    values = dump.get("values") or ()
    # Some versions send the values as a mapping.
    for value in values.values() if isinstance(values, dict) else values:
        node.values[_key(value)] = Value(value.get("value"), value.get("metadata") or {})
    return node


def _key(entry: dict[str, Any]) -> ValueKey:
    return ValueKey(
        entry.get("endpoint") or 0, entry["commandClass"], entry["property"], entry.get("propertyKey")
    )


def _moment(text: object) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
