"""Which commands must be confirmed by the person first: what opens, floods, heats or screams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.caution import HEAT, HOT, gets_hot
from voice_gateway.devices.device import Ability, Device
from voice_gateway.devices.guarded_names import GuardedNames
from voice_gateway.devices.kinds import NOUNS, Kind
from voice_gateway.devices.speech import listed
from voice_gateway.devices.words import roots

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from voice_gateway.devices.plan import Change
    from voice_gateway.devices.registry import Registry

_OPENING = {Kind.LOCK: {"unlock", "unlatch"}, Kind.SIREN: {"disarm", "arm"}}
"""What is done to such devices, by tools that are named for it."""

DEFAULT_GUARDED = (Kind.LOCK.value, Kind.GARAGE_DOOR.value, Kind.VALVE.value, Kind.SIREN.value, HEAT)
"""Kinds, and what gets hot."""


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
        if device.kind in kinds or (HEAT in kinds and gets_hot(device)):
            return True
        return any(roots(name) in self._names for name in (device.name, *device.aliases))


def question(changes: Sequence[tuple[Device, Change]]) -> str:
    """What the person is asked: "Unlock the front door? Say yes to confirm." """
    verbs = {_verb(device, change) for device, change in changes}
    verb = verbs.pop() if len(verbs) == 1 else "Change"
    return f"{verb} {listed(f'the {device.label}' for device, _ in changes)}? Say yes to confirm."


def _opens(device: Device, change: Change) -> bool:
    match change.ability:
        case Ability.LOCKED:
            return not change.value
        case Ability.POSITION:
            return float(change.value) > (device.state.position or 0)
        case Ability.ON | Ability.LEVEL:
            return bool(change.value) and device.state.on is not True
        case Ability.STOP:
            return False
        case Ability.TARGET | Ability.MODE:
            return change.value != "off"


def _verb(device: Device, change: Change) -> str:
    match change.ability:
        case Ability.LOCKED:
            return "Unlock"
        case Ability.POSITION:
            return "Open"
        case Ability.ON if device.kind in (Kind.VALVE, Kind.GARAGE_DOOR, Kind.COVER):
            return "Open"
        case Ability.ON:
            return "Turn on"
        case _:
            return "Change"
