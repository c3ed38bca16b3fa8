"""What is written to a device: any number of its attributes at once, or something that it does."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from voice_gateway.devices.state import State


class Act(StrEnum):
    """What a device does without being in another state for it afterwards."""

    STOP = "stop"
    NEXT = "next"
    PREVIOUS = "previous"
    PRESS = "press"
    RUN = "run"
    """A scene or a script."""
    LOCATE = "locate"
    """Make itself heard, so that it is found."""
    ADD_ITEM = "add_item"
    REMOVE_ITEM = "remove_item"
    COMPLETE_ITEM = "complete_item"


@dataclass(frozen=True, slots=True)
class Change:
    """Every attribute of `to` that is not None is to become so; all of them together."""

    to: State = field(default_factory=State)
    act: Act | None = None
    words: str = ""
    """What the act is about: an item of a list."""

    @property
    def told(self) -> dict[str, Any]:
        """The attributes that are to change, by name."""
        return {
            one.name: value
            for one in fields(State)
            if one.name != "readings" and (value := getattr(self.to, one.name)) is not None
        }

    @property
    def parts(self) -> tuple[Change, ...]:
        """The same, one attribute after the other, for devices that take them singly."""
        return tuple(Change(State(**{name: value})) for name, value in self.told.items()) or (self,)


_TOLERANCE = {
    "level": 1.0, "position": 1.0, "tilt": 1.0, "target": 0.6, "target_low": 0.6, "target_high": 0.6,
    "humidity": 1.0, "hue": 4.0, "saturation": 4.0, "kelvin": 100.0, "volume": 1.5,
}  # fmt: skip
"""By how much what a device reports may differ from what it was told, since it counts in steps of its own."""


def came_true(change: Change, state: State) -> bool:
    """Whether the state shows everything that was asked for. What a device only does shows in none."""
    return all(_shows(name, wanted, getattr(state, name)) for name, wanted in change.told.items())


def _shows(name: str, wanted: Any, now: Any) -> bool:
    if now is None or isinstance(wanted, bool):
        return now is wanted
    if isinstance(wanted, str):
        return str(now).casefold() == wanted.casefold()
    apart = abs(float(now) - float(wanted))
    # Red is at both ends of the circle, and what is not coloured at all has no hue to speak of.
    return (min(apart, 360 - apart) if name == "hue" else apart) <= _TOLERANCE.get(name, 1e-6)
