"""Devices and what became of them, as plain data for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from voice_gateway.devices.change import Act
from voice_gateway.devices.device import Device
from voice_gateway.devices.resolution import Ambiguous, Matched, Unknown

if TYPE_CHECKING:
    from voice_gateway.devices.home import Confirmation


def for_good(confirmation: Confirmation) -> str:
    """What was done and can't be taken back, since no state was left for it."""
    change = confirmation.change
    if change is None or change.act in (None, Act.STOP):
        return ""
    deed = "start" if change.act is Act.RUN else change.act.value.replace("_", " ")
    return f"{deed} of the {confirmation.device.label}"


def brief(device: Device) -> dict[str, Any]:
    return {
        "id": device.id,
        "name": device.name,
        "room": device.room,
        "kind": device.kind.value,
        "status": device.status.value,
        "state": device.state.as_table(),
    }


def resolution_data(resolution: Matched | Ambiguous | Unknown) -> dict[str, Any]:
    if isinstance(resolution, Ambiguous):
        return {"ambiguous": [device.name for device in resolution.candidates]}
    suggestions = resolution.suggestions if isinstance(resolution, Unknown) else ()
    return {"unknown": True, "suggestions": [device.name for device in suggestions]}


def last_seen(device: Device) -> str | None:
    return device.last_seen.isoformat() if device.last_seen else None
