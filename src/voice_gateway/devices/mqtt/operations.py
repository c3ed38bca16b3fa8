"""What can be done with values in the templates of announced devices."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from voice_gateway.devices.home_assistant.portrait import is_number


class Missing:
    """What is not in the message; it can be tested for, and counts as nothing."""


MISSING = Missing()


def true(value: Any) -> bool:
    return value is not MISSING and bool(value)


def number(value: Any, default: Any = 0.0) -> Any:
    try:
        return float(value)
    except (TypeError, ValueError):
        return default


def _rounded(value: Any, digits: Any = 0) -> Any:
    return round(number(value), int(digits)) if digits else float(round(number(value)))


def _defined(value: Any) -> Any:
    if value is MISSING:
        raise LookupError
    return value


FILTERS: dict[str, Callable[..., Any]] = {
    "float": number,
    "int": lambda value, default=0: int(number(value, default)),
    "round": _rounded,
    "abs": lambda value: abs(number(value)),
    "string": str,
    "upper": lambda value: str(value).upper(),
    "lower": lambda value: str(value).lower(),
    "trim": lambda value: str(value).strip(),
    "default": lambda value, other="", *_: other if value is MISSING else value,
    "is_defined": _defined,
    "join": lambda values, by="": str(by).join(map(str, values)),
    "multiply": lambda value, by: number(value) * by,
}
FILTERS["d"] = FILTERS["default"]
METHODS: dict[str, Callable[..., Any]] = {
    "split": lambda value, by=None: str(value).split(by),
    "upper": lambda value: str(value).upper(),
    "lower": lambda value: str(value).lower(),
    "strip": lambda value: str(value).strip(),
}
TESTS: dict[str, Callable[[Any], bool]] = {
    "defined": lambda value: value is not MISSING,
    "none": lambda value: value is None,
    "number": is_number,
    "string": lambda value: isinstance(value, str),
}
CONSTANTS = {"true": True, "True": True, "false": False, "False": False, "none": None, "None": None}
COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge, "in": lambda one, many: one in many,
}  # fmt: skip
ADDED: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "~": lambda one, other: f"{one}{other}",
}  # fmt: skip


def _of_numbers(count: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A text times a number would be a text without end."""
    return lambda one, other: count(_counted(one), _counted(other))


def _counted(value: Any) -> Any:
    if not isinstance(value, int | float):
        raise TypeError(value)
    return value


MULTIPLIED: dict[str, Callable[[Any, Any], Any]] = {
    "*": _of_numbers(operator.mul), "/": _of_numbers(operator.truediv),
    "//": _of_numbers(operator.floordiv), "%": _of_numbers(operator.mod),
}  # fmt: skip


def looked_up(value: Any, key: Any) -> Any:
    try:
        return value[key]
    except (KeyError, IndexError, TypeError):
        return MISSING
