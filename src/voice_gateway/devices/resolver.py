"""Finds the devices that a person means by what they call them.

The rule that keeps it honest: every word that was said must be explained by the device (its name, aliases,
room, floor or kind). A word that nothing explains is never skipped, so the lamp of a room that does not
exist is not some other lamp.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from voice_gateway.devices.caution import is_vital_word, stays_on
from voice_gateway.devices.census import IN_STATE, is_so
from voice_gateway.devices.commands import Action
from voice_gateway.devices.index import Entry, NameIndex, raw_phrase
from voice_gateway.devices.kinds import ALL_NOUNS, GENERIC_NOUNS
from voice_gateway.devices.plan import suitability
from voice_gateway.devices.resolution import Ambiguous, Matched, Resolution, Unknown
from voice_gateway.devices.scope import may_be_meant, meant_in_place
from voice_gateway.devices.suggest import nearest
from voice_gateway.devices.words import FILLERS, GENERIC, QUANTIFIERS, ROOMISH, roots, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from voice_gateway.devices.degrees import Degrees
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.registry import Registry

LONGEST = 200
"""Nobody calls a device by more characters than this."""

_PLACE = re.compile(r"\s+(?:in|on|at|of)\s+.+$", re.IGNORECASE)
_EXCEPT = re.compile(r"\b(?:except(?: for)?|but not|but|apart from|other than|without)\b", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,|&|\band\b|\bplus\b)\s*", re.IGNORECASE)
_ONE = re.compile(r"\s+ones?\s*$|^\s*(?:the\s+)?ones?\s+", re.IGNORECASE)
_NEXT = re.compile(r"\s+(?=(?:the|my|our)\s)", re.IGNORECASE)
_STATED = re.compile(rf"(?:only |just )*(?P<those>.+?)(?: ones?)? {IN_STATE}(?P<where> .+)?", re.IGNORECASE)
_HERE = frozenset({"here"})
_THIS_ROOM = re.compile(r"\bthis (?:room|area)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Phrase:
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


class Resolver:
    """Resolves names against a registry. Cheap to keep; the index is rebuilt only when a name changed."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._built: tuple[int, NameIndex] | None = None

    @property
    def index(self) -> NameIndex:
        if self._built is None or self._built[0] != self._registry.revision:
            self._built = (self._registry.revision, NameIndex(self._registry.all()))
        return self._built[1]

    def resolve(self, text: str, *, action: Action | None = None, room: str = "") -> Resolution:
        """Find what `text` means.

        `action` decides between devices that fit equally (the lock, not the door sensor, is unlocked) and
        what a bare room stands for. `room` is where the person is: "the light" is then the one there.
        """
        text = self._joined(" ".join(text[:LONGEST].split()))
        if (number := self.index.by_id.get(text.lower())) is not None:
            return Matched((self._device(number),))
        if self._exact(text):
            return self._one_phrase(text, action, room)
        if stated := _STATED.fullmatch(text):
            those = self.resolve(stated["those"] + (stated["where"] or ""), action=action, room=room)
            return _in_state(those, stated["state"].lower())
        if (kept := _EXCEPT.split(text, maxsplit=1))[1:]:
            return self._all_but(kept[0], kept[1], action, room)
        if len(parts := [part for part in _AND.split(text) if part]) > 1:
            # "All lights, everywhere": how far it reaches, and no second thing.
            named = [
                part for part in parts if not {word.root for word in words(part)} <= QUANTIFIERS | FILLERS
            ]
            return self._each(named or parts, action, room)
        return self._one_phrase(text, action, room)

    def _joined(self, text: str) -> str:
        """ "Hall way light", as a recogniser writes it, where the home has a hallway."""
        known, said = self.index.by_word, text.split(" ")
        for at in range(len(said) - 1):
            pair = f"{said[at]}{said[at + 1]}".lower()
            if pair in known and not {said[at].lower(), said[at + 1].lower()} <= known.keys():
                return self._joined(" ".join([*said[:at], pair, *said[at + 2 :]]))
        return text

    @property
    def devices(self) -> tuple[Device, ...]:
        return self._registry.all()

    @property
    def degrees(self) -> Degrees:
        """What the household counts in."""
        return self._registry.degrees

    def place_of(self, device: Device) -> frozenset[str]:
        """Every word for where it is: its room, its floor, and what people call such a floor."""
        number = self.index.by_id.get(device.id.lower())
        return frozenset() if number is None else self.index.entries[number].place

    def named_in(self, text: str) -> frozenset[str]:
        """The devices whose names stand in a sentence in full, by id."""
        said = raw_phrase(text)
        return frozenset(
            entry.device_id
            for entry in self.index.entries
            if any(_stands_in(phrase, said) for phrase in entry.phrases)
        )

    def rooms_in(self, text: str) -> frozenset[str]:
        """The rooms whose names stand in a sentence in full, in lower case."""
        said = raw_phrase(text)
        rooms = {
            (device.room.lower(), name)
            for device in self.devices
            if device.room
            for name in (device.room, *device.room_aliases)
        }
        return frozenset(room for room, name in rooms if _stands_in(raw_phrase(name), said))

    def is_room(self, text: str) -> bool:
        """Whether a room or a floor is called just that."""
        names = ({each.room, each.floor, *each.room_aliases} for each in self.devices)
        return bool(text) and any(text.casefold() in map(str.casefold, some) for some in names)

    def is_place(self, text: str) -> bool:
        """Whether the words name a room or a floor and nothing else."""
        return self._is_place(self._read(text))

    def _exact(self, text: str) -> bool:
        phrase = raw_phrase(text)
        return bool(phrase) and phrase in self.index.phrases

    def _all_but(self, all_of: str, but: str, action: Action | None, room: str) -> Resolution:
        whole = self.resolve(all_of, action=action, room=room)
        spared = self._each(_AND.split(but), None, room) if _AND.search(but) else self.resolve(but, room=room)
        if isinstance(spared, Unknown):
            # "All blinds except the north one": the noun is that of the whole.
            nouns = " ".join(piece for piece in all_of.split() if {*roots(piece)} & ALL_NOUNS)
            spared = self.resolve(f"{_ONE.sub('', but)} {nouns}", room=room)
        if not isinstance(whole, Matched):
            return whole
        if isinstance(spared, Unknown):
            return spared
        left = {device.id for device in whole.devices} - self._spared_ids(spared, but, room)
        return Matched(tuple(device for device in whole.devices if device.id in left), group=True)

    def _spared_ids(self, spared: Matched | Ambiguous, but: str, room: str) -> set[str]:
        """Where several may be meant by what is left out, all of them are."""
        if isinstance(spared, Matched):
            return {device.id for device in spared.devices}
        found: set[str] = set()
        for part in (part for part in _AND.split(but) if part):
            each = self.resolve(part, room=room)
            devices = each.devices if isinstance(each, Matched) else ()
            devices = each.candidates if isinstance(each, Ambiguous) else devices
            found |= {device.id for device in devices}
        return found

    def _each(self, parts: list[str], action: Action | None, room: str) -> Resolution:
        """ "The kitchen and hallway lights": a place without a noun takes the noun of the last part."""
        parts = self._in_front([each for part in parts for each in self._apart(part)])
        nouns = " ".join(piece for piece in parts[-1].split() if {*roots(piece)} & ALL_NOUNS)
        placed = _PLACE.search(parts[-1])
        place = placed[0] if placed else ""
        results: list[Resolution] = []
        for named in parts:
            # "The lights and the fan on the deck": what has no place of its own is there, too.
            placeless = {*roots(named)} <= ALL_NOUNS | QUANTIFIERS | FILLERS
            part = f"{named}{place}" if placeless else named
            bare = not {*roots(part)} & ALL_NOUNS and self._is_place(self._read(part))
            results.append(
                self.resolve(f"{part} {nouns}" if bare and nouns else part, action=action, room=room)
            )
        # What nothing explains is told before it is asked which of several is meant.
        for kind in (Unknown, Ambiguous):
            if unclear := next((result for result in results if isinstance(result, kind)), None):
                return unclear
        matched = [result for result in results if isinstance(result, Matched)]
        found = {device.id: device for result in matched for device in result.devices}
        return Matched(tuple(found.values()), group=True)

    def _in_front(self, parts: list[str]) -> list[str]:
        """ "Upstairs, all lights": the place that stands in front is that of what has none of its own."""
        place, *others = parts
        whole = bool(others) and all(
            {*roots(each)} <= ALL_NOUNS | QUANTIFIERS | FILLERS and {*roots(each)} & QUANTIFIERS
            for each in others
        )
        if not whole or not self._is_place(self._read(place)):
            return parts
        return [f"{each} {place}" for each in others]

    def _apart(self, part: str) -> list[str]:
        """ "The light the fan", of several things that are told without a comma."""
        pieces = _NEXT.split(part)
        if len(pieces) < 2 or not isinstance(self._one_phrase(part, None, ""), Unknown):
            return [part]
        return pieces

    def _one_phrase(self, text: str, action: Action | None, room: str) -> Resolution:
        phrase = self._read(text)
        if phrase.missing or not (phrase.said or phrase.everything or phrase.here):
            return self._unknown(text)
        numbers = self._explained(phrase.said)
        if phrase.here:
            numbers &= self._in_room(room)
        if not numbers:
            return self._unknown(text)
        exact, entries = raw_phrase(text), self.index.entries
        named = {number for number in numbers if exact in entries[number].phrases}
        if not named and (not phrase.said or self._is_place(phrase)):
            return self._place(text, phrase, numbers, action)
        if not named and (phrase.everything or phrase.several):
            return self._group(text, phrase, self._near(phrase, numbers, action, room), action)
        return self._single(text, phrase.said, named or numbers, action, room)

    def _near(self, phrase: _Phrase, numbers: set[int], action: Action | None, room: str) -> set[int]:
        """Who says "the lights" in a room means those there; questions, and "all", are about the home."""
        placed = phrase.said & (self.index.room_words | self.index.floor_words)
        if phrase.everything or placed or action is None:
            return numbers
        return numbers & self._in_room(room) or numbers

    def _unknown(self, text: str) -> Unknown:
        return Unknown(text, nearest(text, self._registry.all()))

    def _read(self, text: str) -> _Phrase:
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
        return _Phrase(
            said=frozenset(said),
            missing=missing,
            everything=any(word.root in QUANTIFIERS for word in spoken),
            several=any(word.plural and not self._only_a_place(word.root) for word in content),
            here=here,
        )

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

    def _is_place(self, phrase: _Phrase) -> bool:
        index = self.index
        return bool(phrase.said) and phrase.said <= index.room_words | index.floor_words | ROOMISH

    def _in_room(self, room: str) -> set[int]:
        wanted = frozenset(roots(room)) - ROOMISH
        return set(self.index.rooms.get(wanted, ()))

    def _place(self, text: str, phrase: _Phrase, numbers: set[int], action: Action | None) -> Resolution:
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
        return tuple(self._device(number) for number in rooms.values()) if len(rooms) > 1 else ()

    def _group(self, text: str, phrase: _Phrase, numbers: set[int], action: Action | None) -> Resolution:
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
        devices = [self._device(number) for number in sorted(numbers) if rank[number] == best]
        return Matched((devices[0],)) if len(devices) == 1 else Ambiguous(text, tuple(devices))

    def _called_here(self, nouns: frozenset[str], numbers: set[int], here: set[int]) -> set[int]:
        """Those of this room; "the lamp" is none of its lights where only others are called so."""
        entries = self.index.entries
        called = {number for number in numbers if nouns <= entries[number].called}
        if not nouns or nouns <= GENERIC_NOUNS or not called:
            return numbers & here
        return called & here

    def _device(self, number: int) -> Device:
        return self._devices((number,))[0]

    def _devices(self, numbers: Iterable[int]) -> list[Device]:
        entries, registry = self.index.entries, self._registry
        return [registry[entries[number].device_id] for number in numbers]


def _in_state(found: Resolution, state: str) -> Resolution:
    """Of what was named, only what is so now: "the lamps that are on"."""
    if isinstance(found, Unknown):
        return found
    named = found.devices if isinstance(found, Matched) else found.candidates
    so = tuple(device for device in named if is_so(device, state))
    if isinstance(found, Ambiguous) and len(so) != 1:
        return found
    return Matched(so, group=len(named) > 1)


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


def _stands_in(phrase: tuple[str, ...], said: tuple[str, ...]) -> bool:
    return any(said[at : at + len(phrase)] == phrase for at in range(len(said) - len(phrase) + 1))
