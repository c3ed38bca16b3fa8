"""Says how devices are, in sentences short enough for a small model to repeat."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.conditions import became, condition, reading_phrase
from voice_gateway.devices.device import Device, Status, told_apart
from voice_gateway.devices.kinds import LIGHTS, OPENING, Kind
from voice_gateway.devices.words import words
from voice_gateway.saying import capitalised, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from voice_gateway.devices.home import Confirmation

__all__ = ["ago", "condition", "done", "group_name", "is_or_are", "listed", "reading_phrase", "report"]

_MANY = 4
_VERBS = frozenset({"took", "was", "went", "has", "no"})
"""Words with which what is said of a device needs no "is"."""


def is_or_are(device: Device) -> str:
    """Blinds are, a light is."""
    said = words(device.name)
    return "are" if said and said[-1].plural else "is"


def report(device: Device) -> str:
    """One sentence on how it is: "Front door is locked." """
    verb = "reads" if device.kind is Kind.SENSOR else is_or_are(device)
    sentence = f"{device.title} {verb} {condition(device)}."
    if device.status is Status.DEAD:
        sentence = f"{device.title} does not answer; it was last known to be {condition(device)}."
    if device.battery is not None and device.battery <= 20:
        sentence += f" Its battery is low, at {device.battery} percent."
    return sentence


def done(confirmations: Sequence[Confirmation]) -> str:
    """What is so now: "Kitchen light is now on." Devices in the same condition share a clause."""
    clauses: dict[str, list[Device]] = {}
    devices = told_apart(confirmation.device for confirmation in confirmations)
    for confirmation, device in zip(confirmations, devices, strict=True):
        clauses.setdefault(_became(confirmation), []).append(device)
    return " ".join(_clause(devices, condition) for condition, devices in clauses.items())


def _clause(devices: list[Device], became: str) -> str:
    said = became.split(" ", 1)[0] in _VERBS
    if len(devices) == 1:
        verb = "" if said else is_or_are(devices[0])
        return " ".join(part for part in (devices[0].title, verb, became) if part) + "."
    verb = "" if said else "are"
    names = group_name(devices) if len(devices) > _MANY else listed([device.label for device in devices])
    return " ".join(part for part in (capitalised(names), verb, became) if part) + "."


def _became(confirmation: Confirmation) -> str:
    device = confirmation.device
    if confirmation.finished and confirmation.change and (did := _did(confirmation.change)):
        return did
    if confirmation.finished:
        return f"now {became(device) or condition(device)}{_volume(confirmation)}"
    if device.kind in OPENING:
        return "moving now"
    if device.state.activity in ("returning", "arming"):
        return f"now {condition(device)}"
    if confirmation.change and all(getattr(device.state, name) is None for name in confirmation.change.told):
        return "was told, but it does not report whether it did it"
    return f"took the command, but still says that it is {condition(device)}"


def _volume(confirmation: Confirmation) -> str:
    """What was set, where nothing plays that would show it."""
    device, change = confirmation.device, confirmation.change
    if change is None or "volume" not in change.told or device.state.volume is None:
        return ""
    loud = f"{device.state.volume} percent"
    return "" if loud in became(device) else f", with its volume at {loud}"


def _did(change: Change) -> str:  # noqa: PLR0911 (one return for each case)
    """What was done that no state shows."""
    match change.act:
        case Act.RUN:
            return "was started"
        case Act.PRESS:
            return "was pressed"
        case Act.NEXT:
            return "went on to the next"
        case Act.PREVIOUS:
            return "went back to the one before"
        case Act.LOCATE:
            return "making itself heard"
        case Act.ADD_ITEM:
            return f"has {change.words} on it now"
        case Act.REMOVE_ITEM:
            return f"no longer has {change.words} on it"
        case Act.COMPLETE_ITEM:
            return f"has {change.words} ticked off"
    return ""


def group_name(devices: Sequence[Device]) -> str:
    """ "all 5 lights" or "all 7 devices"."""
    kinds = {device.kind for device in devices}
    if kinds <= LIGHTS:
        return f"all {len(devices)} lights"
    return (
        f"all {len(devices)} {next(iter(kinds)).spoken}s"
        if len(kinds) == 1
        else f"all {len(devices)} devices"
    )


def ago(moment: datetime | None) -> str:
    """ "just now", "5 minutes ago"."""
    if moment is None:
        return "at an unknown time"
    seconds = max(0, (datetime.now(UTC) - moment).total_seconds())
    for size, unit in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
