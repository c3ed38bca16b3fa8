"""Where something is meant, put behind what it is said of: "downstairs turn off everything"."""

import re

from voice_gateway.fast_path.clauses import STARTS
from voice_gateway.fast_path.home_names import STAIRS, HomeNames

_THERE = re.compile(r" (?:(?:up|down|out|in) )*there(?= ,|$| (?:on|off|too|as well|and)\b)")
_PLACE_FIRST = re.compile(
    rf"(?P<place>(?:in the |on the )?[\w' ]{{2,25}}?)(?: ,)? (?P<rest>(?:{'|'.join(STARTS)})\b.+)"
)
_SPARES = re.compile(r"(?= (?:but|except|apart from|other than|without|leaving|leave|keep)\b)")
JOINED = re.compile(r",|\band\b|\bplus\b|&")


def in_place(place: str) -> str:
    return place if place in STAIRS else f"in the {place}"


def with_place_for_there(text: str, names: HomeNames) -> str:
    """ "Nobody is downstairs, lights off there": the one place that was named before it."""
    there = _THERE.search(text)
    words = text[: there.start()].split() if there else []
    places = [
        name
        for length in (3, 2, 1)
        for start in range(len(words) - length + 1)
        if names.is_room(name := " ".join(words[start : start + length]))
    ]
    if there is None or not places or any(place not in places[0] for place in places):
        return text
    return f"{text[: there.start()]} {in_place(places[0])}{text[there.end() :]}"


def with_place_behind(text: str, names: HomeNames) -> str:
    """ "Downstairs turn off everything" is said of what is there, also of each of several things."""
    match = _PLACE_FIRST.match(text)
    if match is None or not names.resolver.is_place(names.masked.unmask(match["place"])):
        return text
    command = _SPARES.split(match["rest"].partition(" , ")[0], maxsplit=1)[0]
    if any(word in STARTS for word in command.split()[1:]):
        return text
    there = JOINED.sub(lambda joint: f"{match['place']} {joint[0]}", command)
    return f"{there} {match['place']}{match['rest'].removeprefix(command)}"
