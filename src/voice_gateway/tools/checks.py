"""What a tool's definition must fulfil before it may be registered, so that small models can use it."""

import re
from typing import Any

from voice_gateway.errors import ToolRefused
from voice_gateway.tokens import estimate_tokens
from voice_gateway.tools.registered import RegisteredTool

MAX_DESCRIPTION_TOKENS = 200
MAX_EXAMPLES = 7

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_MANDATORY = re.compile(r"\b(MUST|REQUIRED)\b")
_TRIGGER = re.compile(r"\bwhenever\b", re.I)
_NEGATIVE = re.compile(r"\bDO NOT\b")
_EXAMPLE = re.compile(r"\b(good|bad)\s*:", re.I)


def check_definition(candidate: RegisteredTool) -> None:
    """Raise `ToolRefused` with the reason when the definition breaks a rule."""
    for problem in _problems(candidate):
        raise ToolRefused(f"The tool “{candidate.name}” was refused: {problem}.")


def _problems(candidate: RegisteredTool) -> list[str]:
    problems = []
    description = candidate.tool.description.strip()
    if not _NAME.fullmatch(candidate.name):
        problems.append("its name must be a letter followed by up to 63 letters, digits, “_” or “-”")
    if not description:
        problems.append("it has no description")
    if (tokens := estimate_tokens(description)) >= MAX_DESCRIPTION_TOKENS:
        problems.append(
            f"its description has about {tokens} tokens; under {MAX_DESCRIPTION_TOKENS} are allowed"
        )
    if candidate.schema.get("type") != "object":
        problems.append("its arguments are not a JSON Schema of type “object”")
    if candidate.mandatory:
        problems += _mandatory_problems(description, candidate.schema)
    return problems


def _mandatory_problems(description: str, schema: dict[str, Any]) -> list[str]:
    """Scenario 34's pattern: what the tool is required for, when, when not, and examples of both."""
    problems = []
    if not _MANDATORY.search(description):
        problems.append("a mandatory tool must say MUST or REQUIRED")
    if not _TRIGGER.search(description):
        problems.append("a mandatory tool must say when it is used (“whenever the user …”)")
    if not _NEGATIVE.search(description):
        problems.append("a mandatory tool must say what it is not for (“DO NOT use …”)")
    examples = description + " ".join(_described(field) for field in schema.get("properties", {}).values())
    if {kind.lower() for kind in _EXAMPLE.findall(examples)} != {"good", "bad"}:
        problems.append("a mandatory tool must show examples (“Good: …”, “Bad: …”)")
    if (count := description.count("“")) > MAX_EXAMPLES:
        problems.append(f"its description shows {count} examples; {MAX_EXAMPLES} are allowed")
    for name, field in schema.get("properties", {}).items():
        if not _described(field):
            problems.append(f"its argument “{name}” has no description")
    return problems


def _described(field: Any) -> str:
    return str(field.get("description") or "") if isinstance(field, dict) else ""
