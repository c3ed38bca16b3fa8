"""Finds the devices that one phrase means: "the kitchen light", "all lamps upstairs", "the bedroom"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from voice_gateway.devices.caution import is_vital_word, stays_on
from voice_gateway.devices.commands import Action
from voice_gateway.devices.index import Entry, NameIndex, raw_phrase
from voice_gateway.devices.kinds import ALL_NOUNS, GENERIC_NOUNS
from voice_gateway.devices.plan import suitability
from voice_gateway.devices.resolution import Ambiguous, Matched, Resolution, Unknown
from voice_gateway.devices.scope import may_be_meant, meant_in_place, starts_by_name
from voice_gateway.devices.suggest import nearest
from voice_gateway.devices.words import FILLERS, GENERIC, QUANTIFIERS, ROOMISH, roots, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from voice_gateway.devices.device import Device
    from voice_gateway.devices.registry import Registry

_HERE = frozenset({"here"})
_THIS_ROOM = re.compile(r"\bthis (?:room|area)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Phrase:
    """What was said, word by word."""

    said: frozenset[str]
    """The words that have to be explained, spelled as they are known."""
    missing: bool
    """A word is not known at all."""
    everything: bool
    """ "All", "every", "everything" was said."""
    several: bool
    """Something other than a room was said in the plural."""
    here: bool


class OnePhrase:
    """What is called so, among the names as they are now."""

    def __init__(self, registry: Registry, index: NameIndex) -> None:
        self._registry = registry
        self.index = index

    def resolve(self, text: str, action: Action | None, room: str) -> Resolution:
        phrase = self.read(text)
        if phrase.missing or not (phrase.said or phrase.everything or phrase.here):
            return Unknown(text, nearest(text, self._registry.all()))
        numbers = self._explained(phrase.said)
        if phrase.here:
            numbers &= self._in_room(room)
        if not numbers:
            return Unknown(text, nearest(text, self._registry.all()))
        exact, entries = raw_phrase(text), self.index.entries
        named = {number for number in numbers if exact in entries[number].phrases}
        if not named and (not phrase.said or self.is_place(phrase)):
            return self._place(text, phrase, numbers, action)
        if not named and (phrase.everything or phrase.several):
            return self._group(text, phrase, self._near(phrase, numbers, action, room), action)
        return self._single(text, phrase.said, named or numbers, action, room)

    def read(self, text: str) -> Phrase:
        index = self.index
        spoken = words(text)
        content = [
            word for word in spoken if word.root not in FILLERS | QUANTIFIERS | GENERIC | _HERE
        ]  # fmt: skip
        said: set[str] = set()
        missing = False
        for root in index.respelled([word.root for word in content]):
            meanings = index.meanings(root)
            said |= {self._likeliest(meanings)} if meanings else set()
            missing |= not meanings
        here = said == {"room"} or any(word.root in _HERE for word in spoken)
        if _THIS_ROOM.search(text):
            here, said = True, said - {"room"}
        return Phrase(
            said=frozenset(said),
            missing=missing,
            everything=any(word.root in QUANTIFIERS for word in spoken),
            several=any(word.plural and not self._only_a_place(word.root) for word in content),
            here=here,
        )

    def is_place(self, phrase: Phrase) -> bool:
        index = self.index
        return bool(phrase.said) and phrase.said <= index.room_words | index.floor_words | ROOMISH

    def _near(self, phrase: Phrase, numbers: set[int], action: Action | None, room: str) -> set[int]:
        """Who says "the lights" in a room means those there; questions, and "all", are about the home."""
        placed = phrase.said & (self.index.room_words | self.index.floor_words)
        if phrase.everything or placed or action is None:
            return numbers
        return numbers & self._in_room(room) or numbers

    def _likeliest(self, meanings: tuple[str, ...]) -> str:
        """Of several equally near spellings, the one most devices go by; a tie in the end shows as an
        ambiguity."""
        return max(meanings, key=lambda word: (len(self.index.by_word[word]), word))

    def _only_a_place(self, root: str) -> bool:
        return root in self.index.room_words and root not in ALL_NOUNS

    def _explained(self, said: frozenset[str]) -> set[int]:
        """Devices that explain every word. Where a room was named in full, only those in it, if there are
        any."""
        index = self.index
        numbers = set(range(len(index.entries)))
        for word in said:
            numbers &= index.by_word[word]
        full = [room for room in index.rooms if room <= said]
        widest = [room for room in full if not any(room < other for other in full)]
        there = set[int]().union(*(index.rooms[room] for room in widest))
        return numbers & there or numbers

    def _in_room(self, room: str) -> set[int]:
        wanted = frozenset(roots(room)) - ROOMISH
        return set(self.index.rooms.get(wanted, ()))

    def _place(self, text: str, phrase: Phrase, numbers: set[int], action: Action | None) -> Resolution:
        entries = self.index.entries
        inside = {
            number for number in numbers
            if phrase.said <= entries[number].place
        } or numbers  # fmt: skip
        if not phrase.everything and (several := self._rooms_half_named(phrase.said, inside)):
            return Ambiguous(text, several)
        ordered = sorted(inside)
        kinds = (entries[number].kind for number in ordered)
        found = list(zip(self._devices(ordered), kinds, strict=True))
        meant = meant_in_place(found, action, everything=phrase.everything)
        others = tuple(device for device, _ in found if may_be_meant(device, action))
        return Matched(_spared(meant or others, self._of_things(phrase.said), action), group=True)

    def _rooms_half_named(self, said: frozenset[str], numbers: set[int]) -> tuple[Device, ...]:
        """One device for each room, when "bedroom" could be the guest bedroom as well as the main one."""
        entries = self.index.entries
        rooms: dict[frozenset[str], int] = {}
        for number in sorted(numbers):
            room = entries[number].room
            if said & room and not any(each <= said for each in entries[number].rooms):
                rooms.setdefault(room, number)
        return tuple(self.device(number) for number in rooms.values()) if len(rooms) > 1 else ()

    def _group(self, text: str, phrase: Phrase, numbers: set[int], action: Action | None) -> Resolution:
        entries = self.index.entries
        nouns = phrase.said & ALL_NOUNS
        # "The lights" are all that give light and not the light sensor; "the lamps" are those called so, if
        # any are.
        of_kind = {number for number in numbers if nouns <= entries[number].nouns}
        called = {number for number in numbers if nouns <= entries[number].called}
        if nouns and not nouns <= GENERIC_NOUNS:
            numbers = (called & of_kind) or of_kind or called or numbers
        else:
            numbers = of_kind or numbers
        if not phrase.everything and (several := self._rooms_half_named(phrase.said, numbers)):
            return Ambiguous(text, several)
        devices = _suited(self._devices(sorted(numbers)), action)
        if phrase.everything and action is not None:
            devices = tuple(device for device in devices if not starts_by_name(device))
        return Matched(_spared(devices, self._of_things(phrase.said), action), group=len(devices) > 1)

    def _of_things(self, said: frozenset[str]) -> frozenset[str]:
        """Without the words for places: "everything in the larder" names no fridge."""
        return said - self.index.room_words - self.index.floor_words

    def _single(
        self, text: str, said: frozenset[str], numbers: set[int], action: Action | None, room: str
    ) -> Resolution:
        here = self._in_room(room)
        if not said & (self.index.room_words | self.index.floor_words):
            numbers = self._called_here(said & ALL_NOUNS, numbers, here) or numbers
        entries = self.index.entries
        suited = {device.id for device in _suited(self._devices(numbers), action)}
        numbers = {number for number in numbers if entries[number].device_id in suited}
        rank = {number: _fit(entries[number], said, here=number in here) for number in numbers}
        best = max(rank.values())
        devices = [self.device(number) for number in sorted(numbers) if rank[number] == best]
        if len(devices) == 1 and said <= GENERIC_NOUNS and not numbers & here:
            # "The light" is no name: it is not the aquarium's only because that is called so.
            devices = self._devices(sorted(numbers))
        return Matched((devices[0],)) if len(devices) == 1 else Ambiguous(text, tuple(devices))

    def _called_here(self, nouns: frozenset[str], numbers: set[int], here: set[int]) -> set[int]:
        """Those of this room; "the lamp" is none of its lights where only others are called so."""
        entries = self.index.entries
        called = {number for number in numbers if nouns <= entries[number].called}
        if not nouns or nouns <= GENERIC_NOUNS or not called:
            return numbers & here
        return called & here

    def device(self, number: int) -> Device:
        return self._devices((number,))[0]

    def _devices(self, numbers: Iterable[int]) -> list[Device]:
        entries, registry = self.index.entries, self._registry
        return [registry[entries[number].device_id] for number in numbers]


def _suited(devices: Sequence[Device], action: Action | None) -> tuple[Device, ...]:
    """Those that the action suits best; all of them when it suits none."""
    if action is None or len(devices) < 2:
        return tuple(devices)
    fit = [suitability(device, action) for device in devices]
    best = max(fit)
    return tuple(device for device, how in zip(devices, fit, strict=True) if how == best)


def _spared(devices: tuple[Device, ...], said: frozenset[str], action: Action | None) -> tuple[Device, ...]:
    """A sweeping "off" leaves on what must stay on, unless just that was said."""
    if action not in (Action.OFF, Action.TOGGLE) or any(is_vital_word(word) for word in said):
        return devices
    return tuple(device for device in devices if not stays_on(device))


def _fit(entry: Entry, said: frozenset[str], *, here: bool) -> tuple[bool, bool]:
    """Called by its own words beats known by its kind; then, nothing left out beats something left out."""
    return (entry.literally(said), entry.completely(said, here=here))
