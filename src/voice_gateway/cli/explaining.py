"""Shows what a wish is made of."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.tree import Tree

    from voice_gateway.wish_turn import Understanding


def as_report(understanding: "Understanding") -> dict[str, Any]:
    """For programs."""
    from voice_gateway.wishes import write_wish

    return {
        "wish": write_wish(understanding.wish),
        "by": understanding.by,
        "confidence": round(understanding.confidence, 4),
        "tree": tree_of(understanding.wish),
    }


def show_understanding(understanding: "Understanding") -> None:
    """The line, who read it, and the tree."""
    from voice_gateway.cli.terminal import show
    from voice_gateway.wishes import write_wish

    sure = "" if understanding.confidence == 1 else f" ({understanding.confidence:.0%} sure)"
    print(write_wish(understanding.wish))
    print(f"read by: {understanding.by}{sure}\n")
    show(_drawn("wish", tree_of(understanding.wish)))


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


def _drawn(name: str, value: Any) -> "Tree":
    from rich.tree import Tree

    if isinstance(value, Mapping):
        kind = str(value["is"])
        drawn = Tree(kind if kind == name else f"{name}: {kind}")
        for field, inner in value.items():
            if field != "is":
                drawn.add(_drawn(field, inner))
        return drawn
    if isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
        drawn = Tree(name)
        for one in value:
            drawn.add(_drawn(str(one["is"]), one))
        return drawn
    said = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return Tree(f"{name}: {said}")
