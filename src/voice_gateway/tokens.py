"""Estimates how many tokens a text will cost, without a tokenizer."""

import json
import re
from typing import Any

_WORD = re.compile(r"[^\W\d_]+")
_MARKS = re.compile(r"[!-/:-@\[-`{-~]+")
_SINGLE = re.compile(r"\d|\n|[^\w\s\x00-\x7f]")
_LETTERS_PER_TOKEN = 7
"""Common English words up to about this length are one token in the vocabularies of small models."""

_MARKS_PER_TOKEN = 3
"""Runs such as `": {"` are short in tokens."""


def estimate_tokens(text: str) -> int:
    """The number of tokens, within about a sixth for English prose and JSON; rarely too low."""
    return (
        sum(1 + (len(word) - 1) // _LETTERS_PER_TOKEN for word in _WORD.findall(text))
        + sum(1 + (len(run) - 1) // _MARKS_PER_TOKEN for run in _MARKS.findall(text))
        + len(_SINGLE.findall(text))
    )


def estimate_json_tokens(value: Any) -> int:
    """The same for a value that is sent as JSON."""
    return estimate_tokens(json.dumps(value, ensure_ascii=False))
