"""The six tools as a client sees them: few arguments, flat, of simple types, so that tiny models can fill
them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from voice_gateway.devices.commands import MODES, Action
from voice_gateway.devices.degrees import Degrees
from voice_gateway.devices.mcp_server.descriptions import description
from voice_gateway.devices.tool_names import CONTROL, DETAILS, HEALTH, LIST, READ, VERIFY

ACTIONS = (*(action.value for action in Action), *MODES)
"""What `control_zwave_device` offers. Common modes are actions of their own."""


@dataclass(frozen=True, slots=True)
class Definition:
    """One tool."""

    name: str
    title: str
    properties: dict[str, dict[str, Any]]
    required: tuple[str, ...] = ()
    reads_only: bool = True
    repeatable: bool = True
    """Calling it twice with the same arguments is the same as once."""

    @property
    def description(self) -> str:
        return description(self.name)

    @property
    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": self.properties,
            "required": list(self.required),
            "additionalProperties": False,
        }

    def schema_in(self, degrees: Degrees) -> dict[str, Any]:
        """The same for a home that counts in these."""
        said = {
            name: {**one, "description": one["description"].replace(Degrees.CELSIUS.word, degrees.word)}
            for name, one in self.properties.items()
        }
        return {**self.schema, "properties": said}


def _text(about: str, *examples: str) -> dict[str, Any]:
    return {"type": "string", "description": about, "examples": list(examples)}


_DEVICE = _text(
    "Name of the device, room or group, in the user's own words.",
    "kitchen light",
    "all lights upstairs",
    "bedroom",
)

DEFINITIONS = (
    Definition(
        CONTROL,
        "Control devices",
        {
            "device": _DEVICE,
            "action": {
                "type": "string",
                "enum": list(ACTIONS),
                "description": "What to do.",
                "examples": ["on", "off", "set_level"],
            },
            "value": {
                "type": "string",
                "description": "Percent for set_level and set_volume, degrees Celsius for set_temperature, "
                "a name for set_color, set_source, set_mode and items. Omit otherwise.",
                "examples": ["40", "21", "blue"],
            },
        },
        required=("device", "action"),
        reads_only=False,
        repeatable=False,
    ),
    Definition(
        READ,
        "Read devices",
        {
            "device": _text(
                "Name of the device, room or group, and what to read if only that.",
                "front door",
                "bedroom temperature",
                "all lights",
            )
        },
        required=("device",),
    ),
    Definition(
        LIST,
        "List devices",
        {
            "room": _text("Only this room or floor. Omit for all.", "kitchen", "upstairs"),
            "page": {"type": "integer", "description": "Page number, 1 if omitted.", "examples": [1, 2]},
        },
    ),
    Definition(
        VERIFY,
        "Check that a device exists",
        {"device": _text("Name of the device in the user's own words.", "hallway lamp")},
        required=("device",),
    ),
    Definition(
        DETAILS,
        "Device details",
        {
            "filter": _text(
                "Only these: a room, a kind, a name, dead, asleep or low battery. Omit for all.",
                "locks",
                "dead",
            )
        },
    ),
    Definition(
        HEALTH,
        "Check the network",
        {"device": _text("Only this device. Omit for the whole network.", "freezer plug")},
    ),
)
