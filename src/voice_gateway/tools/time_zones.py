"""Finds a time zone by the name a person would use."""

from zoneinfo import ZoneInfo

from rapidfuzz import fuzz, process

from voice_gateway.errors import ToolError
from voice_gateway.tools.places import Place, atlas, folded

_SURE, _LIKE = 85, 65
"""How alike two names must be, in percent, to be the same but for a slip, and to be worth a hint."""

_SHORTEST_SLIP = 5
_LONGEST_HEAD = 3
"""Words in the name of a place that nobody here knows, before the state or country that it lies in."""


def find_zone(name: str) -> ZoneInfo:
    """The zone of “Tokyo”, “Portland, Maine”, “Europe/Berlin” or “PST”."""
    return find_place(name).zone


def find_place(name: str) -> Place:
    """The place that is meant; raises `ToolError` with the nearest name when nobody knows it."""
    spoken = folded(name)
    known = atlas().places
    if found := known.get(spoken) or _of_state(spoken) or _by_path(spoken):
        return found
    best = process.extractOne(spoken, known.keys(), scorer=fuzz.ratio)
    # In “Portland, MI”, the end is no slip for “Maine”.
    abbreviated = 0 < len(folded(name.partition(",")[2])) < _SHORTEST_SLIP - 1
    if best and best[1] >= _SURE and len(spoken) >= _SHORTEST_SLIP and not abbreviated:
        return known[best[0]]
    if found := _within(spoken):
        return found
    hint = f' Did you mean "{known[best[0]].name}"?' if best and best[1] >= _LIKE else ""
    raise ToolError(f'I know no time zone for "{name}".{hint}')


def _of_state(spoken: str) -> Place | None:
    """“The state of Ohio” and “Ohio state” are Ohio."""
    return atlas().areas.get(spoken.removeprefix("state of ").removesuffix(" state"))


def _by_path(spoken: str) -> Place | None:
    """“America/San Francisco” is no zone, but names a city that is in America."""
    continent, slash, city = spoken.rpartition("/")
    place = atlas().places.get(city) if slash else None
    return place if place and folded(place.zones[0]).startswith(f"{continent}/") else None


def _within(spoken: str) -> Place | None:
    """A place with the state or country it lies in, which alone decides where clocks there do not differ."""
    words = spoken.split()
    for at in range(1, len(words)):
        area = atlas().areas.get(" ".join(words[at:]))
        if area is None:
            continue
        head = " ".join(words[:at]).removesuffix(" in")
        city = atlas().places.get(head)
        if city and city.zones[0] in area.zones:
            return Place(f"{city.name.split(',')[0]}, {area.name}", city.zones[:1])
        if area.differs:
            return area
        return Place(f"{head.title()}, {area.name}", area.zones[:1]) if at <= _LONGEST_HEAD else None
    return None
