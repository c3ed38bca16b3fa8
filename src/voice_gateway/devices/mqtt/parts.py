"""A part of a Zigbee device, and how its properties are read and set."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Table = Mapping[str, Any]
SETTABLE, ASKABLE = 2, 4
STATE = "state_topic"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a device is or measures."""

    component: str
    key: str
    """What tells it from other parts of the device."""
    name: str = ""
    """What stands behind the device's name; empty for what the device is first of all."""
    asked: str = ""
    """The property that it can be asked for."""
    options: Table = field(default_factory=dict)
    """Options of MQTT discovery; topics are True for the device's own and "set" for where it is told."""

    def config(self, topic: str) -> dict[str, Any]:
        places = {True: topic, "set": f"{topic}/set"}
        return {
            name: places[value] if name.endswith("topic") else value for name, value in self.options.items()
        }


def told(feature: Table) -> str:
    return "{{ value_json[" + json.dumps(str(feature.get("property"))) + "] }}"


def tells(feature: Table) -> str:
    """The template of a message that sets it to a number or a word."""
    quoted = "{{ value }}" if feature.get("type") == "numeric" else '"{{ value }}"'
    return "{" + json.dumps(str(feature.get("property"))) + ": " + quoted + "}"


def fixed(feature: Table, value: Any) -> str:
    return json.dumps({str(feature.get("property")): value})


def switched(state: Table, on: str = "on", off: str = "off") -> dict[str, Any]:
    true, false = state.get("value_on", "ON"), state.get("value_off", "OFF")
    words = {"on": ("on", "off"), "lock": ("locked", "unlocked")}[on]
    return {
        STATE: True, "value_template": told(state), "command_topic": "set",
        f"payload_{on}": fixed(state, true), f"payload_{off}": fixed(state, false),
        f"state_{words[0]}": str(true), f"state_{words[1]}": str(false),
    }  # fmt: skip
