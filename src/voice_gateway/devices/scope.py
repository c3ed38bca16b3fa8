"""Which devices of a place are meant when only the place was named: "turn off the kitchen", "everything
upstairs"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.commands import Action
from voice_gateway.devices.kinds import LIGHTS, ROBOTS, RUNNING, Kind
from voice_gateway.devices.plan import can

if TYPE_CHECKING:
    from collections.abc import Sequence

    from voice_gateway.devices.device import Device

Meant = tuple["Device", Kind]
"""A device with the kind it is to the people who live there."""

_ORDINARY = LIGHTS | {Kind.SWITCH, Kind.FAN}
_SWITCHING = (Action.ON, Action.OFF, Action.TOGGLE, Action.SET_LEVEL, Action.DIM, Action.BRIGHTEN)
_MOVING = (Action.OPEN, Action.CLOSE, Action.STOP)


def meant_in_place(
    devices: Sequence[Meant], action: Action | None, *, everything: bool
) -> tuple[Device, ...]:
    """A place stands for its lights when switching, its blinds when opening, its thermostat when it is
    about warmth.

    "Everything" also takes plugs and fans, and "everything off" what plays. Locks, valves, sirens and garage
    doors are only moved when they are named (a siren may be silenced), so that no sweeping wish opens a door.
    Scenes, scripts and buttons are started by their own names alone.
    """
    if action is None:
        return tuple(device for device, _ in devices)
    devices = [(device, kind) for device, kind in devices if not starts_by_name(device)]
    for kinds in _in_order(action, everything=everything):
        if found := tuple(device for device, kind in devices if kind in kinds and can(device, action)):
            return found
    return ()


def may_be_meant(device: Device, action: Action | None) -> bool:
    """Whether a place may stand for the device, where nothing fits better: no robot sets off by itself."""
    if action is None:
        return True
    if starts_by_name(device) or action in _STARTING:
        return False
    return device.kind not in _ONLY_BY_NAME or action in _MEANT_BY


def starts_by_name(device: Device) -> bool:
    """Whether it does something of its own when it is told to, which only its own name asks for."""
    return device.kind in _STARTED


_STARTED = RUNNING | {Kind.BUTTON}
_STARTING = frozenset({Action.ACTIVATE, Action.PRESS})
_ONLY_BY_NAME = ROBOTS | {Kind.ALARM_PANEL, Kind.WATER_HEATER}


def _in_order(action: Action, *, everything: bool) -> tuple[frozenset[Kind], ...]:
    if action in _SWITCHING:
        quiet = frozenset({Kind.SIREN, Kind.MEDIA_PLAYER}) if action is Action.OFF else frozenset[Kind]()
        return (_ORDINARY | quiet,) if everything else (LIGHTS, frozenset({Kind.SWITCH, Kind.FAN}))
    if action in _MOVING:
        covers = frozenset({Kind.COVER})
        return (covers,) if everything else (covers, frozenset({Kind.GARAGE_DOOR}), frozenset({Kind.LOCK}))
    return (_MEANT_BY.get(action, frozenset({Kind.THERMOSTAT})),)


_PLAYING = frozenset({Kind.MEDIA_PLAYER})
_MEANT_BY: dict[Action, frozenset[Kind]] = {
    Action.LOCK: frozenset({Kind.LOCK}), Action.UNLOCK: frozenset({Kind.LOCK}),
    Action.SET_COLOR: LIGHTS, Action.TILT: frozenset({Kind.COVER}),
    Action.SET_HUMIDITY: frozenset({Kind.HUMIDIFIER}), Action.CLEAN: ROBOTS, Action.DOCK: ROBOTS,
    Action.LOCATE: ROBOTS, **dict.fromkeys(_STARTING, frozenset[Kind]()),
    Action.ARM: frozenset({Kind.ALARM_PANEL}), Action.DISARM: frozenset({Kind.ALARM_PANEL}),
    **dict.fromkeys((Action.ADD_ITEM, Action.REMOVE_ITEM, Action.COMPLETE_ITEM), frozenset({Kind.TODO_LIST})),
    **dict.fromkeys((Action.PLAY, Action.PAUSE, Action.NEXT, Action.PREVIOUS, Action.SET_VOLUME), _PLAYING),
    **dict.fromkeys((Action.VOLUME_UP, Action.VOLUME_DOWN, Action.MUTE, Action.UNMUTE), _PLAYING),
    Action.SET_SOURCE: _PLAYING,
}  # fmt: skip
