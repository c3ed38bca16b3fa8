"""The values that an argument may take, where its schema lists them. They may be of any type."""

import json
from collections.abc import Mapping
from typing import Any


def choices(schema: Any) -> list[Any]:
    """The listed values without null; none when the schema leaves the argument free."""
    if not isinstance(schema, Mapping):
        return []
    if "const" in schema:
        return [schema["const"]]
    if "enum" in schema:
        return [value for value in schema["enum"] if value is not None]
    options = [option for word in ("anyOf", "oneOf") for option in schema.get(word, ())]
    listed = [choices(option) for option in options if not _is_null(option)]
    return [value for values in listed for value in values] if all(listed) else []


def spelled(value: Any) -> str:
    """A value as a model would write it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def chosen(value: Any, listed: list[Any]) -> Any:
    """The listed value that equals this one, or else the only one that is spelled like it."""
    truth = isinstance(value, bool)  # which Python would take for 1 or 0
    if equal := [item for item in listed if item == value and isinstance(item, bool) is truth]:
        return equal[0]
    written = spelled(value).strip().casefold()
    matches = [item for item in listed if spelled(item).casefold() == written]
    return matches[0] if len(matches) == 1 else None


def _is_null(schema: Any) -> bool:
    return isinstance(schema, Mapping) and schema.get("type") == "null"
