"""Reads "stop!" behind what has just been set in motion: a gate that opens, a fan that runs, music."""

import re
from functools import cache
from typing import Final

from voice_gateway import languages
from voice_gateway.devices import Ability, Device, Kind, Matched
from voice_gateway.devices.kinds import ROBOTS
from voice_gateway.fast_path.home_names import HomeNames
from voice_gateway.fast_path.repairs import last_step
from voice_gateway.wishes import Step, Verb, Wish
from voice_gateway.wishes.actions import action_of

_MOVES: Final = frozenset({Verb.OPEN, Verb.CLOSE, Verb.LEVEL, Verb.SET, Verb.TILT})
_RUNS: Final = frozenset({Verb.ON, Verb.START, Verb.OPEN, Verb.CLEAN, Verb.DOCK})
_PLAYS: Final = frozenset({Verb.RESUME, Verb.PLAY, Verb.NEXT, Verb.PREVIOUS, Verb.ON, Verb.START})
_TURNED_OFF: Final = frozenset({Kind.SWITCH, Kind.FAN, Kind.SIREN})
"""To stop one of these is to turn it off."""


def read_stop(text: str, home: HomeNames) -> Wish | None:
    """The end of what the last wish has begun; None for other words, and where nothing goes on."""
    step = last_step(home.context)
    last = home.context.last
    if step is None or last is None or last.when or not says_stop(text):
        return None
    found = home.resolve(step.target.words, action_of(step))
    if not isinstance(found, Matched) or not found.devices:
        return None
    goes_on = all(_goes_on(step.verb, device) for device in found.devices)
    return Wish((Step(Verb.STOP, step.target),)) if goes_on else None


def stops_the_last(wish: Wish, last: Wish | None) -> bool:
    """Whether a wish is nothing but the end of what the last one began."""
    return (
        last is not None
        and bool(wish.parts)
        and all(
            isinstance(part, Step)
            and part.verb is Verb.STOP
            and any(part.target == step.target for step in last.steps)
            for part in wish.parts
        )
    )


def _goes_on(verb: Verb, device: Device) -> bool:
    if device.kind is Kind.MEDIA_PLAYER:
        return verb in _PLAYS
    if device.kind in _TURNED_OFF or device.kind in ROBOTS:
        return verb in _RUNS
    return verb in _MOVES and {Ability.STOP, Ability.POSITION} <= device.abilities


def says_stop(text: str) -> bool:
    """Whether a sentence says nothing but that something is to stop."""
    stop, beside = _words()
    said = " ".join(text.lower().replace("’", "'").replace(",", " ").strip(" .!").split())
    rest, found = stop.subn(" ", said)
    return bool(found) and not beside.sub(" ", rest).strip(" .!;")


@cache
def _words() -> tuple[re.Pattern[str], re.Pattern[str]]:
    said = dict(languages.pairs("fast_path/words/stopping"))
    return _any_of(said["stop"]), _any_of(said["beside"])


def _any_of(phrases: str) -> re.Pattern[str]:
    longest_first = sorted(phrases.split("|"), key=len, reverse=True)
    return re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest_first))})(?![\w'])")
