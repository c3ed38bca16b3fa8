"""An index over the names, rooms, floors and kinds of all devices, built once per change of the registry."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from voice_gateway.devices.kinds import GATES, NOUNS, Kind, kind_by_name
from voice_gateway.devices.typos import corrected
from voice_gateway.devices.words import FILLERS, QUANTIFIERS, ROOMISH, roots, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from voice_gateway.devices.device import Device

_DOWN = frozenset({"downstairs", "ground", "lower", "main"})
_UP = frozenset({"upstairs", "upper", "top", "2"})
_SOME_UP = frozenset({"upstairs", "upper"})
_UNDER = frozenset({"basement", "cellar"})
_ROOF = frozenset({"attic", "loft"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One device, taken apart into the words it goes by."""

    device_id: str
    kind: Kind
    """What it is to the people: a plug called "Porch Lamp" is a light."""
    called: frozenset[str]
    """Words of its name and aliases."""
    room: frozenset[str]
    floor: frozenset[str]
    rooms: frozenset[frozenset[str]]
    """Its room, by each of its names."""
    place: frozenset[str]
    """Every word for where it is."""
    nouns: frozenset[str]
    """Words for its kind, and for what it measures."""
    phrases: frozenset[tuple[str, ...]]
    """Name and aliases, with and without the room, as said in full."""
    distinct: tuple[frozenset[str], ...]
    """Per name: the words left when the kind is taken away."""

    def literally(self, said: frozenset[str]) -> bool:
        """Every word is one of its own names or its place, and none only a word for its kind."""
        return said <= self.called | self.place

    def completely(self, said: frozenset[str], *, here: bool) -> bool:
        """Nothing that tells it apart from others was left out; its room need not be said by who is in it."""
        known = self.room if here or any(said & room for room in self.rooms) else frozenset[str]()
        return any(distinct - known <= said for distinct in self.distinct)


class NameIndex:
    """Answers for a word: which devices could it speak of?"""

    def __init__(self, devices: Sequence[Device]) -> None:
        floors = _floor_words({name for device in devices for name in (device.floor, *device.floor_aliases)})
        self.entries = tuple(
            _entry(
                device,
                frozenset[str]().union(*(floors[name] for name in (device.floor, *device.floor_aliases))),
            )
            for device in devices
        )
        self.by_word: dict[str, set[int]] = defaultdict(set)
        self.rooms: dict[frozenset[str], set[int]] = defaultdict(set)
        self.by_id = {device.id.lower(): number for number, device in enumerate(devices)}
        for number, entry in enumerate(self.entries):
            for word in entry.called | entry.place | entry.nouns:
                self.by_word[word].add(number)
            for room in entry.rooms:
                self.rooms[room].add(number)
        self.phrases = frozenset[tuple[str, ...]]().union(*(entry.phrases for entry in self.entries))
        self.room_words = frozenset[str]().union(*self.rooms)
        self.floor_words = frozenset[str]().union(*(entry.floor for entry in self.entries))
        self._meanings: dict[str, tuple[str, ...]] = {}
        # Loads the library for typos here, so that the first misspelled name is as quick as any other.
        corrected("zzzz", self.by_word)

    def meanings(self, word: str) -> tuple[str, ...]:
        """The known words that this one stands for: itself, or what it misspells; none when it is not
        known."""
        if word in self.by_word:
            return (word,)
        if word not in self._meanings:
            # Bounded, since what is asked for comes from outside.
            if len(self._meanings) > 2000:
                self._meanings.clear()
            self._meanings[word] = corrected(word, self.by_word)
        return self._meanings[word]

    def respelled(self, said: Sequence[str]) -> list[str]:
        """Join "bed room" and part "livingroom" where only the other form is known."""
        result: list[str] = []
        position = 0
        while position < len(said):
            word = said[position]
            pair = word + said[position + 1] if position + 1 < len(said) else ""
            if pair in self.by_word and word not in self.by_word:
                result.append(pair)
                position += 2
                continue
            result += self._parted(word)
            position += 1
        return result

    def _parted(self, word: str) -> list[str]:
        if word in self.by_word or len(word) < 6:
            return [word]
        for cut in range(3, len(word) - 2):
            left, right = word[:cut], word[cut:]
            if left in self.by_word and (right in self.by_word or right in ROOMISH):
                return [left, right]
        return [word]


def _entry(device: Device, floor: frozenset[str]) -> Entry:
    names = [roots(name) for name in (device.name, *device.aliases)]
    called = frozenset(word for name in names for word in name) | _possessed(device)
    kind = kind_by_name(device.kind, called)
    room = frozenset(roots(device.room)) - ROOMISH
    aliases = [frozenset(roots(alias)) - ROOMISH for alias in device.room_aliases]
    rooms = frozenset(each for each in (room, *aliases) if each)
    nouns = NOUNS[kind] | NOUNS[device.kind] if kind is not Kind.FAN else NOUNS[kind]
    if kind is Kind.LIGHT and device.kind is Kind.SWITCH:
        nouns = NOUNS[Kind.LIGHT]
    if kind is Kind.GARAGE_DOOR and device.kind is Kind.COVER:
        nouns = called & GATES
    measured = frozenset(word for reading in device.state.readings for word in roots(reading.name))
    raw = [raw_phrase(name) for name in (device.name, *device.aliases)]
    places = [raw_phrase(name) for name in (device.room, *device.room_aliases)]
    # "Garage" may stand for its door, but of several doors it is the word that tells this one apart.
    distinct = tuple(frozenset(name) - (nouns - {"garage"}) - measured - ROOMISH for name in names)
    return Entry(
        device_id=device.id,
        kind=kind,
        called=called,
        room=room,
        floor=floor,
        rooms=rooms,
        place=floor.union(*rooms) | (ROOMISH if device.room else frozenset[str]()),
        nouns=nouns | measured,
        phrases=frozenset(
            phrase for name in raw for place in places for phrase in (name, place + name, name + place)
        ),
        distinct=distinct,
    )


def _possessed(device: Device) -> frozenset[str]:
    """ "Sophies lamp" is how a recogniser writes "Sophie's lamp"."""
    owners = (piece for name in (device.name, *device.aliases) for piece in name.lower().split())
    joined = (re.sub(r"['’]s$", "s", piece) for piece in owners if re.search(r"['’]s$", piece))
    return frozenset(root for piece in joined for root in roots(piece))


def raw_phrase(text: str) -> tuple[str, ...]:
    """A name as said, plurals kept apart: "Kitchen Lights" may be the name of one device."""
    return tuple(
        f"{word.root}+" if word.plural else word.root
        for word in words(text)
        if word.root not in FILLERS and word.root not in QUANTIFIERS
    )


def _floor_words(floors: set[str]) -> dict[str, frozenset[str]]:
    """The words for every floor. "First floor" is upstairs where there is a ground floor, and downstairs
    elsewhere. Where several are upstairs, only one of them is the top."""
    own = {floor: frozenset(roots(floor)) - {"floor", "level", "storey"} for floor in floors}
    has_ground = any(words_of & (_DOWN | _UNDER) for words_of in own.values())
    extra = {floor: _also_called(said, has_ground=has_ground) for floor, said in own.items()}
    upstairs = sorted((floor for floor in own if extra[floor] == _UP), key=lambda floor: _height(own[floor]))
    for floor in upstairs if len(upstairs) > 1 else ():
        extra[floor] = _SOME_UP | ({"top"} if floor == upstairs[-1] else frozenset())
    return {floor: said | extra[floor] for floor, said in own.items()}


def _also_called(said: frozenset[str], *, has_ground: bool) -> frozenset[str]:
    known = next((group for group in (_DOWN, _UP, _UNDER, _ROOF) if said & group), frozenset[str]())
    if known or not said & {"1", "3", "4", "5"}:
        return known
    return _UP if has_ground or "1" not in said else _DOWN


def _height(said: frozenset[str]) -> int:
    return 99 if "top" in said else max((int(word) for word in said if word.isdigit()), default=1)
