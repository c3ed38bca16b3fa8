"""Finds the devices that a person means by what they call them.

The rule that keeps it honest: every word that was said must be explained by the device (its name, aliases,
room, floor or kind). A word that nothing explains is never skipped, so the lamp of a room that does not
exist is not some other lamp.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from voice_gateway.devices.census import IN_STATE, is_so
from voice_gateway.devices.commands import Action
from voice_gateway.devices.index import NameIndex, raw_phrase
from voice_gateway.devices.kinds import ALL_NOUNS
from voice_gateway.devices.one_phrase import OnePhrase
from voice_gateway.devices.resolution import Ambiguous, Matched, Resolution, Unknown, only_in, room_named
from voice_gateway.devices.rooms import other_names
from voice_gateway.devices.words import FILLERS, QUANTIFIERS, roots, words

if TYPE_CHECKING:
    from voice_gateway.devices.degrees import Degrees
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.registry import Registry

LONGEST = 200
"""Nobody calls a device by more characters than this."""

_HOME = re.compile(r"\b(?:home|house|flat|apartment|upstairs|downstairs|indoors|in here)\b", re.IGNORECASE)
_WHOLE_HOME = re.compile(r"\b(?:house|building|place)\b", re.IGNORECASE)
_PLACE = re.compile(r"\s+(?:in|on|at|of)\s+.+$", re.IGNORECASE)
_EXCEPT = re.compile(r"\b(?:except(?: for)?|but not|but|apart from|other than|without)\b", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,|&|\band\b|\bplus\b)\s*", re.IGNORECASE)
_ONE = re.compile(r"\s+ones?\s*$|^\s*(?:the\s+)?ones?\s+", re.IGNORECASE)
_NEXT = re.compile(r"\s+(?=(?:the|my|our)\s)", re.IGNORECASE)
_STATED = re.compile(rf"(?:only |just )*(?P<those>.+?)(?: ones?)? {IN_STATE}(?P<where> .+)?", re.IGNORECASE)


@dataclass(frozen=True)
class _Built:
    """What is worked out anew when something is called otherwise."""

    revision: int
    phrases: OnePhrase
    rooms: frozenset[tuple[str, tuple[str, ...]]]
    """Every room, with each way to call it."""


class Resolver:
    """Resolves names against a registry. Cheap to keep; the index is rebuilt only when a name changed."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._built: _Built | None = None

    @property
    def index(self) -> NameIndex:
        return self._built_now.phrases.index

    @property
    def _phrases(self) -> OnePhrase:
        return self._built_now.phrases

    @property
    def _built_now(self) -> _Built:
        if self._built is None or self._built.revision != self._registry.revision:
            devices = self._registry.all()
            others = other_names(devices)
            placed = [
                replace(each, room_aliases=(*each.room_aliases, *others.get(each.room, ())))
                for each in devices
            ]
            rooms = {
                (each.room.lower(), raw_phrase(name))
                for each in placed
                if each.room
                for name in (each.room, *each.room_aliases)
            }
            phrases = OnePhrase(self._registry, NameIndex(placed))
            self._built = _Built(self._registry.revision, phrases, frozenset(rooms))
        return self._built

    def resolve(self, text: str, *, action: Action | None = None, room: str = "") -> Resolution:
        """Find what `text` means.

        `action` decides between devices that fit equally (the lock, not the door sensor, is unlocked) and
        what a bare room stands for. `room` is where the person is: "the light" is then the one there.
        """
        if by_ids := self._by_ids(text):
            return Matched(by_ids)
        text = self._joined(" ".join(text[:LONGEST].split()))
        if self._exact(text):
            return self._phrases.resolve(text, action, room)
        if stated := _STATED.fullmatch(text):
            those = self.resolve(stated["those"] + (stated["where"] or ""), action=action, room=room)
            return _in_state(those, stated["state"].lower())
        all_of, *but = _EXCEPT.split(text)
        if but:
            return self._all_but(all_of, " and ".join(but), action, room)
        if len(parts := [part for part in _AND.split(text) if part]) > 1:
            # "All lights, everywhere": how far it reaches, and no second thing.
            named = [
                part for part in parts if not {word.root for word in words(part)} <= QUANTIFIERS | FILLERS
            ]
            return self._each(named or parts, action, room)
        return self._one(text, action, room)

    def _one(self, text: str, action: Action | None, room: str) -> Resolution:
        """ "Building lights" are all lights, where no name here has a building in it."""
        found = self._phrases.resolve(text, action, room)
        of_home = {*_WHOLE_HOME.findall(text.lower())}
        if not isinstance(found, Unknown) or not of_home or of_home & self.index.by_word.keys():
            return found
        # The guest house is not the guest room: nothing but a kind may be left.
        left = _WHOLE_HOME.sub("", text)
        only_a_kind = bool(roots(left)) and {*roots(left)} <= ALL_NOUNS | QUANTIFIERS
        return self._phrases.resolve(left, action, room) if only_a_kind else found

    def _by_ids(self, text: str) -> tuple[Device, ...]:
        """The devices of a list of ids, however long; none where any of it is something else."""
        numbers = [self.index.by_id.get(each.strip().lower()) for each in text.split(",")]
        found = dict.fromkeys(number for number in numbers if number is not None)
        return tuple(map(self._phrases.device, found)) if None not in numbers else ()

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
        return frozenset(self.index.entries[number].device_id for _, number in self._names_in(text))

    def only_named_in(self, text: str) -> str:
        """The label of the one device that is named in full; nothing where none or several are."""
        named = self.named_in(text)
        return next((each.label for each in self.devices if {each.id} == named), "")

    def whole_name_in(self, text: str) -> Device | None:
        """The one device that is named in full; "damp sensor 2" is not the damp sensor."""
        found = self._names_in(text)
        widest = {
            number
            for phrase, number in found
            if not any(phrase != other and _stands_in(phrase, other) for other, _ in found)
        }
        return self._phrases.device(*widest) if len(widest) == 1 else None

    def _names_in(self, text: str) -> list[tuple[tuple[str, ...], int]]:
        """Every name that stands in it in full, with the number of its device."""
        said = raw_phrase(text)
        return [
            (phrase, number)
            for number, entry in enumerate(self.index.entries)
            for phrase in entry.phrases
            if _stands_in(phrase, said)
        ]

    def rooms_in(self, text: str) -> frozenset[str]:
        """The rooms whose names stand in a sentence in full, in lower case."""
        said = raw_phrase(text)
        return frozenset(room for room, phrase in self._built_now.rooms if _stands_in(phrase, said))

    def is_named_in(self, text: str) -> bool:
        """Whether a device or a room of the home is named in a sentence, or the home itself."""
        return bool(self.named_in(text) or self.rooms_in(text) or _HOME.search(text))

    def is_one(self, text: str, *, room: str = "") -> bool:
        """Whether one device is called so, and no room."""
        found = self.resolve(text, room=room)
        return isinstance(found, Matched) and len(found.devices) == 1 and not self.is_room(text)

    def is_room(self, text: str) -> bool:
        """Whether a room or a floor is called just that."""
        names = ({each.room, each.floor, *each.room_aliases} for each in self.devices)
        return bool(text) and any(text.casefold() in map(str.casefold, some) for some in names)

    def is_place(self, text: str) -> bool:
        """Whether the words name a room or a floor and nothing else."""
        return self._phrases.is_place(self._phrases.read(text))

    def _exact(self, text: str) -> bool:
        phrase = raw_phrase(text)
        return bool(phrase) and phrase in self.index.phrases

    def _all_but(self, all_of: str, but: str, action: Action | None, room: str) -> Resolution:
        whole = self.resolve(all_of, action=action, room=room)
        several = _AND.search(but)
        # Of several that may be left out, all are; so nothing is known by what stands beside it.
        spared = (
            self._each(_AND.split(but), None, room, beside=False) if several else self.resolve(but, room=room)
        )
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

    def _each(self, parts: list[str], action: Action | None, room: str, *, beside: bool = True) -> Resolution:
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
            bare = not {*roots(part)} & ALL_NOUNS and self._phrases.is_place(self._phrases.read(part))
            meant = self.resolve(f"{part} {nouns}" if bare and nouns else part, action=action, room=room)
            results.append(
                _beside(results[-1], parts[len(results) - 1], meant) if beside and results else meant
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
        if not whole or not self._phrases.is_place(self._phrases.read(place)):
            return parts
        return [f"{each} {place}" for each in others]

    def _apart(self, part: str) -> list[str]:
        """ "The light the fan", of several things that are told without a comma."""
        pieces = _NEXT.split(part)
        if len(pieces) < 2 or not isinstance(self._phrases.resolve(part, None, ""), Unknown):
            return [part]
        return pieces


def _beside(before: Resolution, name: str, found: Resolution) -> Resolution:
    """ "Guest room lamp and fan": of all fans, the only one in the room that was named before it."""
    room = room_named(before.devices, name) if isinstance(before, Matched) else ""
    return only_in(room, found) or found


def _in_state(found: Resolution, state: str) -> Resolution:
    """Of what was named, only what is so now: "the lamps that are on"."""
    if isinstance(found, Unknown):
        return found
    named = found.devices if isinstance(found, Matched) else found.candidates
    so = tuple(device for device in named if is_so(device, state))
    if isinstance(found, Ambiguous) and len(so) != 1:
        return found
    return Matched(so, group=len(named) > 1)


def _stands_in(phrase: tuple[str, ...], said: tuple[str, ...]) -> bool:
    return any(said[at : at + len(phrase)] == phrase for at in range(len(said) - len(phrase) + 1))
