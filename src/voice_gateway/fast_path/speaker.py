"""Reads commands and questions about the volume."""

import re

from langchain_core.messages import ToolCall

from voice_gateway.fast_path.template import templates
from voice_gateway.fast_path.wishes import amount_of
from voice_gateway.models.text_calls import make_call

SPEAKER = "control_speaker_volume"
LOUDEST_STEP = 10
"""A bare number up to this may be a step of ten or a percentage, so the model is asked."""

_NAME = re.compile(
    r"(?:(?:the|your|my) )?(?:(?:speaker|sound|audio|music|device)(?:'s)? )?"
    r"(?:volume|sound|audio|loudness|speakers?|it)(?: level)?"
)


def read_volume(text: str) -> list[ToolCall]:
    """The call that does it, or none when the level is not clear."""
    for template in templates("speaker"):
        slots = template.match(text)
        if slots is None or not _names_the_volume(slots):
            continue
        match template.meaning:
            case "set":
                return _set(amount_of(slots), sure=" percent" in text or "amount" in slots)
            case "max":
                return _set(100.0, sure=True)
            case action:
                return [make_call(SPEAKER, {"action": action})]
    return []


def _names_the_volume(slots: dict[str, str]) -> bool:
    if "volume" in slots:
        return slots["volume"] != "it" and bool(_NAME.fullmatch(slots["volume"]))
    return bool(_NAME.fullmatch(slots.get("it", "it")))


def _set(level: float | None, *, sure: bool) -> list[ToolCall]:
    if level is None or level > 100 or not level.is_integer() or (level <= LOUDEST_STEP and not sure):
        return []
    return [make_call(SPEAKER, {"action": "set", "level": int(level)})]
