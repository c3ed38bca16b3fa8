"""Codes: the shortest way to write a tool call that a very small model can learn.

A code is a verb, what it is about in the user's own words, and a number where one is needed:

    on kitchen light            level bedroom lamp|40        read front door
    time tokyo                  vol set|30                   web us president 2026

Several are separated by semicolons; `none` means that nothing is to be called. Names are copied, never chosen
from a list: who they mean is decided afterwards, against the home as it is.
"""

import re
import uuid
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import ToolCall

NONE: Final = "none"
MOST_CALLS: Final = 8
LONGEST_ARGUMENT: Final = 200

CONTROL: Final = "control_zwave_device"
DATETIME: Final = "get_current_datetime"
VOLUME: Final = "control_speaker_volume"
SEARCH: Final = "search_web"

ACTIONS: Final = {
    "on": "on", "off": "off", "toggle": "toggle", "open": "open", "close": "close", "stop": "stop",
    "lock": "lock", "unlock": "unlock", "level": "set_level", "dim": "dim", "brighten": "brighten",
    "temp": "set_temperature", "warmer": "warmer", "cooler": "cooler",
    "heat": "heat", "cool": "cool", "auto": "auto", "eco": "eco",
}  # fmt: skip
"""Verbs that act on a device, and the action that each stands for."""

_VERBS = {action: verb for verb, action in ACTIONS.items()}
_VOLUME_ACTIONS: Final = frozenset({"get", "set", "up", "down", "mute", "unmute"})


@dataclass(frozen=True)
class _Shape:
    """A verb whose argument is one text argument of a tool."""

    tool: str
    argument: str
    required: bool = False


SHAPES: Final = {
    "read": _Shape("get_device_sensor_data", "device", required=True),
    "list": _Shape("list_devices", "room"),
    "find": _Shape("verify_device", "device", required=True),
    "detail": _Shape("list_zwave_devices", "filter"),
    "health": _Shape("check_zwave_health", "device"),
    "time": _Shape(DATETIME, "timezone"),
    "date": _Shape(DATETIME, "date"),
    "web": _Shape(SEARCH, "query", required=True),
}
TOOLS: Final = frozenset({CONTROL, VOLUME, *(shape.tool for shape in SHAPES.values())})
"""Every tool that can be written as a code."""

_PIECE = re.compile(r"\s*(?P<verb>[a-z]+)(?:\s+(?P<argument>[^|]*?))?\s*(?:\|\s*(?P<value>[^|]*?)\s*)?\s*")
_NUMBER = re.compile(r"-?\d{1,6}(?:[.,]\d{1,3})?")


def decode(text: str, bound: Collection[str]) -> list[ToolCall]:
    """The calls that the codes stand for. What is no code, and what is not bound, is left out."""
    pieces = text.strip().split(";")[:MOST_CALLS]
    found = [call for piece in pieces if (call := _decode_one(piece))]
    return [call for call in found if call["name"] in bound]


def _decode_one(piece: str) -> ToolCall | None:
    match = _PIECE.fullmatch(piece)
    if match is None:
        return None
    verb, argument = match["verb"], " ".join((match["argument"] or "").split())[:LONGEST_ARGUMENT]
    value = _number(match["value"])
    if match["value"] and value is None:
        return None
    return _read(verb, argument, value)


def _read(verb: str, argument: str, value: float | int | None) -> ToolCall | None:
    if verb in ACTIONS:
        arguments = {"device": argument, "action": ACTIONS[verb]} | (
            {} if value is None else {"value": value}
        )
        return _call(CONTROL, arguments) if argument else None
    if verb == "vol":
        if argument not in _VOLUME_ACTIONS or (argument == "set" and value is None):
            return None
        return _call(VOLUME, {"action": argument} | ({} if value is None else {"level": round(value)}))
    shape = SHAPES.get(verb)
    if shape is None or (shape.required and not argument):
        return None
    return _call(shape.tool, {shape.argument: argument} if argument else {})


def encode(calls: Iterable[Mapping[str, Any]]) -> str:
    """The codes for these calls; `none` when there are none, or none that a code exists for."""
    return "; ".join(code for call in calls if (code := _encode_one(call["name"], call["args"]))) or NONE


def _encode_one(tool: str, arguments: Mapping[str, Any]) -> str:
    if tool == CONTROL:
        verb = _VERBS.get(str(arguments.get("action")), "")
        device = _plain(arguments.get("device"))
        return f"{verb} {device}{_suffix(arguments.get('value'))}" if verb and device else ""
    if tool == VOLUME:
        return f"vol {arguments.get('action', 'get')}{_suffix(arguments.get('level'))}"
    for verb, shape in SHAPES.items():
        if shape.tool == tool and (argument := _plain(arguments.get(shape.argument))):
            return f"{verb} {argument}"
    return next((verb for verb, shape in SHAPES.items() if shape.tool == tool and not shape.required), "")


def _suffix(value: object) -> str:
    return f"|{value:g}" if isinstance(value, int | float) else ""


def _plain(value: object) -> str:
    """Text without the signs that codes are made of."""
    text = " ".join(re.sub(r"[|;]", " ", str(value or "")).split())[:LONGEST_ARGUMENT]
    return text.strip()


def _number(text: str | None) -> float | int | None:
    if not text or not _NUMBER.fullmatch(text):
        return None
    value = float(text.replace(",", "."))
    return int(value) if value.is_integer() else value


def _call(name: str, arguments: dict[str, Any]) -> ToolCall:
    return ToolCall(name=name, args=arguments, id=f"call_{uuid.uuid4().hex[:8]}", type="tool_call")
