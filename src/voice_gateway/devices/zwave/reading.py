"""Turns a node into devices: its kind from its classes, its state from its values."""

from __future__ import annotations

import re
from typing import Any

from voice_gateway.devices.device import Ability, Device, Status
from voice_gateway.devices.kinds import NOUNS, Kind
from voice_gateway.devices.state import Reading, State
from voice_gateway.devices.words import roots
from voice_gateway.devices.zwave.measuring import readings
from voice_gateway.devices.zwave.node import ASLEEP, CC, DEAD, Node
from voice_gateway.devices.zwave.warmth import modes, target, target_range

ACTING = (
    CC.DOOR_LOCK,
    CC.BARRIER,
    CC.THERMOSTAT_SETPOINT,
    CC.WINDOW_COVERING,
    CC.MULTILEVEL_SWITCH,
    CC.BINARY_SWITCH,
    CC.SOUND_SWITCH,
)
"""Classes that can be commanded; where an endpoint has several, the first tells what it is."""

_GENERIC_COVER = 9
_MOTORS = frozenset({3, 5, 6, 7})
_FAN = 8
_SIREN, _VALVE, _IRRIGATION = 5, 6, 7
_GENERIC_BINARY, _GENERIC_MULTILEVEL = 16, 17
SECURED = 255
_PLACE = re.compile(r"(?P<room>.+?)\s*\((?P<floor>[^)]+)\)|(?P<floor2>[^/]+?)\s*/\s*(?P<room2>.+)")


def devices_of(node: Node) -> tuple[Device, ...]:
    """The devices a node holds: mostly one, several for a strip of sockets, none for the stick itself."""
    if node.is_controller:
        return ()
    acting = _acting_endpoints(node)
    measured = readings(node)
    if acting:
        return tuple(
            _device(node, endpoint, command_class, measured if place == 0 else (), alone=len(acting) == 1)
            for place, (endpoint, command_class) in enumerate(acting)
        )
    return (
        (_device(node, 0, 0, measured, alone=True),)
        if measured or node.get(0, CC.BATTERY, "level") is not None
        else ()
    )


def _acting_endpoints(node: Node) -> list[tuple[int, int]]:
    by_endpoint: dict[int, int] = {}
    for command_class in reversed(ACTING):
        by_endpoint |= dict.fromkeys(node.endpoints_with(command_class), command_class)
    # The root of a strip repeats what its sockets hold.
    if (
        len(by_endpoint) > 1
        and 0 in by_endpoint
        and by_endpoint[0] in [c for e, c in by_endpoint.items() if e]
    ):
        del by_endpoint[0]
    return sorted(by_endpoint.items())


def _device(node: Node, endpoint: int, acts_by: int, measured: tuple[Reading, ...], *, alone: bool) -> Device:
    name = node.name or node.product or f"Node {node.id}"
    if not alone:
        name = f"{name} {node.labels.get(endpoint, endpoint)}"
    room, floor = place(node.location)
    kind = _kind(node, acts_by, frozenset(roots(name)))
    battery = node.get(0, CC.BATTERY, "level")
    return Device(
        id=f"node-{node.id}" if alone else f"node-{node.id}-{endpoint}",
        name=name,
        kind=kind,
        room=room,
        floor=floor,
        abilities=_abilities(node, endpoint, acts_by),
        modes=tuple(modes(node, endpoint).values()) if kind is Kind.THERMOSTAT else (),
        target_range=target_range(node, endpoint),
        marks=_marks(node, endpoint if acts_by else None, whole=alone or bool(measured)),
        state=_state(node, endpoint, acts_by, kind, measured),
        status={DEAD: Status.DEAD, ASLEEP: Status.ASLEEP}.get(node.status, Status.READY),
        battery=round(battery) if isinstance(battery, (int, float)) and battery <= 100 else None,
        last_seen=node.last_seen,
    )


def place(location: str) -> tuple[str, str]:
    """Room and floor from a node's location: "Bedroom", "Bedroom (upstairs)" or "Upstairs / Bedroom"."""
    found = _PLACE.fullmatch(location)
    if not found:
        return location, ""
    return found["room"] or found["room2"], found["floor"] or found["floor2"]


def _kind(node: Node, acts_by: int, named: frozenset[str]) -> Kind:  # noqa: PLR0911 (one return for each case)
    match acts_by:
        case 0:
            return Kind.SENSOR
        case CC.DOOR_LOCK:
            return Kind.LOCK
        case CC.BARRIER:
            return Kind.GARAGE_DOOR
        case CC.THERMOSTAT_SETPOINT:
            return Kind.THERMOSTAT
        case CC.WINDOW_COVERING:
            return Kind.COVER
        case CC.SOUND_SWITCH:
            return Kind.SIREN
        case CC.MULTILEVEL_SWITCH:
            return _graded_kind(node, named)
        case _:
            return _plain_kind(node, named)


def _graded_kind(node: Node, named: frozenset[str]) -> Kind:
    motor = node.generic_class == _GENERIC_MULTILEVEL and node.specific_class in _MOTORS
    if motor or node.generic_class == _GENERIC_COVER or named & NOUNS[Kind.COVER]:
        return Kind.COVER
    fan = node.generic_class == _GENERIC_MULTILEVEL and node.specific_class == _FAN
    return Kind.FAN if fan or named & NOUNS[Kind.FAN] else Kind.DIMMER


def _plain_kind(node: Node, named: frozenset[str]) -> Kind:
    if node.generic_class == _GENERIC_BINARY and node.specific_class == _SIREN:
        return Kind.SIREN
    if node.generic_class == _GENERIC_BINARY and node.specific_class in (_VALVE, _IRRIGATION):
        return Kind.VALVE
    # A plain relay is what its owner calls it.
    for kind in (Kind.LIGHT, Kind.FAN, Kind.SIREN):
        if named & NOUNS[kind]:
            return kind
    return Kind.VALVE if "valve" in named else Kind.SWITCH


def _marks(node: Node, endpoint: int | None, *, whole: bool) -> frozenset[str]:
    """How others know it: as a part of the node, and as the node where it stands for all of it."""
    known = f"zwave:{node.network}-{node.id}"
    own = set() if endpoint is None else {f"{known}-{endpoint}"}
    return frozenset((own | {known} if whole else own) if node.network else ())


def _abilities(node: Node, endpoint: int, acts_by: int) -> frozenset[Ability]:  # noqa: PLR0911 (one return for each case)
    match acts_by:
        case CC.BINARY_SWITCH | CC.SOUND_SWITCH:
            return frozenset({Ability.ON})
        case CC.MULTILEVEL_SWITCH:
            covering = _kind(node, acts_by, frozenset(roots(node.name))) is Kind.COVER
            return frozenset({Ability.POSITION, Ability.STOP} if covering else {Ability.ON, Ability.LEVEL})
        case CC.WINDOW_COVERING:
            return frozenset({Ability.POSITION, Ability.STOP})
        case CC.BARRIER:
            return frozenset({Ability.POSITION})
        case CC.DOOR_LOCK:
            return frozenset({Ability.LOCKED})
        case CC.THERMOSTAT_SETPOINT:
            return frozenset({Ability.TARGET} | ({Ability.MODE} if modes(node, endpoint) else set()))
        case _:
            return frozenset()


def _state(node: Node, endpoint: int, acts_by: int, kind: Kind, measured: tuple[Reading, ...]) -> State:  # noqa: PLR0911 (one return for each case)
    match acts_by:
        case CC.BINARY_SWITCH:
            return State(on=node.get(endpoint, CC.BINARY_SWITCH, "currentValue"), readings=measured)
        case CC.SOUND_SWITCH:
            return State(on=bool(node.get(endpoint, CC.SOUND_SWITCH, "toneId")), readings=measured)
        case CC.MULTILEVEL_SWITCH:
            level = to_percent(node.get(endpoint, CC.MULTILEVEL_SWITCH, "currentValue"))
            if kind is Kind.COVER:
                return State(position=level, readings=measured)
            return State(on=None if level is None else level > 0, level=level, readings=measured)
        case CC.WINDOW_COVERING:
            key = covering_parameter(node, endpoint)
            return State(
                position=to_percent(node.get(endpoint, CC.WINDOW_COVERING, "currentValue", key)),
                readings=measured,
            )
        case CC.BARRIER:
            return State(position=_barrier_position(node, endpoint), readings=measured)
        case CC.DOOR_LOCK:
            mode = node.get(endpoint, CC.DOOR_LOCK, "currentMode")
            return State(locked=None if mode is None else mode == SECURED, readings=measured)
        case CC.THERMOSTAT_SETPOINT:
            mode = modes(node, endpoint).get(str(node.get(endpoint, CC.THERMOSTAT_MODE, "mode")))
            return State(target=target(node, endpoint), mode=mode, readings=measured)
        case _:
            return State(readings=measured)


def to_percent(level: Any) -> int | None:
    """Z-Wave counts to 99. Larger numbers are orders ("as before"), not levels."""
    return round(level * 100 / 99) if isinstance(level, (int, float)) and 0 <= level <= 99 else None


def _barrier_position(node: Node, endpoint: int) -> int | None:
    now = node.get(endpoint, CC.BARRIER, "currentState")
    if now in (0, 255):
        return 100 if now else 0
    position = node.get(endpoint, CC.BARRIER, "position")
    return round(position) if isinstance(position, (int, float)) else None


def covering_parameter(node: Node, endpoint: int) -> str | int | None:
    """Which movement of a window covering stands for "open"; odd numbers are those that know their
    position."""
    keys = [
        key.property_key for key in node.values if key[:3] == (endpoint, CC.WINDOW_COVERING, "targetValue")
    ]
    return next((key for key in keys if isinstance(key, int) and key % 2), keys[0] if keys else None)
