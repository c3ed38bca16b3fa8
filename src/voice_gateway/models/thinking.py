"""Keeps a model's thoughts away from the person: `<think>` blocks are never shown or spoken."""

import re

_BLOCK = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.S | re.I)
_STRAY = re.compile(r"\A.*?</think(?:ing)?>", re.S | re.I)
_CONTROL = re.compile(r"<\|[a-z_]+\|>|</?s>|\[/?INST\]|</?tool_response>")


def without_thinking(text: str) -> str:
    """The text without think blocks, closed or not, and without a template's control tokens."""
    if "<" not in text and "[" not in text:
        return text.strip()
    text = _BLOCK.sub("", text)
    # Some templates open the block in the prompt, so that only its end is in the reply.
    text = _STRAY.sub("", text)
    return _CONTROL.sub("", text).strip()


def has_thinking(text: str) -> bool:
    return "<think" in text.lower() or "</think" in text.lower()
