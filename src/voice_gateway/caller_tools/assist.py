"""Home Assistant's tools for a model: which call comes to what a device is told.

They are known by their names and taken as they are offered: an argument that a tool does not have is left
out, and what no tool can do comes to no call.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import ToolCall

from voice_gateway.caller_tools.entities import Entity
from voice_gateway.devices.change import Change
from voice_gateway.engine.request import Tool
from voice_gateway.tools import make_call

LIVE: Final = "GetLiveContext"
"""Tells how everything is now."""

_ON: Final = "HassTurnOn"
_OFF: Final = "HassTurnOff"
_SET: Final = {
    "light": ("HassLightSet", "brightness"),
    "fan": ("HassFanSetSpeed", "percentage"),
    "cover": ("HassSetPosition", "position"),
    "valve": ("HassSetPosition", "position"),
    "climate": ("HassClimateSetTemperature", "temperature"),
}
BY_WISHES: Final = frozenset({LIVE, _ON, _OFF, *(name for name, _ in _SET.values())})
"""The tools that a wish comes to."""


@dataclass(frozen=True)
class Assist:
    """The arguments of each tool that is offered."""

    tools: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, tools: Sequence[Tool]) -> "Assist":
        return cls({tool.function.name: tool.function.parameters.get("properties", {}) for tool in tools})

    @property
    def controls(self) -> bool:
        """Whether these are tools of a Home Assistant that may be controlled."""
        return _ON in self.tools and _OFF in self.tools

    def look(self) -> ToolCall | None:
        """The call that tells how everything is."""
        return make_call(LIVE, {}) if LIVE in self.tools else None

    def call(self, entity: Entity, change: Change, *, twins: bool = False) -> ToolCall | None:
        """The call that changes the entity; with `twins`, its area must be named to tell it apart."""
        name, amount = self._named(entity.domain, change)
        if name not in self.tools:
            return None
        given = {"name": entity.names[0], **amount}
        if "domain" in self.tools[name]:
            given["domain"] = [entity.domain]
        if twins:
            if not entity.area or "area" not in self.tools[name]:
                return None
            given["area"] = entity.area
        return make_call(name, given)

    def _named(self, domain: str, change: Change) -> tuple[str, dict[str, Any]]:
        to = change.to
        on = to.locked if to.on is None else to.on
        if len(change.told) != 1:
            return "", {}
        if on is not None or to.position in (0, 100):
            # A lock is locked by turning it on.
            return (_ON if on or to.position else _OFF), {}
        if to.level == 0 or to.mode == "off":
            return _OFF, {}
        amount = next((each for each in (to.level, to.position, to.target) if each is not None), None)
        if amount is None:
            return "", {}
        name, argument = _SET.get(domain, ("", ""))
        return name, {argument: int(amount) if float(amount).is_integer() else amount}
