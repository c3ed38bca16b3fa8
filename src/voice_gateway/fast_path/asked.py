"""Reads questions by their words alone, in whatever order they stand, where no sentence fits.

A question changes nothing, but what it is about must be clear all the same: every word says nothing, belongs
to the matter, or names who knows.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from voice_gateway import languages
from voice_gateway.devices import Device, Kind, Matched, Resolver
from voice_gateway.devices.words import roots
from voice_gateway.wishes import Asking, Question, Target

DAY: Final = re.compile(
    r"\b(?P<day>today|tonight|tomorrow|week|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s)?\b"
)
_PART_OF_DAY: Final = re.compile(r"\b(?:morning|afternoon|evening|night|lunchtime|noon|midday)(?:'s)?\b")
_BEFORE: Final = re.compile(r"(?:\s|\b(?:on|for|this|the|next|coming|in|at|and|so|now|well|then)\b)+")
"""What may stand in front of a question, beside its day: "on Wednesday, how hot will it get?"."""
_ON: Final = re.compile(r"(?!.*\bit\b).*\b(?:what|what's|anything|something|much|got|have)\b.*\bon\b")
_LIKE: Final = re.compile(r"\bit\b.*\blike\b|\blooking\b")
_SUPPOSED: Final = frozenset({"if", "should", "would", "could"})
_MUSIC: Final = frozenset({"playing", "song", "track", "music", "listening", "watching"})
_KNOWN: Final = {
    "weather": Kind.WEATHER,
    "calendar": Kind.CALENDAR,
    "people": Kind.PERSON,
    "person": Kind.PERSON,
}


def read_asked(text: str, resolver: Resolver) -> Asking | None:
    """What is asked of the weather, the calendars, or people; None where it is anything else."""
    lines, day = _lines(), DAY.search(text)
    timeless = _PART_OF_DAY.sub(" ", DAY.sub(" ", text))
    if not any(begin in lines["asks"] for begin in _beginnings(timeless)):
        return None
    said = {*timeless.split()}
    for about, kind in _KNOWN.items():
        knowing = [device for device in resolver.devices if device.kind is kind]
        own = said - lines["fill"] - lines[about]
        named = [device for device in knowing if own and own <= _called(device)]
        if kind is Kind.PERSON and (
            "it" in said or (about == "person" and not (named and said & lines[about]))
        ):
            continue
        if not knowing or (own and not named) or not _is_about(about, said, text, dated=day is not None):
            continue
        when = day["day"] if day else "today" if about == "weather" and said & lines["to come"] else ""
        names = " and ".join(device.label for device in named or knowing)
        return Asking(Question.READ, Target(f"{names} {when}".strip()))
    return None


def read_device_asked(text: str, resolver: Resolver, room: str = "") -> Asking | None:
    """What is asked of one device: what it does, where it is, how full its battery is."""
    lines = _lines()
    said = text.split()
    if not said or said[0] not in lines["asks"] or DAY.search(text) or not {*said} & lines["device"]:
        return None
    if _SUPPOSED & {*said} or (said[0] == "give" and said[1:2] != ["me"]):
        return None  # what if, and what should have been, is asked of nobody
    name = " ".join(word for word in said if word not in lines["fill"] | lines["device"])
    if not name and _MUSIC & {*said}:
        return _what_plays(resolver, room)
    found = resolver.resolve(name, room=room) if name else None
    if not isinstance(found, Matched) or len(found.devices) != 1:
        return None
    battery = " battery" if {"battery", "charge", "charged", "juice"} & {*said} else ""
    return Asking(Question.READ, Target(f"{name}{battery}"))


def _what_plays(resolver: Resolver, room: str) -> Asking | None:
    """Of all that plays, what plays here, or else anywhere."""
    playing = [device for device in resolver.devices if device.state.activity == "playing"]
    here = [device for device in playing if room and device.room.casefold() == room.casefold()]
    players = here or playing or [device for device in resolver.devices if device.kind is Kind.MEDIA_PLAYER]
    names = " and ".join(device.label for device in players)
    return Asking(Question.READ, Target(names)) if names else None


def is_about_a_list(words: str) -> bool:
    """Whether what stands around the name of a list only asks what is on it."""
    lines, said = _lines(), words.split()
    return (
        bool(said) and said[0] in lines["asks"] and {*said} <= lines["fill"] | lines["list"] | lines["asks"]
    )


def _beginnings(text: str) -> list[str]:
    """The first word of each clause, behind what says nothing."""
    clauses = (_BEFORE.sub("", f" {clause}", count=1) for clause in text.split(","))
    return [clause.split()[0] for clause in clauses if clause.split()]


def _is_about(about: str, said: set[str], text: str, *, dated: bool) -> bool:
    lines = _lines()
    if about == "person":
        return True
    if about == "people":
        begun = text.startswith(("who", "any", "some", "every", "no", "is", "are"))
        return begun and bool(said & (lines[about] - lines["fill"]))
    if said & lines[f"{about} alone"]:
        return True
    told = _ON.match(text) if about == "calendar" else _LIKE.search(text)
    return dated and bool(said & (lines[about] - lines["fill"]) or told)


def _called(device: Device) -> frozenset[str]:
    """Every word of its names, as it may be said."""
    names = " ".join((device.name, *device.aliases)).lower().replace("’", "'").split()
    return frozenset({*names, *roots(" ".join(names)), *(f"{name}'s" for name in names)})


@cache
def _lines() -> Mapping[str, frozenset[str]]:
    return {about: frozenset(words.split("|")) for about, words in languages.pairs("fast_path/words/asked")}
