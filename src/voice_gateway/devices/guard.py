"""Which commands must be confirmed by the person first: what opens, floods, heats or screams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.caution import HEAT, HOT, called, gets_hot
from voice_gateway.devices.change import Act
from voice_gateway.devices.guarded_names import GuardedNames
from voice_gateway.devices.kinds import NOUNS, OPENING, RUNNING, Kind, kind_by_name
from voice_gateway.devices.words import roots
from voice_gateway.saying import listed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from voice_gateway.devices.change import Change
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.registry import Registry

_OPENING = {Kind.LOCK: {"unlock", "unlatch"}, Kind.SIREN: {"disarm", "arm"}, Kind.ALARM_PANEL: {"disarm"}}
"""What is done to such devices, by tools that are named for it."""

SAY_YES = "Say yes to confirm."

DEFAULT_GUARDED = (
    Kind.LOCK.value, Kind.GARAGE_DOOR.value, Kind.VALVE.value, Kind.SIREN.value, Kind.ALARM_PANEL.value, HEAT
)  # fmt: skip
"""Kinds, and what gets hot."""

_BEHIND_NAMES = RUNNING | {Kind.BUTTON}
"""What only its name tells about: nobody knows which devices it will move."""
_DEEDS: dict[str, frozenset[str]] = {
    Kind.LOCK: frozenset({"unlock", "unlatch"}), Kind.ALARM_PANEL: frozenset({"disarm"}),
    Kind.GARAGE_DOOR: frozenset({"open"}),
}  # fmt: skip
_MOVED: dict[str, frozenset[str]] = {
    Kind.LOCK: frozenset({"lock"}), Kind.GARAGE_DOOR: frozenset({"garage", "gate"}),
    Kind.VALVE: frozenset({"valve"}), Kind.SIREN: frozenset({"siren", "panic"}), HEAT: HOT,
}  # fmt: skip
_ENDS = frozenset({"close", "lock", "shut", "off", "stop", "silence"})
"""With such a word in its name, a scene only ends or closes what else is named in it."""


class Guard:
    """Knows the guarded kinds and devices. Closing, locking and turning off are never held up."""

    def __init__(
        self,
        guarded: Iterable[str] = DEFAULT_GUARDED,
        registry: Registry | None = None,
        memory: Path | None = None,
    ) -> None:
        """With a registry, names are held against the devices in it; `memory` is where that is kept."""
        entries = tuple(guarded)
        self._kinds = frozenset(Kind(entry) for entry in entries if entry in set(Kind))
        self._heat = HEAT in entries
        names = [entry for entry in entries if entry not in {*Kind, HEAT}]
        self._names = frozenset(roots(name) for name in names)
        self._missing = GuardedNames(names, registry, memory) if registry is not None and names else None

    def check(self) -> None:
        """Raises `SettingsError` when an entry is neither a kind nor a device."""
        if self._missing:
            self._missing.check()

    @property
    def kinds(self) -> frozenset[str]:
        """The guarded kinds, and the word for heat."""
        words = {*self._kinds, *([HEAT] if self._heat else [])}
        if self._missing:
            words |= self._missing.kinds | (set(DEFAULT_GUARDED) if self._missing.puzzled else set())
        return frozenset(words)

    @property
    def guards_anything(self) -> bool:
        return bool(self.kinds or self._names)

    def watches_words(self, words: Collection[str]) -> bool:
        """Whether these words may speak of something guarded, where nothing more is known of a device."""
        kinds = self.kinds
        nouns = frozenset[str]().union(
            *(NOUNS[kind] | _OPENING.get(kind, set()) for kind in Kind if kind in kinds)
        )
        if HEAT in kinds:
            nouns |= HOT
        said = frozenset(words)
        return bool(said & nouns) or any(said.issuperset(name) for name in self._names if name)

    def must_confirm(self, device: Device, change: Change) -> bool:
        return self.watches(device) and _opens(device, change)

    def watches(self, device: Device) -> bool:
        """Whether this device is guarded at all."""
        if device.guarded is not None:
            return device.guarded
        kinds = self.kinds
        said = called(device)
        if {device.kind, kind_by_name(device.kind, said)} & kinds or (HEAT in kinds and gets_hot(device)):
            return True
        if device.kind in _BEHIND_NAMES and _sounds_guarded(said, kinds):
            return True
        return any(roots(name) in self._names for name in (device.name, *device.aliases))


def _sounds_guarded(said: frozenset[str], kinds: Collection[str]) -> bool:
    """Whether a scene, script or button of this name may do what must be confirmed for these kinds."""
    if any(said & words for kind, words in _DEEDS.items() if kind in kinds):
        return True
    return not said & _ENDS and any(said & words for kind, words in _MOVED.items() if kind in kinds)


def question(changes: Sequence[tuple[Device, Change]], when: str = "") -> str:
    """What the person is asked: "Unlock the front door?"."""
    verbs = {_verb(device, change) for device, change in changes}
    verb = verbs.pop() if len(verbs) == 1 else "Change"
    return f"{verb} {listed(f'the {device.label}' for device, _ in changes)}{f' {when}' if when else ''}?"


def as_spoken(asked: str) -> str:
    """The question with what to say to it, for who only hears it."""
    return f"{asked} {SAY_YES}"


def _opens(device: Device, change: Change) -> bool:
    """Whether it lets someone in, lets something out, or starts heat or noise."""
    state, to = device.state, change.to
    if change.act is not None:
        return change.act in (Act.RUN, Act.PRESS)
    if to.position is not None:
        return to.position > (state.position or 0)
    if to.on or to.level:
        return state.on is not True
    if device.kind is Kind.WATER_HEATER:
        return to.mode not in (None, "off") and state.mode in (None, "off")
    if to.activity is not None:
        return to.activity in _BEGINS
    return (
        to.locked is False
        or to.mode not in (None, "off")
        or any(value is not None for value in (to.target, to.target_low, to.preset, to.number, to.option))
    )


_BEGINS = frozenset({"disarmed", "cleaning", "mowing", "playing"})
"""Of what something may be told to do, all but its end."""


def _verb(device: Device, change: Change) -> str:
    to = change.to
    if to.locked is False:
        return "Unlock"
    if to.position is not None or (to.on and device.kind in OPENING):
        return "Open"
    if to.activity == "disarmed":
        return "Disarm"
    if change.act in (Act.RUN, Act.PRESS):
        return "Start" if change.act is Act.RUN else "Press"
    return "Turn on" if to.on else "Change"
