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
    whatever = _is_all(text, "stop")
    found = home.resolve(step.target.words, action_of(step))
    if not isinstance(found, Matched) or not found.devices:
        return None
    goes_on = all(
        _moves(step.verb, device) or (whatever and _runs(step.verb, device)) for device in found.devices
    )
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


def _moves(verb: Verb, device: Device) -> bool:
    return verb in _MOVES and {Ability.STOP, Ability.POSITION} <= device.abilities


def _runs(verb: Verb, device: Device) -> bool:
    if device.kind is Kind.MEDIA_PLAYER:
        return verb in _PLAYS
    return (device.kind in _TURNED_OFF or device.kind in ROBOTS) and verb in _RUNS


def says_stop(text: str) -> bool:
    """Whether a sentence says nothing but that something is to stop."""
    return _is_all(text, "stop") or _is_all(text, "stop there")


def _is_all(text: str, kind: str) -> bool:
    said = " ".join(text.lower().replace("’", "'").replace(",", " ").strip(" .!").split())
    rest, found = _words(kind).subn(" ", said)
    return bool(found) and not _words("beside").sub(" ", rest).strip(" .!;")


@cache
def _words(kind: str) -> re.Pattern[str]:
    phrases = dict(languages.pairs("fast_path/words/stopping"))[kind].split("|")
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest_first))})(?![\w'])")
