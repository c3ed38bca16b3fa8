"""What can be done with values in the templates of announced devices."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from voice_gateway.devices.home_assistant.portrait import is_number

_LONGEST: Final = 65_536
"""Characters of a text that a template makes."""


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


def _short(text: str) -> str:
    """A text that was made of others; one made of itself again and again would be one without end."""
    if len(text) > _LONGEST:
        raise ValueError("its template makes a text without end")
    return text


def _text(value: Any) -> str:
    return value if isinstance(value, str) else _short(str(value))


def _joined(values: Any, by: Any = "") -> str:
    if not isinstance(values, list):
        raise TypeError(values)
    between, texts = _text(by), [_text(value) for value in values]
    if sum(map(len, texts)) + len(between) * len(texts) > _LONGEST:
        raise ValueError("its template makes a text without end")
    return between.join(texts)


def _added(one: Any, other: Any) -> Any:
    if isinstance(one, str) and isinstance(other, str):
        return _together(one, other)
    return operator.add(one, other)


def _together(one: Any, other: Any) -> str:
    return _short(_text(one) + _text(other))


FILTERS: dict[str, Callable[..., Any]] = {
    "float": number,
    "int": lambda value, default=0: int(number(value, default)),
    "round": _rounded,
    "abs": lambda value: abs(number(value)),
    "string": _text,
    "upper": lambda value: _text(value).upper(),
    "lower": lambda value: _text(value).lower(),
    "trim": lambda value: _text(value).strip(),
    "default": lambda value, other="", *_: other if value is MISSING else value,
    "is_defined": _defined,
    "join": _joined,
    "multiply": lambda value, by: number(value) * by,
}
FILTERS["d"] = FILTERS["default"]
METHODS: dict[str, Callable[..., Any]] = {
    "split": lambda value, by=None: _text(value).split(by),
    "upper": lambda value: _text(value).upper(),
    "lower": lambda value: _text(value).lower(),
    "strip": lambda value: _text(value).strip(),
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
    "+": _added, "-": operator.sub, "~": _together,
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
