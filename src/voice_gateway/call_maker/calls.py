"""Wishes as the tool calls that they stand for, and back.

What no tool can do (a plan, a condition, a colour) comes to no call at all, rather than to half of it.
"""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any, Final

from langchain_core.messages import ToolCall

from voice_gateway.wishes import Asking, Question, Step, Target, Value, Verb, Wish

CONTROL: Final = "control_zwave_device"
READ: Final = "get_device_sensor_data"
DATETIME: Final = "get_current_datetime"
VOLUME: Final = "control_speaker_volume"
SEARCH: Final = "search_web"
LIST, FIND, DETAIL, HEALTH = "list_devices", "verify_device", "list_zwave_devices", "check_zwave_health"

HOME: Final = frozenset({CONTROL, READ, LIST, FIND, DETAIL, HEALTH})
TOOLS: Final = HOME | {DATETIME, VOLUME, SEARCH}
"""Every tool that wishes can become calls of."""

_PLAIN: Final = {
    Verb.ON: "on", Verb.OFF: "off", Verb.TOGGLE: "toggle", Verb.OPEN: "open", Verb.CLOSE: "close",
    Verb.START: "on", Verb.STOP: "stop", Verb.LOCK: "lock", Verb.UNLOCK: "unlock",
}  # fmt: skip
_BY: Final = {Verb.WARMER: "warmer", Verb.COOLER: "cooler"}
_GRADES: Final = {"max": 100, "min": 1, "low": 33, "medium": 66, "high": 100}
_MODES: Final = frozenset({"heat", "cool", "auto", "eco"})
_ASKED: Final = {
    Question.LIST: (LIST, "room"), Question.FIND: (FIND, "device"), Question.DETAIL: (DETAIL, "filter"),
    Question.HEALTH: (HEALTH, "device"),
}  # fmt: skip
_SEVERAL: Final = frozenset({Question.COUNT, Question.WHICH, Question.ANY, Question.ALL})
_FILTERS: Final = {
    ("devices", "dead"): "dead",
    ("devices", "asleep"): "asleep",
    ("batteries", "low"): "low battery",
}
_LOUDNESS: Final = "volume"


def calls_of(wish: Wish) -> list[ToolCall]:
    """The calls, in order; none where anything of the wish is beyond the tools."""
    if wish.when or wish.only_if:
        return []
    found = [_asked(part) if isinstance(part, Asking) else _done(part) for part in wish.parts]
    return [call for call in found if call] if all(found) else []


def wish_of(calls: Iterable[Mapping[str, Any]]) -> Wish:
    """The wish that comes to these calls, as far as there is one."""
    parts = (_part_of(call["name"], call["args"]) for call in calls)
    return Wish(tuple(part for part in parts if part))


def _done(step: Step) -> ToolCall | None:
    if step.lasting:
        return None
    match step.verb:
        case Verb.TIME | Verb.DATE:
            key = "timezone" if step.verb is Verb.TIME else "date"
            return _call(DATETIME, **{key: step.words})
        case Verb.SEARCH:
            return _call(SEARCH, query=step.words) if step.words else None
        case Verb.WEATHER:
            return _call(SEARCH, query=f"weather {step.words or 'today'}")
        case Verb.VOLUME | Verb.MUTE | Verb.UNMUTE:
            return None if step.target.name else _loudness(step)
    action, value = _action(step)
    if not action or not step.target.name:
        return None
    return _call(CONTROL, device=step.target.words, action=action, value=value)


def _action(step: Step) -> tuple[str, float | None]:
    """The action of the device tool, and its number."""
    value = step.value or Value()
    if step.verb in _PLAIN:
        return _PLAIN[step.verb], None
    if step.verb in _BY:
        return _BY[step.verb], value.number
    if step.verb is Verb.MODE:
        return (value.word, None) if value.word in _MODES else ("", None)
    if step.verb is Verb.TEMPERATURE:
        if value.number is None or value.by or value.times:
            return {"up": "warmer", "down": "cooler"}.get(value.word, ""), None
        degrees = (value.number - 32) / 1.8 if value.fahrenheit else value.number
        return "set_temperature", round(degrees * 2) / 2 if value.fahrenheit else degrees
    if step.verb not in (Verb.LEVEL, Verb.SPEED, Verb.SET):
        return "", None
    if value.word in ("up", "down") or value.by:
        up = value.word == "up" or (value.number or 0) > 0
        return "brighten" if up else "dim", abs(value.number) if value.number else None
    number = _GRADES.get(value.word) if value.number is None else value.number
    return ("", None) if number is None or value.times else ("set_level", number)


def _loudness(step: Step) -> ToolCall | None:
    value = step.value or Value()
    if step.verb is not Verb.VOLUME:
        return _call(VOLUME, action=str(step.verb))
    if value.word in ("up", "down"):
        return _call(VOLUME, action=value.word)
    level = _GRADES.get(value.word) if value.number is None else value.number
    if level is None or value.times:
        return None
    action = "set" if not value.by else "up" if level > 0 else "down"
    return _call(VOLUME, action=action, level=round(abs(level)))


def _asked(asking: Asking) -> ToolCall | None:
    name = asking.target.words
    if asking.question in _ASKED:
        tool, key = _ASKED[asking.question]
        text = " ".join(word for word in (name, asking.state) if word)
        return _call(tool, **{key: text}) if text or asking.question is not Question.FIND else None
    if asking.question is Question.READ and name == _LOUDNESS:
        return _call(VOLUME, action="get")
    if asking.question in _SEVERAL and (filtered := _FILTERS.get((name, asking.state))):
        return _call(DETAIL, filter=filtered)
    if asking.question in _SEVERAL and name:
        return _call(READ, device=name if name.startswith(("all ", "every")) else f"all {name}")
    return _call(READ, device=name) if asking.question is Question.READ and name else None


def _part_of(tool: str, arguments: Mapping[str, Any]) -> Step | Asking | None:
    text = next(
        (str(value) for key, value in arguments.items() if key not in ("action", "value", "level")), ""
    )
    if tool == CONTROL:
        return _step_of(str(arguments.get("action")), Target(text), arguments.get("value"))
    if tool == VOLUME:
        return _volume_of(str(arguments.get("action", "get")), arguments.get("level"))
    if tool == DATETIME:
        return Step(Verb.DATE if "date" in arguments else Verb.TIME, words=text)
    if tool == SEARCH:
        return Step(Verb.SEARCH, words=text)
    if tool == READ:
        return Asking(Question.READ, Target(text))
    question = next((question for question, (name, _) in _ASKED.items() if name == tool), None)
    return Asking(question, Target(text)) if question else None


def _step_of(action: str, target: Target, number: float | None) -> Step | None:
    plain = {name: verb for verb, name in _PLAIN.items() if verb is not Verb.START}
    value = None if number is None else Value(float(number))
    if action in plain:
        return Step(plain[action], target)
    if action in _BY.values():
        return Step(Verb(action), target, value)
    if action in _MODES:
        return Step(Verb.MODE, target, Value(word=action))
    if action in ("dim", "brighten"):
        sign = 1 if action == "brighten" else -1
        by = Value(sign * value.number, by=True) if value and value.number else None
        return Step(Verb.LEVEL, target, by or Value(word="up" if sign > 0 else "down"))
    verb = {"set_level": Verb.LEVEL, "set_temperature": Verb.TEMPERATURE}.get(action)
    return Step(verb, target, value) if verb and value else None


def _volume_of(action: str, level: float | None) -> Step | Asking:
    if action in ("mute", "unmute"):
        return Step(Verb(action))
    if action in ("up", "down"):
        sign = 1 if action == "up" else -1
        value = Value(word=action) if level is None else Value(sign * float(level), by=True)
        return Step(Verb.VOLUME, value=value)
    if action == "set" and level is not None:
        return Step(Verb.VOLUME, value=Value(float(level)))
    return Asking(Question.READ, Target(_LOUDNESS))


def _call(name: str, **arguments: str | float | None) -> ToolCall:
    given = {
        key: int(value) if isinstance(value, float) and value.is_integer() else value
        for key, value in arguments.items()
        if value not in (None, "")
    }
    return ToolCall(name=name, args=given, id=f"call_{uuid.uuid4().hex[:8]}", type="tool_call")
