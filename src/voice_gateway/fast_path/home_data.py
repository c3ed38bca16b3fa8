"""Reads questions about what a home knows beside its devices: the weather, calendars, who is there."""

import re
from collections.abc import Iterator
from typing import Final

from voice_gateway.devices import Device, Kind, Resolver
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.asked import read_asked
from voice_gateway.fast_path.template import templates
from voice_gateway.wishes import Asking, Question, Target

_DAY: Final = re.compile(r"\b(?P<day>today|tonight|tomorrow|week|weekend|\w+day)\b")
_CALENDAR: Final = frozenset({"calendar", "diary", "schedule", "agenda"})


def read_home_data(text: str, resolver: Resolver) -> Asking | None:
    """What is asked, where there is somebody in this home who knows."""
    for template in templates("data"):
        if (slots := template.match(text)) is not None:
            for name in _asked(template.meaning, slots, resolver):
                day = _DAY.search(slots.get("day", ""))
                return Asking(Question.READ, Target(f"{name} {day['day']}" if day else name))
    return read_asked(text, resolver)


def _asked(meaning: str, slots: dict[str, str], resolver: Resolver) -> Iterator[str]:
    """The names of those who know."""
    said = {*roots(slots.get("name", ""))}
    match meaning:
        case "weather":
            yield from (device.label for device in _of(Kind.WEATHER, resolver))
        case "calendar":
            calendars = _of(Kind.CALENDAR, resolver)
            named = [device for device in calendars if said and said <= {*roots(device.name)} | _CALENDAR]
            if asked := named if said else calendars:
                yield " and ".join(device.label for device in asked)
        case "people":
            if people := _of(Kind.PERSON, resolver):
                yield " and ".join(device.label for device in people)
        case "person":
            people = _of(Kind.PERSON, resolver)
            yield from (device.label for device in people if said and said <= {*roots(device.name)})


def _of(kind: Kind, resolver: Resolver) -> list[Device]:
    return [device for device in resolver.devices if device.kind is kind]
