"""Says how devices are, in sentences short enough for a small model to repeat."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from voice_gateway.devices.device import Device, Status
from voice_gateway.devices.kinds import LIGHTS, OPENING, Kind
from voice_gateway.devices.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from voice_gateway.devices.home import Confirmation
    from voice_gateway.devices.state import Reading, State

_OPENS = frozenset({"door", "window", "contact", "lid", "gate"})
_FOUND = {"leak": "a leak", "water": "water", "motion": "motion detected", "presence": "someone is there"}
_MANY = 4


def condition(device: Device) -> str:
    """How the device is, without its name: "on at 40 percent", "locked", "18.5 °C, set to 21 °C"."""
    state = device.state
    if device.kind is Kind.THERMOSTAT:
        return _warmth(state)
    parts = [part for part in (_moved(device), *map(reading_phrase, state.readings)) if part]
    return listed(parts) if parts else "in an unknown state"


def _moved(device: Device) -> str:
    state = device.state
    if state.locked is not None:
        return "locked" if state.locked else "unlocked"
    if state.position is not None:
        return {0: "closed", 100: "open"}.get(state.position, f"{state.position} percent open")
    if state.on is None:
        return ""
    if device.kind in OPENING:
        return "open" if state.on else "closed"
    if state.on and state.level is not None and 0 < state.level < 100:
        return f"on at {state.level} percent"
    return "on" if state.on else "off"


def _warmth(state: State) -> str:
    measured = listed(reading_phrase(reading) for reading in state.readings)
    parts = [set_to(state), f"measures {measured}" if measured else ""]
    return listed(part for part in parts if part) or "in an unknown state"


def set_to(state: State) -> str:
    """What a thermostat was told: "set to 21 °C in heat mode"."""
    target = "" if state.target is None else f"set to {state.target:g} °C"
    if state.mode == "off":
        return f"{target}, but it is off" if target else "off"
    return " ".join(part for part in (target, f"in {state.mode} mode" if state.mode else "") if part)


def reading_phrase(reading: Reading) -> str:
    """ "22.4 °C", "humidity 58 %", "no motion"."""
    if isinstance(reading.value, bool):
        if reading.name in _OPENS:
            return "open" if reading.value else "closed"
        return _FOUND.get(reading.name, reading.name) if reading.value else f"no {reading.name}"
    value = f"{reading.value:g}" if isinstance(reading.value, float) else str(reading.value)
    amount = f"{value} {reading.unit}".strip()
    return amount if reading.name in ("value", "temperature") else f"{reading.name} {amount}"


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
    for confirmation in confirmations:
        clauses.setdefault(_became(confirmation), []).append(confirmation.device)
    return " ".join(_clause(devices, condition) for condition, devices in clauses.items())


def _clause(devices: list[Device], became: str) -> str:
    if len(devices) == 1:
        verb = is_or_are(devices[0]) if became.split(" ", 1)[0] not in ("took",) else ""
        return " ".join(part for part in (devices[0].title, verb, became) if part) + "."
    verb = "" if became.startswith("took") else "are"
    names = group_name(devices) if len(devices) > _MANY else listed([device.label for device in devices])
    return " ".join(part for part in (names[:1].upper() + names[1:], verb, became) if part) + "."


def _became(confirmation: Confirmation) -> str:
    device = confirmation.device
    if confirmation.finished:
        return f"now {set_to(device.state) if device.kind is Kind.THERMOSTAT else _moved(device)}"
    if device.kind in OPENING:
        return "moving now"
    return f"took the command, but still says that it is {condition(device)}"


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


def listed(parts: Iterable[str]) -> str:
    """ "a, b and c"."""
    items = list(parts)
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


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
