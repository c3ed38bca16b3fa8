"""Wishes as the tool calls that they stand for, and back. No home is looked at: names stay as they were said.

What no call can say (a plan, a condition, a colour, "half as bright") comes to no call at all, rather than to
half of it; `carry_out`, which knows the home, can do more.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from langchain_core.messages import ToolCall

from voice_gateway.devices import Action
from voice_gateway.devices.commands import MODES
from voice_gateway.models.text_calls import make_call
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.text import write_wish
from voice_gateway.wishes.tree import Asking, Errand, Step, Target, Value, Wish
from voice_gateway.wishes.verbs import EXTREMES, STATES
from voice_gateway.wishes.words import Question, Thing, Verb

CONTROL: Final = "control_zwave_device"
READ: Final = "get_device_sensor_data"
LIST: Final = "list_devices"
VERIFY: Final = "verify_device"
DETAILS: Final = "list_zwave_devices"
HEALTH: Final = "check_zwave_health"
CLOCK: Final = "get_current_datetime"
SPEAKER: Final = "control_speaker_volume"
SEARCH: Final = "search_web"

PLAN: Final = "plan"
_KEPT_BY: Final = {Thing.TIMER: "timers", Thing.LIST: "lists", Thing.ROUTINE: "routines"}

HOME: Final = frozenset({CONTROL, READ, LIST, VERIFY, DETAILS, HEALTH})
TOOLS: Final = HOME | {CLOCK, SPEAKER, SEARCH}
"""Every tool that wishes can become calls of."""

LOUDNESS: Final = "volume"
"""What a question about the loudness is about."""

_GRADES: Final = {"low": 33.0, "medium": 66.0, "high": 100.0, "max": 100.0, "min": 1.0}
_ASKED_WITH: Final = {
    Question.LIST: (LIST, "room"), Question.FIND: (VERIFY, "device"), Question.DETAIL: (DETAILS, "filter"),
    Question.HEALTH: (HEALTH, "device"),
}  # fmt: skip
_READ_WITH: Final = frozenset(
    {Question.READ, Question.COUNT, Question.WHICH, Question.ANY, Question.ALL, Question.MOST}
)
_FILTERS: Final = {
    ("devices", "dead"): "dead", ("devices", "asleep"): "asleep", ("batteries", "low"): "low battery",
}  # fmt: skip
"""Questions over several that the network's own list answers."""

_MOST_DEGREES: Final = 10.0
""" "Warmer" takes up to so many degrees as a step; more would be read as the temperature itself."""


def calls_of(wish: Wish) -> list[ToolCall]:
    """The calls, in order; none where anything of the wish is beyond them."""
    if wish.when or wish.only_if or wish.also or wish.errands or any(step.lasting for step in wish.steps):
        return []
    found = [asking_call(part) if isinstance(part, Asking) else _step_call(part) for part in wish.named]
    return [call for call in found if call] if all(found) else []


def wish_of(calls: Iterable[Mapping[str, Any]]) -> Wish:
    """The wish that comes to these calls, as far as there is one."""
    parts = (_part_of(call["name"], call["args"]) for call in calls)
    return Wish(tuple(part for part in parts if part))


def control(device: str, action: Action, value: float | str | None = None) -> ToolCall:
    """The call that tells devices to do something."""
    whole = isinstance(value, int | float) and float(value).is_integer()
    given = {} if value is None else {"value": int(value) if whole else value}
    return make_call(CONTROL, {"device": device, "action": action.value, **given})


def device_call(step: Step, words: str) -> ToolCall | None:  # noqa: PLR0911 - one for each way to say it
    """The call of a step on the devices that the words name; None when no single call says it."""
    action, value = action_of(step), step.value
    if action is None or not words:
        return None
    if action is Action.SET_MODE and value and value.word in (*MODES, Action.ON, Action.OFF):
        return make_call(CONTROL, {"device": words, "action": value.word})
    if action in _CHOSEN:
        return _chosen_call(step, action, words)
    if action is Action.SET_VOLUME and value and (louder := _louder(value)):
        return control(words, *louder)
    if action is Action.SET_TEMPERATURE and value and (turned := _turned(value)):
        action, value = turned
    if action is Action.SET_LEVEL and value and value.word in ("up", "down"):
        return control(words, Action.BRIGHTEN if value.word == "up" else Action.DIM)
    if action not in _AMOUNTED:
        step_by = degrees(value) if value and action in (Action.WARMER, Action.COOLER) else None
        return control(words, action, step_by)
    if value is None or value.by or value.times:
        return None
    number = degrees(value) if action is Action.SET_TEMPERATURE else percent(value)
    return None if number is None else control(words, action, number)


_AMOUNTED: Final = frozenset(
    {Action.SET_LEVEL, Action.SET_TEMPERATURE, Action.SET_VOLUME, Action.SET_HUMIDITY, Action.TILT}
)
_CHOSEN: Final = frozenset(
    {Action.SET_MODE, Action.SET_PRESET, Action.SET_FAN_MODE, Action.SET_SWING, Action.SET_SOURCE}
    | {Action.SET_COLOR, Action.ARM}
)
"""What is set to a word; a number may be one, too: a channel, a shade of white in kelvin."""


def _chosen_call(step: Step, action: Action, words: str) -> ToolCall | None:
    value = step.value
    if value is None or value.by or value.times:
        return None
    if value.number is not None:
        return control(words, action, value.number)
    said = value.word.replace("-", " ")
    if step.verb is Verb.WHITE:
        if said in (Action.WARMER, Action.COOLER):
            return control(words, Action(said))
        said = said if said.endswith(("white", "light")) else f"{said} white"
    return control(words, action, said)


def _louder(value: Value) -> tuple[Action, float | None] | None:
    """ "Up", or by ten percent: louder."""
    if value.word in ("up", "down"):
        return (Action.VOLUME_UP if value.word == "up" else Action.VOLUME_DOWN), None
    if not value.by or value.number is None:
        return None
    return (Action.VOLUME_UP if value.number > 0 else Action.VOLUME_DOWN), abs(value.number)


def percent(value: Value) -> float | None:
    """The percentage that was named, by a number or by a word."""
    return _GRADES.get(value.word) if value.number is None else value.number


def degrees(value: Value) -> float | None:
    """The temperature, or the difference of two, in degrees Celsius."""
    if value.number is None or not value.fahrenheit:
        return value.number
    return round((value.number if value.by else value.number - 32) / 1.8, 1)


def clock_or_search_call(step: Step) -> ToolCall | None:
    """The call of a step that looks something up."""
    match step.verb:
        case Verb.TIME:
            return make_call(CLOCK, {"timezone": step.words} if step.words else {})
        case Verb.DATE:
            return make_call(CLOCK, {"date": step.words} if step.words else {})
        case Verb.SEARCH if step.words:
            return make_call(SEARCH, {"query": step.words})
        case Verb.WEATHER:
            return make_call(SEARCH, {"query": f"weather {step.words or 'today'}"})
    return None


LOUDNESSES: Final = frozenset({Verb.VOLUME, Verb.MUTE, Verb.UNMUTE})
"""Without a name, they are about this machine."""


def volume_call(step: Step) -> ToolCall | None:
    """The call that changes how loud this machine is; None for another, or when it says not how much."""
    value = step.value or Value()
    if step.target.name:
        return None
    if step.verb in (Verb.MUTE, Verb.UNMUTE):
        return make_call(SPEAKER, {"action": step.verb.value})
    if value.word in ("up", "down"):
        return make_call(SPEAKER, {"action": value.word})
    level = percent(value)
    if level is None or value.times:
        return None
    action = "set" if not value.by else "up" if level > 0 else "down"
    return make_call(SPEAKER, {"action": action, "level": round(abs(level))})


def asking_call(part: Asking, room: str = "") -> ToolCall | None:  # noqa: PLR0911 - one for each question
    """The call that answers a question; `room` is where "here" is."""
    name = " ".join(room if room and word == "here" else word for word in part.target.words.split())
    if part.question is Question.COUNT and not part.state:
        # How many there are, in whatever state: as many as are listed.
        return _about(*_ASKED_WITH[Question.LIST], name)
    if part.question in _ASKED_WITH:
        tool, argument = _ASKED_WITH[part.question]
        text = f"{name} {part.state}".strip()
        return None if part.question is Question.FIND and not text else _about(tool, argument, text)
    if part.question not in _READ_WITH:
        return None
    if name == LOUDNESS:
        return make_call(SPEAKER, {"action": "get"})
    if part.question is not Question.READ and (filtered := _FILTERS.get((name, part.state))):
        return _about(DETAILS, "filter", filtered)
    if part.question is Question.MOST:
        return _about(READ, "device", f"{part.state} {name}".strip())
    how = part.question.value if part.question in (Question.ALL, Question.ANY) else ""
    return _about(READ, "device", " ".join(word for word in (how, name or "everything", part.state) if word))


def plan_call(wish: Wish) -> ToolCall:
    """The call that keeps a wish for another time, or does an errand; either is one line of the language."""
    part = wish.parts[0] if len(wish.parts) == 1 and not wish.when else None
    tool = _KEPT_BY.get(part.thing, PLAN) if isinstance(part, Errand) else PLAN
    return make_call(tool, {"wish": write_wish(wish)})


def _about(tool: str, argument: str, text: str) -> ToolCall:
    return make_call(tool, {argument: text} if text else {})


def _step_call(step: Step) -> ToolCall | None:
    if step.verb in LOUDNESSES and not step.target.name:
        return volume_call(step)
    return clock_or_search_call(step) or device_call(step, step.target.words)


def _turned(value: Value) -> tuple[Action, Value | None] | None:
    """ "Up", or by two degrees: warmer."""
    if value.word in ("up", "down"):
        return (Action.WARMER if value.word == "up" else Action.COOLER), None
    if not value.by or value.number is None or abs(degrees(value) or 0.0) > _MOST_DEGREES:
        return None
    return (Action.WARMER if value.number > 0 else Action.COOLER), Value(abs(degrees(value) or 0.0))


_VERBS: Final = {
    "on": Verb.ON, "off": Verb.OFF, "toggle": Verb.TOGGLE, "open": Verb.OPEN, "close": Verb.CLOSE,
    "lock": Verb.LOCK, "unlock": Verb.UNLOCK, "stop": Verb.STOP, "warmer": Verb.WARMER,
    "cooler": Verb.COOLER, "play": Verb.RESUME, "pause": Verb.PAUSE, "next": Verb.NEXT,
    "previous": Verb.PREVIOUS, "mute": Verb.MUTE, "unmute": Verb.UNMUTE, "clean": Verb.CLEAN,
    "dock": Verb.DOCK, "locate": Verb.LOCATE, "activate": Verb.ACTIVATE, "press": Verb.PRESS,
    "disarm": Verb.DISARM,
}  # fmt: skip
_AMOUNTS: Final = {
    "set_level": Verb.LEVEL, "dim": Verb.LEVEL, "brighten": Verb.LEVEL, "set_temperature": Verb.TEMPERATURE,
    "set_volume": Verb.VOLUME, "set_humidity": Verb.HUMIDITY, "tilt": Verb.TILT,
}  # fmt: skip
""" "Dim to 40" is a level; without a number it is a step."""
_WORDS_OF: Final = {
    "set_color": Verb.COLOR, "set_source": Verb.SOURCE, "set_mode": Verb.MODE, "set_preset": Verb.PRESET,
    "set_fan_mode": Verb.FAN_MODE, "set_swing": Verb.SWING, "arm": Verb.ARM,
}  # fmt: skip


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
    question = next((question for question, (name, _) in _ASKED_WITH.items() if name == tool), None)
    return Asking(question, Target(text.lower())) if question else None


def _step_of(action: str, target: Target, given: object) -> Step | None:
    number = _number(given)
    value = None if number is None else Value(number)
    if not target.name:
        return None
    if action in _WORDS_OF:
        word = "-".join(_SIGNS.sub(" ", str(given or "")).lower().split())
        named = value or (Value(word=word) if word else None)
        return Step(_WORDS_OF[action], target, named) if named else None
    if action in ("volume_up", "volume_down"):
        sign, way = (1, "up") if action == "volume_up" else (-1, "down")
        return Step(Verb.VOLUME, target, Value(sign * number, by=True) if number else Value(word=way))
    if action in _VERBS:
        takes = _VERBS[action] in (Verb.WARMER, Verb.COOLER)
        return Step(_VERBS[action], target, value if takes else None)
    if action in MODES:
        return Step(Verb.MODE, target, Value(word=action))
    if action in ("dim", "brighten") and value is None:
        value = Value(word="up" if action == "brighten" else "down")
    return Step(_AMOUNTS[action], target, value) if action in _AMOUNTS and value else None


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
