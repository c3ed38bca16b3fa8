"""Says which room is meant by "the fan in there", and what "the one in the kitchen" is."""

import re
from typing import Final

from voice_gateway.devices import Matched, Resolver
from voice_gateway.devices.kinds import ALL_NOUNS
from voice_gateway.devices.words import roots
from voice_gateway.wishes import Wish

_THERE: Final = re.compile(r"\b(?P<thing>[\w']+) (?:(?:in|out|up|down|over) )?there\b", re.I)
_ONE: Final = re.compile(
    r"\b(?P<the>the|that) ones? (?=(?:in|on|at|by|near|next to|upstairs|downstairs)\b)", re.I
)
_WORD: Final = re.compile(r"[\w']+")


def with_its_room(sentence: str, resolver: Resolver, last: Wish | None) -> str:
    """The sentence with the room that was spoken of, in it or before it, where only one was."""
    found = _THERE.search(sentence)
    if found is None or not {*roots(found["thing"])} & ALL_NOUNS:
        return sentence
    before = sentence[: found.start()].lower()
    rooms = resolver.rooms_in(before) | _rooms_of(resolver.named_in(before), resolver)
    rooms = rooms or _floors_in(before, resolver)
    if not rooms and last:
        matched = [resolver.resolve(part.target.words) for part in last.named if part.target.name]
        devices = (device.id for each in matched if isinstance(each, Matched) for device in each.devices)
        rooms = _rooms_of(frozenset(devices), resolver)
    if len(rooms) != 1:
        return sentence
    (room,) = rooms
    return f"{sentence[: found.start()]}{found['thing']} in the {room}{sentence[found.end() :]}"


def with_its_noun(sentence: str) -> str:
    """ "The lounge blind to 40, the one in the kitchen to 60": the blind in the kitchen."""
    found = _ONE.search(sentence)
    if found is None:
        return sentence
    nouns = [word for word in _WORD.findall(sentence[: found.start()]) if {*roots(word)} & ALL_NOUNS]
    if not nouns:
        return sentence
    named = f"{sentence[: found.start()]}{found['the']} {nouns[-1]} {sentence[found.end() :]}"
    return with_its_noun(named)


def _rooms_of(ids: frozenset[str], resolver: Resolver) -> frozenset[str]:
    return frozenset(each.room.lower() for each in resolver.devices if each.id in ids and each.room)


def _floors_in(before: str, resolver: Resolver) -> frozenset[str]:
    floors = {each.floor.lower() for each in resolver.devices if each.floor}
    return frozenset(floor for floor in floors if re.search(rf"\b{re.escape(floor)}\b", before))
