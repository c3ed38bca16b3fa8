"""What opens and closes, locks and guards: covers, valves, locks, alarm panels."""

from __future__ import annotations

from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.choices import Choices
from voice_gateway.devices.device import Ability
from voice_gateway.devices.errors import RefusedValue
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import (
    SHORTLY,
    Deed,
    Domain,
    Portrait,
    Units,
    abilities,
    has,
    percent,
    value,
)
from voice_gateway.devices.home_assistant.services import Call
from voice_gateway.devices.home_assistant.watching import ON_THE_WAY
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import State

_SET_POSITION, _SET_TILT = 4, 128
_COVER = {1: Ability.POSITION, 2: Ability.POSITION, 4: Ability.POSITION, 8: Ability.STOP} | {
    16: Ability.TILT, 32: Ability.TILT, 128: Ability.TILT
}  # fmt: skip
_VALVE = {1: Ability.POSITION, 2: Ability.POSITION, 4: Ability.POSITION, 8: Ability.STOP}
_LETS_IN = frozenset({"door", "gate"})
# What still moves is where it was: only the end is the end.
_POSITIONS = {"open": 100, "closing": 100, "closed": 0, "opening": 0}
_LOCKED = {
    "locked": True,
    "unlocking": True,
    "unlocked": False,
    "locking": False,
    "open": False,
    "opening": False,
}
_ARMS = {1: "home", 2: "away", 4: "night", 16: "custom_bypass", 32: "vacation"}


def _read_cover(entity: Entity, units: Units) -> Portrait:
    garage = entity.device_class == "garage"
    return Portrait(
        Kind.GARAGE_DOOR if garage else Kind.COVER,
        abilities(entity, _COVER),
        State(position=_position(entity), tilt=percent(entity.attribute("current_tilt_position"))),
        guarded=True if entity.device_class in _LETS_IN else None,
    )


def _read_valve(entity: Entity, units: Units) -> Portrait:
    return Portrait(Kind.VALVE, abilities(entity, _VALVE), State(position=_position(entity)))


def _position(entity: Entity) -> int | None:
    told = percent(entity.attribute("current_position"))
    return told if told is not None else _POSITIONS.get(entity.state.value)


def _write_moving(entity: Entity, change: Change, units: Units) -> Deed:
    if change.act is Act.STOP:
        stop = Call(entity.domain, f"stop_{entity.domain}")
        return Deed((stop,), shows=lambda now: now.state.value not in ON_THE_WAY)
    to, calls = change.to, []
    if to.position is not None:
        calls.append(_moved(entity, to.position, _SET_POSITION, ""))
    if to.tilt is not None:
        calls.append(_moved(entity, to.tilt, _SET_TILT, "_tilt"))
    return Deed(tuple(calls), change, patience=SHORTLY)


def _moved(entity: Entity, wanted: int, feature: int, part: str) -> Call:
    if wanted in (0, 100):
        # Those that know no position take no other.
        return Call(entity.domain, f"{'open' if wanted else 'close'}_{entity.domain}{part}")
    if not has(entity, feature):
        raise RefusedValue(f"The {entity.name} can only be opened or closed all the way.")
    return Call(
        entity.domain,
        f"set_{entity.domain}{part}_position",
        {f"{part[1:]}{'_' if part else ''}position": wanted},
    )


def _read_lock(entity: Entity, units: Units) -> Portrait:
    return Portrait(Kind.LOCK, frozenset({Ability.LOCKED}), State(locked=_LOCKED.get(entity.state.value)))


def _write_lock(entity: Entity, change: Change, units: Units) -> Deed:
    return Deed((Call("lock", "lock" if change.to.locked else "unlock"),), change)


def _read_alarm(entity: Entity, units: Units) -> Portrait:
    arms = tuple(way for bit, way in _ARMS.items() if has(entity, bit))
    return Portrait(
        Kind.ALARM_PANEL,
        frozenset({Ability.DISARM, *([Ability.ARM] if arms else [])}),
        State(activity=value(entity)),
        choices=Choices(arms=arms),
    )


def _write_alarm(entity: Entity, change: Change, units: Units) -> Deed:
    wanted = change.to.activity or ""
    service = "alarm_disarm" if wanted == "disarmed" else f"alarm_{wanted.replace('armed', 'arm', 1)}"
    return Deed((Call("alarm_control_panel", service),), change, patience=SHORTLY)


COVER = Domain(_read_cover, _write_moving)
VALVE = Domain(_read_valve, _write_moving)
LOCK = Domain(_read_lock, _write_lock)
ALARM = Domain(_read_alarm, _write_alarm)
