"""A wish as plain values, for who draws it."""

from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any


def tree_of(value: Any) -> Any:
    """A tree as plain values; what was left open is left out."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [tree_of(one) for one in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    said = {
        field.name: tree_of(getattr(value, field.name))
        for field in fields(value)
        if field.default is MISSING or getattr(value, field.name) != field.default
    }
    return {"is": type(value).__name__.lower(), **said}
