"""Reads a clause about devices: what is to be done, to what, and how much."""

import re
from dataclasses import dataclass

from voice_gateway.fast_path.template import templates

_LATER = re.compile(
    r"""\b(?:
        in\ (?:a\ |an\ |\d+\ )?(?:few\ )?(?:seconds?|minutes?|hours?|while|moment|days?)
      | at\ \d+(?::\d+)?(?:\ ?[ap]m|\ o'clock)?$ | for\ \d+\ (?:seconds?|minutes?|hours?)
      | every\ (?:day|night|morning|evening|hour|minute|week|\w+day)
      | tomorrow | tonight | later | when | whenever | if | unless | until | till | after | before | once
      | while | don't | do\ not | never | not | instead | because | why | or
    )\b""",
    re.X,
)
"""Words that make a command one for later, or none at all; the fast path leaves those to the model."""

_QUESTION = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|am|what|what's|which|who|whose|how|how's|why|when|where|should"
    r"|shall|may|must|tell me)\b"
)
_AMOUNTS = {"half": 50.0, "halfway": 50.0, "half way": 50.0, "full": 100.0, "max": 100.0, "maximum": 100.0}
_AMOUNTS |= {"min": 1.0, "minimum": 1.0}
_ARTICLE = re.compile(r"^(?:the|my|our)\s+")


@dataclass(frozen=True)
class Wish:
    action: str
    """As the device tool names it."""

    target: str
    value: float | None = None


def read_wishes(text: str) -> list[Wish]:
    """Every way to read a clause as a command, the likeliest first; none for questions and for later."""
    if _QUESTION.match(text) or _LATER.search(text):
        return []
    return [
        Wish(template.meaning, target_of(slots), amount_of(slots))
        for template in templates("commands")
        if (slots := template.match(text))
    ]


def target_of(slots: dict[str, str]) -> str:
    """The device, room or group that was named, with the place that may stand apart from it."""
    return _ARTICLE.sub("", " ".join(slots[name] for name in ("target", "where") if name in slots))


def amount_of(slots: dict[str, str]) -> float | None:
    return float(slots["value"]) if "value" in slots else _AMOUNTS.get(slots.get("amount", ""))
