"""Whether a server's schema is one. Most are so plain that a glance is enough; the rest is looked at closely.

The close look takes milliseconds, and a server may have thousands of tools.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator, SchemaError

_TYPES = frozenset({"object", "array", "string", "number", "integer", "boolean", "null"})


def problem_of(schema: object) -> str | None:
    """What is wrong with a schema; None when it is a JSON Schema."""
    return None if _is_plain(schema) else _problem_of_text(json.dumps(schema))


@lru_cache(maxsize=256)
def _problem_of_text(text: str) -> str | None:
    """What was looked at closely is known again: a server that comes back offers what it did before."""
    try:
        Draft202012Validator.check_schema(json.loads(text))
    except SchemaError as error:
        return error.message
    return None


def _is_plain(schema: object) -> bool:
    """Whether every keyword is an ordinary one, with a value that it may have."""
    if not isinstance(schema, dict):
        return False
    return all(key in _ORDINARY and _ORDINARY[key](value) for key, value in schema.items())


def _is_type(value: object) -> bool:
    return isinstance(value, str) and value in _TYPES


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_anything(_value: object) -> bool:
    return True


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value)) and len(set(value)) == len(value)


def _are_plain(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_plain, value.values()))


def _are_choices(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_plain, value))


def _is_allowed(value: object) -> bool:
    return isinstance(value, bool) or _is_plain(value)


_ORDINARY: Mapping[str, Callable[[Any], bool]] = {
    "type": _is_type,
    "title": _is_text,
    "description": _is_text,
    "properties": _are_plain,
    "required": _are_names,
    "items": _is_plain,
    "additionalProperties": _is_allowed,
    "enum": lambda value: isinstance(value, list),
    "const": _is_anything,
    "default": _is_anything,
    "anyOf": _are_choices,
    "oneOf": _are_choices,
    "minimum": _is_number,
    "maximum": _is_number,
    "minLength": _is_count,
    "maxLength": _is_count,
    "minItems": _is_count,
    "maxItems": _is_count,
}
