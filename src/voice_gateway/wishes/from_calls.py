"""Tool calls as the wishes that they stand for: the other way round than `calls`."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from voice_gateway.devices.commands import MODES
from voice_gateway.devices.extremes import EXTREMES
from voice_gateway.wishes.actions import verb_of
from voice_gateway.wishes.calls import ASKED_WITH, CLOCK, CONTROL, LOUDNESS, READ, SEARCH, SPEAKER
from voice_gateway.wishes.tree import Asking, Step, Target, Value, Wish
from voice_gateway.wishes.verbs import STATES
from voice_gateway.wishes.words import Question, Verb


def wish_of(calls: Iterable[Mapping[str, Any]]) -> Wish:
    """The wish that comes to these calls, as far as there is one."""
    parts = (_part_of(call["name"], call["args"]) for call in calls)
    return Wish(tuple(part for part in parts if part))


_AMOUNTS: Final = frozenset({Verb.LEVEL, Verb.TEMPERATURE, Verb.VOLUME, Verb.HUMIDITY, Verb.TILT})
_WORDS: Final = frozenset(
    {Verb.COLOR, Verb.SOURCE, Verb.MODE, Verb.PRESET, Verb.FAN_MODE, Verb.SWING, Verb.ARM}
)
_SIGNS: Final = re.compile(r'[;"]|:(?!\d)')
"""What has a meaning in the text form, and none in a name or a query."""


def _part_of(tool: str, arguments: Mapping[str, Any]) -> Step | Asking | None:
    said = (
        str(value) for key, value in arguments.items() if key not in ("action", "value", "level") and value
    )
    text = " ".join(_SIGNS.sub(" ", next(said, "")).split())
    if tool == CONTROL:
        return _step_of(str(arguments.get("action")), _target(text.lower()), arguments.get("value"))
    if tool == SPEAKER:
        return _volume_of(str(arguments.get("action", "get")), _number(arguments.get("level")))
    if tool == CLOCK:
        return Step(Verb.DATE if arguments.get("date") else Verb.TIME, words=text)
    if tool == SEARCH:
        return Step(Verb.SEARCH, words=text)
    if tool == READ:
        return _asking_of(text.lower()) if text else None
    question = next((question for question, (name, _) in ASKED_WITH.items() if name == tool), None)
    return Asking(question, Target(text.lower())) if question else None


def _step_of(action: str, target: Target, given: object) -> Step | None:
    number = _number(given)
    value = None if number is None else Value(number)
    if not target.name:
        return None
    # "Dim to 40" is a level; without a number it is a step.
    verb = Verb.LEVEL if action in ("dim", "brighten") else verb_of(action)
    if verb in _WORDS:
        word = "-".join(_SIGNS.sub(" ", str(given or "")).lower().split())
        named = value or (Value(word=word) if word else None)
        return Step(verb, target, named) if named else None
    if action in ("volume_up", "volume_down"):
        sign, way = (1, "up") if action == "volume_up" else (-1, "down")
        return Step(Verb.VOLUME, target, Value(sign * number, by=True) if number else Value(word=way))
    if action in MODES:
        return Step(Verb.MODE, target, Value(word=action))
    if action in ("dim", "brighten") and value is None:
        value = Value(word="up" if action == "brighten" else "down")
    if verb in _AMOUNTS:
        return Step(verb, target, value) if value else None
    takes = verb in (Verb.WARMER, Verb.COOLER)
    return Step(verb, target, value if takes else None) if verb else None


def _asking_of(text: str) -> Asking:
    """ "Any lights on", "warmest room", "front door": what was to be read."""
    first, _, rest = text.partition(" ")
    if first in EXTREMES:
        return Asking(Question.MOST, Target(rest), first)
    name, _, state = text.rpartition(" ")
    if state not in STATES or not name:
        return Asking(Question.READ, Target(text))
    if first in (Question.ANY, Question.ALL):
        return Asking(Question(first), Target(name.partition(" ")[2]), state)
    return Asking(Question.READ, Target(name), state)


def _target(text: str) -> Target:
    name, _, but = text.partition(" except ")
    return Target(name, tuple(but.split(" and ")) if but else ())


def _volume_of(action: str, level: float | None) -> Step | Asking:
    if action in ("mute", "unmute"):
        return Step(Verb(action))
    if action in ("up", "down"):
        sign = 1 if action == "up" else -1
        return Step(Verb.VOLUME, value=Value(sign * level, by=True) if level else Value(word=action))
    if action == "set" and level is not None:
        return Step(Verb.VOLUME, value=Value(level))
    return Asking(Question.READ, Target(LOUDNESS))


def _number(value: object) -> float | None:
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,6}(?:\.\d{1,3})?", value):
        return float(value)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
