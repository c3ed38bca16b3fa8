"""Single calls: a sentence, its tier, and the calls that would be right."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from langchain_core.messages import ToolCall

from voice_gateway.measuring.tasks.task_file import Place, nearest, read_document, read_tasks
from voice_gateway.tools import Tier

NONE = "none"
"""Instead of a tool: no call is right."""

WORDS = "*"
"""Before a text: the argument must hold these words, in any order, and may hold others."""

_KEYS = ("tier", "say", "tool", "arguments", "also", "note")
_ARTICLES = re.compile(r"\b(?:the|a|an|my|our)\b")


@dataclass(frozen=True)
class Expected:
    """A call that counts as right: its tool, and the arguments that matter."""

    tool: str
    arguments: Mapping[str, tuple[Any, ...]]
    """For each argument, the values that are right."""

    def fits(self, call: ToolCall | None) -> bool:
        if call is None:
            return self.tool == NONE
        return call["name"] == self.tool and all(
            any(_same(call["args"].get(name), value) for value in values)
            for name, values in self.arguments.items()
        )


@dataclass(frozen=True)
class ToolTask:
    """One sentence."""

    place: Place
    tier: Tier
    say: str
    expected: tuple[Expected, ...]

    @property
    def tools(self) -> frozenset[str]:
        return frozenset(one.tool for one in self.expected)


def read_tool_tasks(path: Path) -> tuple[ToolTask, ...]:
    """Read a file of `[[task]]`; a mistake is named with its line and key."""
    document, text = read_document(path)
    return read_tasks(path, document, text, "task", _task, "A task has tier, say, tool and arguments.")


def _task(place: Place, table: dict[str, Any]) -> ToolTask:
    place.check_keys(table, _KEYS)
    tier = str(table.get("tier", ""))
    if tier not in set(Tier):
        raise place.mistake(f"“{tier}” is not a tier.", nearest(tier, [str(one) for one in Tier]))
    say = place.sentences(table, "say")
    if len(say) != 1:
        raise place.mistake("“say” must be one sentence.")
    also = table.get("also", [])
    if not isinstance(also, list) or not all(isinstance(other, dict) for other in also):
        raise place.mistake("“also” must be a list of {tool, arguments}.")
    expected = tuple(_expected(place, one) for one in (table, *also))
    return ToolTask(place, Tier(tier), say[0], expected)


def _expected(place: Place, table: dict[str, Any]) -> Expected:
    tool, arguments = table.get("tool"), table.get("arguments", {})
    if not isinstance(tool, str) or not tool:
        raise place.mistake("“tool” is missing.", f"Name the tool, or “{NONE}”.")
    if not isinstance(arguments, dict):
        raise place.mistake("“arguments” must be a table.", 'Write arguments = { device = "kitchen light" }.')
    allowed = {
        name: tuple(value) if isinstance(value, list) else (value,) for name, value in arguments.items()
    }
    return Expected(tool, allowed)


def _same(given: object, wanted: object) -> bool:
    if isinstance(given, bool) or isinstance(wanted, bool):
        return given is wanted
    if isinstance(given, int | float) and isinstance(wanted, int | float):
        return abs(given - wanted) < 1e-6
    if given is None:
        return wanted == ""
    if isinstance(wanted, str) and wanted.startswith(WORDS):
        return set(_folded(wanted.removeprefix(WORDS)).split()) <= set(_folded(given).split())
    return _folded(given) == _folded(wanted)


def _folded(value: object) -> str:
    text = _ARTICLES.sub(" ", str(value).casefold().replace("_", " "))
    return " ".join(re.findall(r"[\w°%.+-]+", text))
