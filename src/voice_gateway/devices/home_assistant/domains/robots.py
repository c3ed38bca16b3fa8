"""Robots that clean and mow."""

from __future__ import annotations

from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.choices import Choices
from voice_gateway.devices.device import Ability
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.portrait import (
    SHORTLY,
    Deed,
    Domain,
    Portrait,
    Units,
    abilities,
    offered,
    value,
    word,
)
from voice_gateway.devices.home_assistant.services import Call
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.state import State

_VACUUM = {
    4: Ability.PAUSE, 8: Ability.STOP, 16: Ability.DOCK, 32: Ability.FAN_MODE, 512: Ability.LOCATE,
    8192: Ability.CLEAN,
}  # fmt: skip
_MOWER = {1: Ability.CLEAN, 2: Ability.PAUSE, 4: Ability.DOCK}
_SERVICES = {
    ("vacuum", "cleaning"): "start", ("vacuum", "paused"): "pause", ("vacuum", "docked"): "return_to_base",
    ("lawn_mower", "mowing"): "start_mowing", ("lawn_mower", "paused"): "pause",
    ("lawn_mower", "docked"): "dock",
}  # fmt: skip


def _read_vacuum(entity: Entity, units: Units) -> Portrait:
    return Portrait(
        Kind.VACUUM,
        abilities(entity, _VACUUM),
        State(activity=value(entity), fan_mode=word(entity, "fan_speed")),
        choices=Choices(fan_modes=offered(entity, "fan_speed_list")),
    )


def _read_mower(entity: Entity, units: Units) -> Portrait:
    return Portrait(Kind.LAWN_MOWER, abilities(entity, _MOWER), State(activity=value(entity)))


def _write(entity: Entity, change: Change, units: Units) -> Deed:
    if change.act is Act.LOCATE:
        # It is heard where it stands, and reports nothing.
        return Deed((Call(entity.domain, "locate"),), shows=lambda _: True)
    if change.act is Act.STOP:
        return Deed(
            (Call(entity.domain, "stop"),), shows=lambda now: now.state.value not in ("cleaning", "mowing")
        )
    to, calls = change.to, []
    if to.fan_mode is not None:
        calls.append(Call(entity.domain, "set_fan_speed", {"fan_speed": to.fan_mode}))
    if to.activity is not None:
        calls.append(Call(entity.domain, _SERVICES[entity.domain, to.activity]))
    return Deed(tuple(calls), change, patience=SHORTLY)


VACUUM = Domain(_read_vacuum, _write)
LAWN_MOWER = Domain(_read_mower, _write)
