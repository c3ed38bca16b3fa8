"""What players, robots, alarms, scenes, buttons and lists are told to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.device import Ability, Device
from voice_gateway.devices.errors import RefusedValue
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import State
from voice_gateway.devices.unable import cannot_be, has_no, needs, one_of, percent

if TYPE_CHECKING:
    Value = float | str | None

VOLUME_STEP = 10
"""How many percent "louder" is."""
_ITEM = {Act.ADD_ITEM: "added to", Act.REMOVE_ITEM: "removed from", Act.COMPLETE_ITEM: "ticked off"}


def played(device: Device) -> Change:
    needs(device, Ability.PLAY, "played on")
    return Change(State(on=_awake(device), activity="playing"))


def paused(device: Device) -> Change:
    needs(device, Ability.PAUSE, "paused")
    return Change(State(activity="paused"))


def skipped(device: Device, *, forward: bool) -> Change:
    needs(device, Ability.NEXT if forward else Ability.PREVIOUS, "skipped")
    return Change(act=Act.NEXT if forward else Act.PREVIOUS)


def volume_set(device: Device, value: Value) -> Change:
    if Ability.VOLUME not in device.abilities:
        raise has_no(device, "volume")
    return Change(State(volume=percent(device, value)))


def volume_moved(device: Device, value: Value, *, louder: bool) -> Change:
    if Ability.VOLUME not in device.abilities:
        raise has_no(device, "volume")
    step = abs(value) if isinstance(value, (int, float)) else VOLUME_STEP
    wanted = (device.state.volume or 0) + (step if louder else -step)
    return Change(State(volume=round(max(0, min(100, wanted)))))


def muted(device: Device, *, muted: bool) -> Change:
    needs(device, Ability.MUTE, "muted")
    return Change(State(muted=muted))


def source_set(device: Device, value: Value) -> Change:
    if Ability.SOURCE not in device.abilities:
        raise has_no(device, "sources to choose from")
    if value is None:
        raise RefusedValue(f"To which source should the {device.label} be set?")
    source = one_of(device, value, device.choices.sources, "sources")
    return Change(State(on=_awake(device), source=source))


def _awake(device: Device) -> bool | None:
    """A player that is off is turned on with it."""
    return True if device.state.on is False and Ability.ON in device.abilities else None


def working(device: Device) -> Change:
    needs(device, Ability.CLEAN, "sent to clean")
    return Change(State(activity="mowing" if device.kind is Kind.LAWN_MOWER else "cleaning"))


def docked(device: Device) -> Change:
    needs(device, Ability.DOCK, "sent home")
    return Change(State(activity="docked"))


def armed(device: Device, value: Value) -> Change:
    needs(device, Ability.ARM, "armed")
    arms = device.choices.arms or ("home", "away", "night")
    wanted = (
        ("away" if "away" in arms else arms[0])
        if value is None
        else str(value).removeprefix("armed").strip(" _")
    )
    return Change(State(activity=f"armed_{one_of(device, wanted, arms, 'ways to be armed')}"))


def disarmed(device: Device) -> Change:
    needs(device, Ability.DISARM, "disarmed")
    return Change(State(activity="disarmed"))


def item_changed(device: Device, act: Act, value: Value) -> Change:
    if Ability.ITEMS not in device.abilities:
        raise cannot_be(device, f"{_ITEM[act]}")
    if value is None:
        raise RefusedValue(f"What should be {_ITEM[act]} the {device.label}?")
    return Change(act=act, words=str(value))
