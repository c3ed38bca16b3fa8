"""One thing to learn or to be tested on."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from voice_gateway.call_maker.prompt import GROUPS, system_line

BOUND = {name: tuple(sorted(tools)) for name, tools in GROUPS.items()}


@dataclass(frozen=True)
class Example:
    """A prompt, and what the model should reply."""

    system: str
    user: str
    target: str
    kind: str
    """What it is about, for the score card: `single`, `group`, `absent`, `talk`, …"""

    turns: tuple[tuple[str, str], ...] = ()
    """What was said before, and the codes that were written for it."""

    open: bool = False
    """Only the beginning of the reply is known, so that no end is taught."""

    meant: str = ""
    """What the code would be had every word been heard right; where it differs from the target."""

    home: int | None = None
    """The number of the home that its names belong to."""

    def as_json(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if value not in ((), None, False, "")}


def example_from_json(row: Mapping[str, Any]) -> Example:
    """The example that `as_json` wrote."""
    turns = tuple((said, code) for said, code in row.get("turns", ()))
    return Example(**{**row, "turns": turns})


def bound_tools(groups: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(tool for group in groups for tool in BOUND[group])


def codes_line(groups: tuple[str, ...], year: int, devices: tuple[str, ...] = ()) -> str:
    """The system line for these groups of tools."""
    return system_line(bound_tools(groups), year, devices)
