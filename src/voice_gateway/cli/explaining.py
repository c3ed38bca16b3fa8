"""Shows what a wish is made of."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from voice_gateway.wishes.plain import tree_of

if TYPE_CHECKING:
    from rich.tree import Tree

    from voice_gateway.wishes import Understanding


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
