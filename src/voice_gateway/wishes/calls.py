"""The tools that wishes are carried out with, and the wish that a call stands for."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from langchain_core.messages import ToolCall

from voice_gateway.wishes.tree import Asking, Question, Step, Target, Value, Verb, Wish

CONTROL: Final = "control_zwave_device"
READ: Final = "get_device_sensor_data"
LIST: Final = "list_devices"
VERIFY: Final = "verify_device"
DETAILS: Final = "list_zwave_devices"
HEALTH: Final = "check_zwave_health"
CLOCK: Final = "get_current_datetime"
SPEAKER: Final = "control_speaker_volume"
SEARCH: Final = "search_web"

ASKED_WITH: Final = {
    Question.READ: (READ, "device"), Question.COUNT: (READ, "device"), Question.WHICH: (READ, "device"),
    Question.ANY: (READ, "device"), Question.ALL: (READ, "device"), Question.MOST: (READ, "device"),
    Question.LIST: (LIST, "room"), Question.FIND: (VERIFY, "device"), Question.DETAIL: (DETAILS, "filter"),
    Question.HEALTH: (HEALTH, "device"),
}  # fmt: skip
"""The tool that answers a question, and the argument that says what it is about."""

_VERBS: Final = {
    "on": Verb.ON, "off": Verb.OFF, "toggle": Verb.TOGGLE, "open": Verb.OPEN, "close": Verb.CLOSE,
    "lock": Verb.LOCK, "unlock": Verb.UNLOCK, "stop": Verb.STOP, "set_level": Verb.LEVEL,
    "set_temperature": Verb.TEMPERATURE, "warmer": Verb.WARMER, "cooler": Verb.COOLER,
}  # fmt: skip
_GRADES: Final = {"dim": "down", "brighten": "up"}


def wish_of(calls: Iterable[ToolCall]) -> Wish:
    """What calls about the home ask for, so that the next sentence can point back to it."""
    parts = [part for call in calls if (part := _part(call["name"], call["args"]))]
    return Wish(tuple(parts))


def _part(tool: str, arguments: Mapping[str, Any]) -> Step | Asking | None:
    target = Target(str(arguments.get("device", "")).strip().lower())
    if tool == READ and target.name:
        return Asking(Question.READ, target)
    if tool == CLOCK:
        day = arguments.get("date")
        return (
            Step(Verb.DATE, words=str(day))
            if day
            else Step(Verb.TIME, words=str(arguments.get("timezone") or ""))
        )
    if tool != CONTROL or not target.name:
        return None
    action, value = str(arguments.get("action", "")), arguments.get("value")
    if action in _GRADES:
        return Step(Verb.LEVEL, target, Value(word=_GRADES[action]))
    if action not in _VERBS:
        return Step(Verb.MODE, target, Value(word=action))
    number = Value(float(value)) if isinstance(value, int | float) else None
    return Step(_VERBS[action], target, number)
