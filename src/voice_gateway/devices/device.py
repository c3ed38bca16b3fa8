"""One device of the home: what it is, what it can do, and how it is now."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.choices import Choices, choices_from_table
from voice_gateway.devices.degrees import Degrees
from voice_gateway.devices.kinds import OPENING, ROBOTS, Kind
from voice_gateway.devices.state import State, state_from_table
from voice_gateway.saying import capitalised

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime


class Status(StrEnum):
    """Whether a device can be talked to."""

    READY = "ready"
    ASLEEP = "asleep"
    DEAD = "dead"


class Ability(StrEnum):
    """A part of the state that a command can change, or something that a device can be told to do."""

    ON = "on"
    LEVEL = "level"
    POSITION = "position"
    TILT = "tilt"
    LOCKED = "locked"
    TARGET = "target"
    TARGET_RANGE = "target_range"
    MODE = "mode"
    PRESET = "preset"
    FAN_MODE = "fan_mode"
    SWING = "swing"
    HUMIDITY = "humidity"
    COLOR = "color"
    KELVIN = "kelvin"
    EFFECT = "effect"
    VOLUME = "volume"
    MUTE = "mute"
    SOURCE = "source"
    PLAY = "play"
    PAUSE = "pause"
    NEXT = "next"
    PREVIOUS = "previous"
    STOP = "stop"
    CLEAN = "clean"
    """A robot's work, whether it sweeps or mows."""
    DOCK = "dock"
    LOCATE = "locate"
    ARM = "arm"
    DISARM = "disarm"
    PRESS = "press"
    RUN = "run"
    OPTION = "option"
    NUMBER = "number"
    ITEMS = "items"
    """Entries can be put on it and taken off."""


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
    """The temperatures a thermostat takes."""
    degrees: Degrees = Degrees.CELSIUS
    """What its temperatures are in; sources tell them in °C, and registries show them as is wanted."""
    choices: Choices = field(default_factory=Choices)
    room_aliases: tuple[str, ...] = ()
    floor_aliases: tuple[str, ...] = ()
    """Other names of where it is."""
    guarded: bool | None = None
    """True or False overrides what the guard says about the kind."""
    marks: frozenset[str] = frozenset()
    """How networks know it, such as "zwave:3967882672-7": what is seen twice under one mark is one device."""
    keep_on: bool | None = None
    """True or False overrides what its name says about whether “everything off” spares it."""
    state: State = field(default_factory=State)
    status: Status = Status.READY
    battery: int | None = None
    last_seen: datetime | None = None
    shares_name: bool = False
    """Whether its room is said with its name, because something else is spoken of that is called the same."""

    @property
    def identity(self) -> tuple[object, ...]:
        """All that names are resolved by. While this is the same, an index over names stays valid."""
        return (
            self.id, self.name, self.kind, self.room, self.floor, self.aliases, self.abilities, self.modes,
            self.choices, self.room_aliases, self.floor_aliases,
            tuple(reading.name for reading in self.state.readings),
        )  # fmt: skip

    @property
    def label(self) -> str:
        """The name in the middle of a sentence: "kitchen light", but "Anna's lamp" and "TV plug"."""
        name = in_a_sentence(self.name)
        return f"{name} in the {self.room.lower()}" if self.shares_name and self.room else name

    @property
    def title(self) -> str:
        """The name at the start of a sentence: "Kitchen light"."""
        return capitalised(self.label)

    def as_table(self) -> dict[str, Any]:
        """A plain form for programs; `device_from_table` reads it back."""
        return {
            "id": self.id,
            "name": self.name,
            "kind": self.kind.value,
            "room": self.room,
            "floor": self.floor,
            "aliases": list(self.aliases),
            "room_aliases": list(self.room_aliases),
            "floor_aliases": list(self.floor_aliases),
            "abilities": sorted(self.abilities),
            "modes": list(self.modes),
            "target_range": list(self.target_range),
            "degrees": self.degrees.value,
            "choices": self.choices.as_table(),
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
        room_aliases=tuple(table.get("room_aliases", ())),
        floor_aliases=tuple(table.get("floor_aliases", ())),
        abilities=frozenset(Ability(word) for word in table.get("abilities", ())),
        modes=tuple(table.get("modes", ())),
        target_range=(float(low), float(high)),
        degrees=Degrees(table.get("degrees", Degrees.CELSIUS)),
        choices=choices_from_table(table.get("choices", {})),
        guarded=table.get("guarded"),
        keep_on=table.get("keep_on"),
        state=state_from_table(table.get("state", {})),
        status=Status(table.get("status", "ready")),
        battery=table.get("battery"),
        last_seen=datetime.fromisoformat(seen) if seen else None,
    )


def abilities_of(kind: Kind, state: State, choices: Choices | None = None) -> frozenset[Ability]:
    """What a device of this kind with these attributes can be told, where its source does not say it."""
    return frozenset({*_of_kind(kind, state), *_of_attributes(kind, state, choices or Choices())})


def _of_kind(kind: Kind, state: State) -> frozenset[Ability]:
    if kind in OPENING:
        moved = Ability.ON if state.position is None and state.on is not None else Ability.POSITION
        return frozenset({moved} if kind is Kind.VALVE else {moved, Ability.STOP})
    if kind in ROBOTS:
        return frozenset({Ability.CLEAN, Ability.PAUSE, Ability.DOCK, Ability.LOCATE})
    return _BY_KIND.get(kind, frozenset())


_SWITCHED = frozenset({Ability.ON})
_BY_KIND: dict[Kind, frozenset[Ability]] = {
    Kind.SWITCH: _SWITCHED, Kind.LIGHT: _SWITCHED, Kind.DIMMER: _SWITCHED, Kind.FAN: _SWITCHED,
    Kind.SIREN: _SWITCHED, Kind.HUMIDIFIER: _SWITCHED, Kind.LOCK: frozenset({Ability.LOCKED}),
    Kind.THERMOSTAT: frozenset({Ability.TARGET}), Kind.WATER_HEATER: frozenset({Ability.ON, Ability.TARGET}),
    Kind.MEDIA_PLAYER: frozenset({Ability.ON, Ability.PLAY, Ability.PAUSE, Ability.NEXT, Ability.PREVIOUS}),
    Kind.ALARM_PANEL: frozenset({Ability.ARM, Ability.DISARM}), Kind.BUTTON: frozenset({Ability.PRESS}),
    Kind.SCENE: frozenset({Ability.RUN}), Kind.SCRIPT: frozenset({Ability.RUN}),
    Kind.TODO_LIST: frozenset({Ability.ITEMS}),
}  # fmt: skip


def _of_attributes(kind: Kind, state: State, choices: Choices) -> frozenset[Ability]:
    """Whoever has an attribute that can be set can be told to set it."""
    found = {
        Ability.LEVEL: state.level is not None and kind not in OPENING,
        Ability.TILT: state.tilt is not None,
        Ability.TARGET_RANGE: state.target_low is not None and state.target_high is not None,
        Ability.MODE: state.mode is not None,
        Ability.PRESET: state.preset is not None or choices.presets,
        Ability.FAN_MODE: state.fan_mode is not None or choices.fan_modes,
        Ability.SWING: state.swing is not None or choices.swings,
        Ability.HUMIDITY: state.humidity is not None,
        Ability.COLOR: state.hue is not None,
        Ability.KELVIN: state.kelvin is not None,
        Ability.EFFECT: state.effect is not None or choices.effects,
        Ability.VOLUME: state.volume is not None,
        Ability.MUTE: state.muted is not None,
        Ability.SOURCE: state.source is not None or choices.sources,
        Ability.OPTION: state.option is not None or choices.options,
        Ability.NUMBER: state.number is not None,
    }
    return frozenset(ability for ability, has in found.items() if has)


def in_a_sentence(name: str) -> str:
    """The name of a thing or a place among other words; people and short forms keep their letters."""
    first, *rest = name.split() or [name]
    kept = first if first.isupper() or first.endswith(("'s", "’s")) else first.lower()
    return " ".join([kept, *(word if word.isupper() else word.lower() for word in rest)])


def told_apart(devices: Iterable[Device]) -> list[Device]:
    """Devices as they are spoken of together: those of the same name with their rooms."""
    spoken_of = list(devices)
    times = Counter(device.label for device in spoken_of)
    return [replace(one, shares_name=True) if times[one.label] > 1 else one for one in spoken_of]
