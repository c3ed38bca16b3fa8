"""One device of the home: what it is, what it can do, and how it is now."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.kinds import OPENING, Kind
from voice_gateway.devices.state import State, state_from_table

if TYPE_CHECKING:
    from datetime import datetime


class Status(StrEnum):
    """Whether a device can be talked to."""

    READY = "ready"
    ASLEEP = "asleep"
    DEAD = "dead"


class Ability(StrEnum):
    """A part of the state that a command can change."""

    ON = "on"
    LEVEL = "level"
    POSITION = "position"
    LOCKED = "locked"
    TARGET = "target"
    MODE = "mode"
    STOP = "stop"


DEFAULT_MODES = ("off", "heat", "cool", "auto")


@dataclass(frozen=True, slots=True)
class Device:
    """A device as it is now. Identity (name, room, kind, …) changes rarely; state, battery and status
    often."""

    id: str
    name: str
    kind: Kind
    room: str = ""
    floor: str = ""
    aliases: tuple[str, ...] = ()
    abilities: frozenset[Ability] = frozenset()
    modes: tuple[str, ...] = ()
    target_range: tuple[float, float] = (5.0, 35.0)
    """The temperatures a thermostat takes, in °C."""
    guarded: bool | None = None
    """True or False overrides what the guard says about the kind."""
    keep_on: bool | None = None
    """True or False overrides what its name says about whether “everything off” spares it."""
    state: State = field(default_factory=State)
    status: Status = Status.READY
    battery: int | None = None
    last_seen: datetime | None = None

    @property
    def identity(self) -> tuple[object, ...]:
        """All that names are resolved by. While this is the same, an index over names stays valid."""
        return (
            self.id, self.name, self.kind, self.room, self.floor, self.aliases, self.abilities, self.modes,
            tuple(reading.name for reading in self.state.readings),
        )  # fmt: skip

    @property
    def label(self) -> str:
        """The name in the middle of a sentence: "kitchen light", but "Anna's lamp" and "TV plug"."""
        first, *rest = self.name.split() or [self.name]
        kept = first if first.isupper() or first.endswith(("'s", "’s")) else first.lower()
        return " ".join([kept, *(word if word.isupper() else word.lower() for word in rest)])

    @property
    def title(self) -> str:
        """The name at the start of a sentence: "Kitchen light"."""
        return self.label[:1].upper() + self.label[1:]

    def as_table(self) -> dict[str, Any]:
        """A plain form for programs; `device_from_table` reads it back."""
        return {
            "id": self.id,
            "name": self.name,
            "kind": self.kind.value,
            "room": self.room,
            "floor": self.floor,
            "aliases": list(self.aliases),
            "abilities": sorted(self.abilities),
            "modes": list(self.modes),
            "target_range": list(self.target_range),
            "guarded": self.guarded,
            "keep_on": self.keep_on,
            "state": self.state.as_table(),
            "status": self.status.value,
            "battery": self.battery,
            "last_seen": self.last_seen.isoformat() if self.last_seen else None,
        }


def device_from_table(table: dict[str, Any]) -> Device:
    """The device that `Device.as_table` described."""
    from datetime import datetime

    low, high = table.get("target_range") or (5.0, 35.0)
    seen = table.get("last_seen")
    return Device(
        id=table["id"],
        name=table["name"],
        kind=Kind(table["kind"]),
        room=table.get("room", ""),
        floor=table.get("floor", ""),
        aliases=tuple(table.get("aliases", ())),
        abilities=frozenset(Ability(word) for word in table.get("abilities", ())),
        modes=tuple(table.get("modes", ())),
        target_range=(float(low), float(high)),
        guarded=table.get("guarded"),
        keep_on=table.get("keep_on"),
        state=state_from_table(table.get("state", {})),
        status=Status(table.get("status", "ready")),
        battery=table.get("battery"),
        last_seen=datetime.fromisoformat(seen) if seen else None,
    )


def abilities_of(kind: Kind, state: State) -> frozenset[Ability]:
    """What a device of this kind with these attributes can be told to do."""
    abilities: set[Ability] = set()
    if kind in (Kind.SWITCH, Kind.LIGHT, Kind.DIMMER, Kind.FAN, Kind.SIREN):
        abilities.add(Ability.ON)
        if state.level is not None:
            abilities.add(Ability.LEVEL)
    elif kind in OPENING:
        abilities.add(Ability.ON if state.position is None and state.on is not None else Ability.POSITION)
        if kind is not Kind.VALVE:
            abilities.add(Ability.STOP)
    elif kind is Kind.LOCK:
        abilities.add(Ability.LOCKED)
    elif kind is Kind.THERMOSTAT:
        abilities |= {Ability.TARGET} | ({Ability.MODE} if state.mode is not None else set())
    return frozenset(abilities)
