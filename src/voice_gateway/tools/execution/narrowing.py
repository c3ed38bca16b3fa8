"""Arguments that a tool does not have, and that may be all that keeps an action small.

`{"device": "lights", "action": "off", "room": "kitchen"}` without its room turns off every light of the home.
So what was given is kept where the tool has words for it, and is otherwise not left out in silence.
"""

import re
from collections.abc import Mapping
from typing import Any

from voice_gateway.devices.commands import parse_value, takes_value, takes_words
from voice_gateway.devices.tool_names import CONTROL
from voice_gateway.devices.words import ROOMISH, roots
from voice_gateway.errors import ToolError
from voice_gateway.tools.choices import choices
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.tier import Tier

VALUE = "value"
_AMOUNT = re.compile(r"(?P<least>[+-]?\d+(?:\.\d+)?)(?: *%| *- *(?P<most>-?\d+(?:\.\d+)?))?")
"""A number, a percentage, or from one number to another."""

DEVICE = "device"
"""The argument that names what is meant, in the words of a person."""

OTHER_NAMES = frozenset({"name", "entity", "target", "item", "object", "id", "text", "input"})
"""What small models call an argument whose name they do not remember."""

_NOTHING = frozenset({"", "null", "none", "undefined", "n/a"})
"""What small models write into an optional argument that they mean to leave out."""

_PLACES = frozenset({"room", "area", "location", "floor", "place", "zone"})
_SEVERAL = re.compile(r"[,;&]|\b(?:and|plus|except|but|apart|other than|without)\b", re.I)
"""A place before such words would only belong to the first of them."""


def with_place_named(arguments: Mapping[str, Any], tool: RegisteredTool) -> dict[str, Any]:
    """The arguments of a device tool with a stray place put before the name: “kitchen” and “lights” are
    “kitchen lights”. What only says the name again is left out; anything else stays as it is.
    """
    properties: Mapping[str, Any] = tool.schema.get("properties", {})
    device = arguments.get(DEVICE)
    if tool.tier is not Tier.DEVICE or DEVICE not in properties or not isinstance(device, str):
        return dict(arguments)
    kept: dict[str, Any] = {}
    for given, value in arguments.items():
        if given in properties or not _is_words(value):
            kept[given] = value
        elif words_of(given) & (_PLACES | OTHER_NAMES) and _says(device, value):
            continue
        elif words_of(given) & _PLACES and device.strip() and not _SEVERAL.search(f"{device} {value}"):
            device = f"{value.strip()} {device.strip()}"
        else:
            kept[given] = value
    return kept | {DEVICE: device}


def may_be_left_out(name: str, arguments: Mapping[str, Any], tool: RegisteredTool) -> bool:
    """Whether a value that does not fit was of no use to the call anyway."""
    if not tool.acts(arguments):
        return True
    if tool.tier is not Tier.DEVICE or name != VALUE or isinstance(parse_value(arguments.get(name)), float):
        return False
    return not takes_value(str(arguments.get("action", "")))


def with_fitting_value(arguments: Mapping[str, Any], tool: RegisteredTool) -> dict[str, Any]:
    """The home's own value is a name or an amount, which no schema tells apart: what the action takes does.

    An amount becomes a number. A name where an amount belongs is left out where it was of no use, and is
    otherwise refused.
    """
    action, value = str(arguments.get("action", "")), arguments.get(VALUE)
    if tool.name != CONTROL or value is None or takes_words(action):
        return dict(arguments)
    if amount := _AMOUNT.fullmatch(str(value).strip()):
        number = None if amount["most"] else float(amount["least"])
        whole = number is not None and number.is_integer()
        return {**arguments, VALUE: value if number is None else int(number) if whole else number}
    if not may_be_left_out(VALUE, arguments, tool):
        raise ToolError(f"value: {value!r} is not a number")
    return {name: given for name, given in arguments.items() if name != VALUE}


def is_nothing(value: Any, schema: Any = None) -> bool:
    """Whether a value says no more than that there is none."""
    if value is None or value in ([], {}):
        return True
    return isinstance(value, str) and value.strip().lower() in _NOTHING and value not in choices(schema)


def words_of(name: str) -> set[str]:
    """The words of an argument's name: `deviceName` and `device_name` are two of them."""
    return set(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()))


def _is_words(value: object) -> bool:
    return isinstance(value, str) and not is_nothing(value) and bool(roots(value))


def _says(device: str, value: str) -> bool:
    return {*roots(value)} - ROOMISH <= {*roots(device)}
