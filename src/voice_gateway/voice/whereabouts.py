"""Which satellite it is, and in which room."""

from collections.abc import Sequence
from dataclasses import dataclass

from wyoming.info import Info

UNNAMED = "satellite"


@dataclass(frozen=True)
class Whereabouts:
    """A satellite as it tells of itself, or as the settings know it."""

    name: str
    room: str


def whereabouts(
    info: Info | None, address: str, rooms: Sequence[str], home_rooms: Sequence[str]
) -> Whereabouts:
    """The settings are believed first, then the satellite; one that is called like a room is in it."""
    told = info.satellite if info else None
    name = (told.name if told else "") or address or UNNAMED
    known = {key.strip().casefold(): room.strip() for key, _, room in (each.partition("=") for each in rooms)}
    called = next((room for room in home_rooms if room.casefold() in _words(name)), "")
    area = (told.area if told else "") or ""
    room = known.get(name.casefold()) or known.get(address.casefold()) or area or called
    return Whereabouts(name, room)


def _words(name: str) -> str:
    return name.casefold().replace("-", " ").replace("_", " ")
