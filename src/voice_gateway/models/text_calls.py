"""Reads a tool call that a small model printed as text instead of making it.

The whole reply must be the call: a call quoted within prose is prose. Only tools that are bound count, so no
text, wherever it came from, can run a tool that was not offered.
"""

import ast
import json
import re
from collections.abc import Collection
from typing import Any

from langchain_core.messages import ToolCall

from voice_gateway.tools import make_call

_WRAPPERS = (
    re.compile(r"\A```(?:\w+)?\s*(?P<inside>.*?)\s*```\Z", re.S),
    re.compile(
        r"\A<(?P<tag>tool_call|function_call|tool|function)>\s*(?P<inside>.*?)\s*(?:</(?P=tag)>)?\Z", re.S
    ),
    re.compile(r"\A\[TOOL_CALLS?\]\s*(?P<inside>.*)\Z", re.S),
    re.compile(r"\A(?:action|tool|function|call)\s*:\s*(?P<inside>.*)\Z", re.S | re.I),
)
_SEVERAL = re.compile(r"<tool_call>\s*(.*?)\s*(?:</tool_call>|(?=<tool_call>)|\Z)", re.S)
NAME_KEYS = ("name", "tool", "tool_name", "function", "function_name", "action")
ARGUMENT_KEYS = ("arguments", "parameters", "args", "input", "action_input", "params")
_MAX_LENGTH = 8_000


def parse_text_calls(text: str, bound: Collection[str]) -> list[ToolCall]:
    """The calls that this reply consists of, or none."""
    text = text.strip()
    if len(text) > _MAX_LENGTH or not any(name in text for name in bound):
        return []
    several = _SEVERAL.findall(text)
    if several and not _SEVERAL.sub("", text).strip():
        found = [_read(inside, bound) for inside in several]
        return [call for calls in found for call in calls] if all(found) else []
    return _read(text, bound)


def _read(text: str, bound: Collection[str]) -> list[ToolCall]:
    for _ in range(4):  # wrappers nest: a fence around a tag around JSON
        unwrapped = _unwrap(text)
        if unwrapped == text:
            break
        text = unwrapped
    return _from_json(text, bound) or _from_expression(text, bound)


def _unwrap(text: str) -> str:
    for wrapper in _WRAPPERS:
        if match := wrapper.match(text):
            return match["inside"].strip()
    return text


def _from_json(text: str, bound: Collection[str]) -> list[ToolCall]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    items = value if isinstance(value, list) else [value]
    calls = [_from_object(item, bound) for item in items]
    return [call for call in calls if call] if calls and all(calls) else []


def _from_object(item: Any, bound: Collection[str]) -> ToolCall | None:
    if not isinstance(item, dict):
        return None
    if isinstance(inner := item.get("function"), dict):
        return _from_object(inner, bound)
    name = next((item[key] for key in NAME_KEYS if isinstance(item.get(key), str)), "")
    if not name and len(item) == 1:
        name, inner = next(iter(item.items()))
        return make_call(name, inner) if name in bound and isinstance(inner, dict) else None
    if name not in bound:
        return None
    arguments = next((item[key] for key in ARGUMENT_KEYS if key in item), None)
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return None
    if arguments is None:
        arguments = {key: value for key, value in item.items() if key not in NAME_KEYS}
    return make_call(name, arguments) if isinstance(arguments, dict) else None


def _from_expression(text: str, bound: Collection[str]) -> list[ToolCall]:
    """`name(arg="value")`, alone or as a list, and `name {…}`."""
    if match := re.fullmatch(r"([\w-]+)\s*(\{.*\})", text, re.S):
        name, arguments = match.groups()
        return _from_json(json.dumps({"name": name, "arguments": arguments}), bound) if name in bound else []
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    nodes = tree.elts if isinstance(tree, ast.List | ast.Tuple) else [tree]
    calls = [_from_node(node, bound) for node in nodes]
    return [call for call in calls if call] if calls and all(calls) else []


def _from_node(node: ast.expr, bound: Collection[str]) -> ToolCall | None:
    if not isinstance(node, ast.Call) or node.args or not isinstance(node.func, ast.Name):
        return None
    if node.func.id not in bound or any(keyword.arg is None for keyword in node.keywords):
        return None
    try:
        arguments = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in node.keywords}
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    return make_call(node.func.id, arguments)
