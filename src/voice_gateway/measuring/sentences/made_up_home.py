"""A home for a sentence that comes without one: with everything in it that the sentence could be about.

A real home knows what its things are called, so the names of the whole file are known here. Those that
stand in a sentence, or in what was said before it, are its devices, whether anything is asked of them or not;
and so is every other word for a device, with the words before it. What is asked for is never looked at.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from voice_gateway.devices import Device, Kind
from voice_gateway.devices.device import Ability
from voice_gateway.devices.words import QUANTIFIERS, roots, words
from voice_gateway.measuring.sentences.before import read_before
from voice_gateway.measuring.sentences.form import Line
from voice_gateway.measuring.sentences.naming import THINGS, each_target, kind_of

_NAMELESS: Final = frozenset(
    {"timer", "timer_add", "timer_left", "timer_cancel", "remind", "alarm", "routine", "cancel", "planned"}
    | {"list_add", "list_remove", "list_read", "list_clear", "search", "calc", "weather", "time", "date"}
    | {"play", "announce", "compare", "undo"}
)
"""What is asked of these is no device."""

_ARTICLES: Final = frozenset({"the", "a", "an", "my", "our", "your"})
_PLACED: Final = re.compile(r"\s+(?:in|on|at|of|from)\s+(?:the\s+|my\s+|our\s+)?")
_TOKEN: Final = re.compile(r"[\w'’]+")
_PLACES: Final = frozenset(
    {"kitchen", "bedroom", "bathroom", "hall", "hallway", "landing", "lounge", "living room", "dining room"}
    | {
        "office",
        "study",
        "nursery",
        "attic",
        "loft",
        "basement",
        "cellar",
        "garage",
        "porch",
        "garden",
        "patio",
    }
    | {"upstairs", "downstairs", "outside", "den", "utility room", "conservatory", "playroom", "kids' room"}
)
_ROOMISH: Final = frozenset({"room", "floor", "wing", "flat", "nook"})
_OFTEN: Final = 0.25
"""What is a name in fewer of the sentences that have the word is no name in the others."""

_MOST_BEFORE: Final = 2
"""So many words before a word for a device may belong to its name."""

_SMALL: Final = frozenset(
    re.findall(
        r"\S+",
        """
        and or but so if when while until till after before because that this these those it its
        he she they we i you me him her them us who what which where why how is are was were be
        been am do does did done have has had will would can could shall should may might must
        not no yes please just only also too then now in on at of to for from by with over under
        near off out up down as than about into onto back again all every both each any some
        more less turn switch put set make get let give take bring open close shut lock unlock
        start stop kill dim want need like know think see hear tell say said ask keep leave left
        don't isn't it's i'm there here still ever never person thing stuff wrong other others another setting
        """,
    )
)
"""Words that are never part of a name that nobody has told us."""


_ANY_AMOUNT: Final = (-1000.0, 10000.0)
"""Nobody knows what a thing can be set to: an oven takes more than a room, and "fifty" may be no degrees."""

_Words = tuple[str, ...]


class _Token(NamedTuple):
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Names:
    """What things and places are called in a file, by their first word."""

    things: dict[str, list[_Words]] = field(default_factory=dict)
    places: dict[str, list[_Words]] = field(default_factory=dict)
    scenes: frozenset[_Words] = frozenset()

    @cached_property
    def joined(self) -> frozenset[str]:
        """The words of names that some say in two, and no name has in two."""
        named = [name for names in (*self.things.values(), *self.places.values()) for name in names]
        pairs = {f"{one}{two}" for name in named for one, two in pairwise(name)}
        return frozenset(word for name in named for word in name) - pairs

    @classmethod
    def of(cls, lines: Sequence[Line]) -> "Names":
        named, scenes = Counter[_Words](), set[_Words]()
        places = {_folded(place) for place in _PLACES}
        for line in lines:
            places.add(_folded(line.room))
            for step in line.wanted.does:
                places.add(_folded(step.room))
                if step.do not in _NAMELESS:
                    named.update({_folded(name) for name in _parts(f"{step.target}, {step.but}")})
                if step.do == "activate":
                    scenes.add(_folded(step.target))
        said = Counter(word for line in lines for word in {*_folded(line.text)})
        # A word that is seldom a name is none: "sunset" is one to a single home, and a time to all others.
        named.pop((), None)
        things = {name for name in named if len(name) > 1 or named[name] >= _OFTEN * said[name[0]]}
        places |= {name for name in things if name[-1] in _ROOMISH}
        places |= {
            _folded(place) for line in lines for step in line.wanted.does for place in _rooms(step.target)
        }
        return cls(_by_first_word(things - places), _by_first_word(places), frozenset(scenes))


def devices_for(line: Line, names: Names) -> tuple[Device, ...]:
    """The devices of the home in which a line is said."""
    before = read_before(line.context)
    said = " . ".join((before.said, *before.told, line.text))
    found = _Found(said, names)
    rooms = list(dict.fromkeys([*([line.room.lower()] if line.room else []), *found.places.values()]))
    devices = [
        _device(name, found.place_of(at), scene=_folded(name) in names.scenes)
        for at, name in found.things.items()
    ]
    for name in found.bare:
        devices += [_device(name, room) for room in rooms or [""]]
    for room in rooms:
        devices += [_device(f"{room} {noun}", room) for noun in ("light", "heating", "speaker")]
    unique = {device.id: device for device in devices}
    return tuple(unique.values()) or (_device("light", ""),)


class _Found:
    """What a text speaks of: things by name, words for devices without one, and places."""

    def __init__(self, text: str, names: Names) -> None:
        self._text = text.lower().replace("’", "'")
        spoken = (_Token(match[0], *match.span()) for match in _TOKEN.finditer(self._text))
        self._tokens = _joined([token for token in spoken if token.text not in _ARTICLES], names)
        self._folded = [_folded(token.text)[:1] for token in self._tokens]
        self._taken: set[int] = set()
        named = dict(self._known(names.things))
        named |= self._chunks()
        self.places = dict(self._known(names.places))
        self.things = {at: name for at, name in named.items() if not _is_bare(name)}
        """What is named, by where it stands."""
        self.bare = [" ".join(roots(name)) for name in named.values() if _is_bare(name)]

    def place_of(self, at: int) -> str:
        """The place that is spoken of next after a thing, unless another thing comes before it."""
        following = min((each for each in (*self.things, *self.places) if each > at), default=None)
        return self.places.get(following, "") if following is not None else ""

    def _known(self, names: dict[str, list[_Words]]) -> Iterator[tuple[int, str]]:
        for start, folded in enumerate(self._folded):
            for name in names.get(folded[0], ()) if folded else ():
                end = start + len(name)
                if tuple(word for each in self._folded[start:end] for word in each) == name:
                    if not self._taken & set(range(start, end)):
                        self._taken |= set(range(start, end))
                        yield start, self._between(start, end)
                    break

    def _chunks(self) -> Iterator[tuple[int, str]]:
        for at, folded in enumerate(self._folded):
            if at in self._taken or not {*folded} & THINGS - _SMALL or self._is_where(at):
                continue
            start, end = at, at + 1
            while start > max(0, at - _MOST_BEFORE) and self._belongs(start - 1):
                start -= 1
            while (
                end < len(self._tokens) and self._belongs(end - 1) and {*self._folded[end]} & THINGS - _SMALL
            ):
                end += 1
            self._taken |= set(range(start, end))
            yield start, self._between(start, end)

    def _is_where(self, at: int) -> bool:
        """Whether it is a place, though things are called so as well: "the one in the garage"."""
        before = self._tokens[at - 1].text if at else ""
        behind = self._tokens[at + 1].text if at + 1 < len(self._tokens) else ""
        place = (*self._folded[at],) in {_folded(each) for each in _PLACES}
        return place and before == "in" and not {*roots(behind)} & THINGS

    def _belongs(self, at: int) -> bool:
        """Whether the word there and the one behind it may be of one name."""
        gap = self._text[self._tokens[at].end : self._tokens[at + 1].start]
        word = self._tokens[at].text
        return gap == " " and at not in self._taken and not _is_small(word) and not word.isdigit()

    def _between(self, start: int, end: int) -> str:
        """The words there as a home has them: with what was said in two written in one."""
        pieces, at = [], self._tokens[start].start
        for token in self._tokens[start:end]:
            pieces += [self._text[at : token.start], token.text]
            at = token.end
        return "".join(pieces)


def _joined(tokens: Sequence[_Token], names: Names) -> list[_Token]:
    """ "Bed room" is one word where a name has it so, and none has the two."""
    result: list[_Token] = []
    for token in tokens:
        before = result[-1] if result else None
        if before and before.end + 1 == token.start and f"{before.text}{token.text}" in names.joined:
            result[-1] = _Token(before.text + token.text, before.start, token.end)
        else:
            result.append(token)
    return result


def _device(name: str, room: str, *, scene: bool = False) -> Device:
    kind = Kind.SCENE if scene else kind_of(name)
    return Device(
        id=re.sub(r"[^\w/]+", "-", f"{room}/{name}"), name=name, kind=kind, room=room,
        abilities=frozenset(Ability), target_range=_ANY_AMOUNT,
    )  # fmt: skip


def _parts(target: str) -> Iterator[str]:
    """The names in a target, also of the thing and of the place by themselves."""
    for each in each_target(target):
        yield each
        pieces = _PLACED.split(each)
        if len(pieces) > 1:
            yield pieces[0]


def _rooms(target: str) -> Iterator[str]:
    """The places of a target that are rooms by their last word: "lamp in Noah's room"."""
    for place in _PLACED.split(target.lower())[1:]:
        if {*_folded(place)[-1:]} & (_ROOMISH | _PLACES):
            yield place


def _is_small(word: str) -> bool:
    """Whether it is never part of a name, nor with what has grown together with it: "he's"."""
    return word in _SMALL or word.partition("'")[0] in _SMALL


def _folded(name: str) -> _Words:
    # Word by word, as sentences are searched: the second floor is "second" by itself elsewhere.
    folded = (word.root for token in _TOKEN.findall(name) for word in words(token))
    return tuple(root for root in folded if root not in _ARTICLES | QUANTIFIERS)


def _by_first_word(names: Iterable[_Words]) -> dict[str, list[_Words]]:
    """The longest first."""
    found: dict[str, list[_Words]] = {}
    for name in sorted(filter(None, names), key=lambda name: (-len(name), name)):
        if not all(word in _SMALL or word.isdigit() for word in name):
            found.setdefault(name[0], []).append(name)
    return found


def _is_bare(name: str) -> bool:
    """Whether it is only a word for a kind of device."""
    return set(roots(name)) <= THINGS


def option_devices(names: Sequence[str], room: str = "") -> tuple[Device, ...]:
    """The devices that a question offers; what is called by the room where it is answered is there."""
    here = {*roots(room)}
    return tuple(_device(name, room if here and here <= {*roots(name)} else "") for name in names)
