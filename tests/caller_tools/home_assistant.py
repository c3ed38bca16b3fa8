"""What Home Assistant sends to a model, as it was recorded: instructions, tools, results."""

import json
from typing import Any

_TARGET = {
    "name": {"type": "string"},
    "area": {"type": "string"},
    "floor": {"type": "string"},
    "domain": {"type": "array", "items": {"type": "string"}},
}


def _tool(name: str, description: str, /, **properties: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": []}
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": parameters},
    }


TOOLS = [
    _tool("HassTurnOn", "Turns on/opens a device or entity", **_TARGET),
    _tool("HassTurnOff", "Turns off/closes a device or entity", **_TARGET),
    _tool("HassSetPosition", "Sets the position", **_TARGET, position={"type": "integer"}),
    _tool("HassLightSet", "Sets a light", **_TARGET, brightness={"type": "integer"}),
    _tool("HassClimateSetTemperature", "Sets it", temperature={"type": "number"}, name={"type": "string"}),
    _tool("HassListAddItem", "Add item to a to-do list", item={"type": "string"}, name={"type": "string"}),
    _tool("GetLiveContext", "Use this tool when the user asks a question about the CURRENT state"),
]

PROMPT = """You are a voice assistant for Home Assistant.
Answer questions about the world truthfully.
When controlling Home Assistant always call the intent tools.
Static Context: An overview of the areas and the devices in this smart home:
- names: Study Light, Reading Lamp
  domain: light
  areas: Study
- names: Ceiling Light
  domain: light
  areas: Study
- names: Ceiling Light
  domain: light
  areas: Attic
- names: Studio Blinds
  domain: cover
  areas: Studio
- names: Shed Lock
  domain: lock
- names: HeatPump
  domain: climate
  areas: Attic
- names: 'Attic: Outside Temperature'
  domain: sensor
"""

LIVE = json.dumps(
    {
        "success": True,
        "result": "Live Context: An overview of the areas and the devices in this smart home:\n"
        "- names: Study Light, Reading Lamp\n  domain: light\n  state: 'on'\n  areas: Study\n"
        "  attributes:\n    brightness: '102'\n"
        "- names: Shed Lock\n  domain: lock\n  state: locked\n"
        "- names: HeatPump\n  domain: climate\n  state: heat\n  areas: Attic\n"
        "  attributes:\n    current_temperature: 19.5\n    temperature: '20'\n",
    }
)


def done(*names: str) -> str:
    """The result of a tool that did it."""
    success = [{"name": name, "type": "entity", "id": name.lower()} for name in names]
    return json.dumps(
        {
            "speech": {},
            "response_type": "action_done",
            "data": {"targets": [], "success": success, "failed": []},
        }
    )


def failed(text: str) -> str:
    return json.dumps({"error": "MatchFailedError", "error_text": text})
