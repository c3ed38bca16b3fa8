"""The names of the home, so that the transcriber expects them; those that were said last come first."""

import re
from collections.abc import Callable, Iterable, Sequence

from voice_gateway.devices.tool_names import LIST
from voice_gateway.tools import ToolExecutor, ToolManager, TurnState, make_call

TOOL = LIST
_MOST_PAGES = 100
_NAME = re.compile(r"(?:^|[:,;]\s*|\band\s+)([^,:;()]+?)\s*\(")
_NEXT_PAGE = re.compile(r"\bpage (\d+)\b")


async def home_names(executor: ToolExecutor, manager: ToolManager) -> tuple[str, ...]:
    """What the devices are called, all of them, whoever serves them; nothing when nobody can tell."""
    tool = manager.get(TOOL)
    names: dict[str, None] = {}
    arguments: dict[str, int] = {}
    for _ in range(_MOST_PAGES if tool else 0):
        [result] = await executor.run_all([make_call(TOOL, arguments)], manager.all(), TurnState())
        found = [match.strip() for match in _NAME.findall(result.text)] if result.ok else []
        if names.keys() >= set(found):
            break
        names |= dict.fromkeys(found)
        further = _NEXT_PAGE.search(result.text)
        if further is None or tool is None or "page" not in tool.schema.get("properties", {}):
            break
        arguments = {"page": int(further[1])}
    return tuple(names)


def said_first(names: Sequence[str], sentence: str) -> tuple[str, ...]:
    """The same names, with those that were just said in front: what is used is used again."""
    words = f" {_folded(sentence)} "
    return tuple(sorted(names, key=lambda name: f" {_folded(name)} " not in words))


def in_known_order(order: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """These names in the order they had, and new ones behind."""
    places = {name: place for place, name in enumerate(order)}
    return tuple(sorted(names, key=lambda name: places.get(name, len(places))))


def as_prompt(names: Iterable[str], limit: int, tokens: Callable[[str], int]) -> str | None:
    """As many names as fit into so many tokens, the first ones before the last, as one line of text."""
    chosen: list[str] = []
    for name in names:
        if tokens(_line([*chosen, name])) <= limit:
            chosen.append(name)
    return _line(chosen) if chosen else None


def _line(names: Sequence[str]) -> str:
    return f"{', '.join(names)}."


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
