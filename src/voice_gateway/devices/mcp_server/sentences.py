"""What the tools say of devices and of the network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.device import Device, Status, told_apart
from voice_gateway.devices.home import LOW_BATTERY, Health
from voice_gateway.devices.speech import ago, condition, is_or_are, reading_phrase, report
from voice_gateway.devices.words import roots
from voice_gateway.saying import capitalised, listed

if TYPE_CHECKING:
    from collections.abc import Sequence


def charge(device: Device) -> str:
    if device.battery is None:
        return f"{device.title} reports no battery."
    return f"{device.title}'s battery is at {device.battery} percent."


def names(devices: Sequence[Device]) -> str:
    return ", ".join(f"{device.label} ({shortly(device)})" for device in told_apart(devices))


def shortly(device: Device) -> str:
    return "not answering" if device.status is Status.DEAD else condition(device)


def reading_report(device: Device, wanted: set[str]) -> str:
    """Only the reading that was asked for, if one was: "bathroom humidity"."""
    if "volume" in wanted and device.state.volume is not None and device.status is not Status.DEAD:
        return f"{device.title} {is_or_are(device)} at {device.state.volume} percent volume."
    asked = [reading for reading in device.state.readings if {*roots(reading.name)} & wanted]
    if not asked or device.status is Status.DEAD:
        battery = (
            f" Its battery is at {device.battery} percent."
            if device.battery is not None and ("battery" in wanted) and device.battery > LOW_BATTERY
            else ""
        )
        return report(device) + battery
    return f"{device.title} reads {listed(reading_phrase(reading) for reading in asked)}."


def presence(device: Device) -> str:
    place = f" in the {device.room.lower()}" if device.room else ""
    match device.status:
        case Status.DEAD:
            return (
                f"{device.title}{place} exists but does not answer; it was last seen {ago(device.last_seen)}."
            )
        case Status.ASLEEP:
            return f"{device.title}{place} exists and is asleep; it was last seen {ago(device.last_seen)}."
        case Status.READY:
            return f"{device.title}{place} exists and is active; it was last seen {ago(device.last_seen)}."


def detail(device: Device) -> str:
    facts = [device.kind.spoken, device.room.lower(), shortly(device)]
    if device.battery is not None:
        facts.append(f"battery {device.battery} percent")
    facts.append(f"{device.status.value}, seen {ago(device.last_seen)}")
    return f"{device.title}: {', '.join(fact for fact in facts if fact)}."


def health_sentence(health: Health) -> str:
    """Whether it can be reached, each of its sources by name, and which devices need a look."""
    if not health.connected and not health.parts:
        return _unreached(health)
    told = [_unreached(part) for part in health.parts if not part.connected]
    if up := [part.name for part in health.parts if part.connected]:
        told.insert(0, f"{capitalised(listed(up))} {'is' if len(up) == 1 else 'are'} up.")
    working = health.devices - len(health.dead)
    begin = "" if health.parts else "The network is up and "
    told.append(f"{begin}{working} of {health.devices} devices answer.")
    troubles = []
    if health.dead:
        troubles.append(f"not answering: {listed(device.label for device in health.dead)}")
    if health.low_battery:
        troubles.append(f"low battery: {listed(device.label for device in health.low_battery)}")
    if troubles:
        told.append(f"{'; '.join(troubles).capitalize()}.")
    return " ".join(told)


def _unreached(health: Health) -> str:
    return f"{capitalised(health.name)} at {health.source} cannot be reached: {health.note}."
