"""A plain parser to compare with: verbs by key words, numbers by pattern, the device by rapidfuzz."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz, process

from training.call_maker.spoken import number_words

NEAR = 80.0
_NUMBERS = {number_words(number): str(number) for number in range(101)}
_SPOKEN = re.compile(rf"\b(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b")
_VERBS = (
    ("unlock", r"\bunlock"), ("ask read", r"^(?:is|are|did|what|how|which|do|does|has|have|check|tell me)\b"),
    ("lock", r"\block"), ("open", r"\b(?:open|raise)\b"),
    ("close", r"\b(?:close|shut(?! (?:off|down))|lower)\b"),
    ("toggle", r"\btoggle\b"), ("stop", r"\bstop\b"), ("temp", r"\bdegrees|celsius\b"),
    ("level", r"\b(?:percent|\d+|half|full)\b"), ("warmer", r"\bwarm|cold\b"), ("cooler", r"\bcool|hot\b"),
    ("level down", r"\b(?:dim|darker|down)\b"), ("level up", r"\b(?:bright|up)\b"),
    ("off", r"\boff\b"), ("on", r"\b(?:on|start|activate)\b"),
)  # fmt: skip


def parse(sentence: str, names: Sequence[str]) -> str:
    """The wish for a sentence about a home with these names, `none` when no verb or no name is found."""
    text = _SPOKEN.sub(lambda word: _NUMBERS[word[0]], sentence)
    verb = next((verb for verb, pattern in _VERBS if re.search(pattern, text)), "")
    near = process.extractOne(text, names, scorer=fuzz.partial_token_sort_ratio, score_cutoff=NEAR)
    if not verb or not near:
        return "none"
    number = re.search(r"\d+(?:\.\d+)?", text)
    word, _, fixed = verb.partition(" ") if verb.startswith("level") else (verb, "", "")
    value = number[0] if number and not fixed and word in ("level", "temp", "warmer", "cooler") else fixed
    if word in ("level", "temp") and not value:
        return "none"
    return " ".join(part for part in (word, near[0], value) if part)
