"""Turns whatever a tool returns into text."""

import json
from typing import Any

from langchain_core.messages import ToolMessage


def as_text(value: Any) -> str:
    """Text as it is; MCP's `(text, artifacts)` and content blocks to their text; everything else to JSON."""
    if isinstance(value, ToolMessage):
        value = value.content
    if isinstance(value, str):
        return value
    if isinstance(value, tuple) and len(value) == 2 and _is_content(value[0]):
        return as_text(value[0])
    if isinstance(value, list) and value and all(_is_block(item) for item in value):
        return "\n".join(_block_text(item) for item in value)
    return json.dumps(value, ensure_ascii=False, default=_plain)


def cap(text: str, limit: int) -> str:
    """Cut a long result, and say so, since a small window is soon full."""
    if len(text) <= limit:
        return text
    note = f"\n[cut: {len(text):,} characters in all]"
    return text[: limit - len(note)].rstrip() + note


def _is_content(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(_is_block(item) for item in value))


def _is_block(item: Any) -> bool:
    return isinstance(item, str) or (isinstance(item, dict) and isinstance(item.get("type"), str))


def _block_text(block: Any) -> str:
    if isinstance(block, str):
        return block
    return str(block["text"]) if "text" in block else f"[{block['type']}]"


def _plain(value: Any) -> Any:
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else str(value)
