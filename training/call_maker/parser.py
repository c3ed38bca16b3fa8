"""A plain parser to compare with: verbs by key words, numbers by pattern, the device by rapidfuzz."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz, process

from training.call_maker.spoken import number_words

NEAR = 80.0
_NUMBERS = {number_words(number): str(number) for number in range(101)}
_SPOKEN = re.compile(rf"\b(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b")
_VERBS = (
    ("unlock", r"\bunlock"), ("read", r"^(?:is|are|did|what|how|which|do|does|has|have|check|tell me)\b"),
    ("lock", r"\block"), ("open", r"\b(?:open|raise)\b"),
    ("close", r"\b(?:close|shut(?! (?:off|down))|lower)\b"),
    ("toggle", r"\btoggle\b"), ("stop", r"\bstop\b"), ("temp", r"\bdegrees|celsius\b"),
    ("level", r"\b(?:percent|\d+|half|full)\b"), ("warmer", r"\bwarm|cold\b"), ("cooler", r"\bcool|hot\b"),
    ("dim", r"\b(?:dim|darker|down)\b"), ("brighten", r"\b(?:bright|up)\b"),
    ("off", r"\boff\b"), ("on", r"\b(?:on|start|activate)\b"),
)  # fmt: skip


def parse(sentence: str, names: Sequence[str]) -> str:
    """The code for a sentence about a home with these names, `none` when no verb or no name is found."""
    text = _SPOKEN.sub(lambda word: _NUMBERS[word[0]], sentence)
    verb = next((verb for verb, pattern in _VERBS if re.search(pattern, text)), "")
    near = process.extractOne(text, names, scorer=fuzz.partial_token_sort_ratio, score_cutoff=NEAR)
    if not verb or not near:
        return "none"
    number = re.search(r"\d+(?:\.\d+)?", text)
    value = f"|{number[0]}" if number and verb in ("level", "temp", "warmer", "cooler") else ""
    return f"{verb} {near[0]}{value}"
