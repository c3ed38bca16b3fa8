"""Reads commands and questions about the volume."""

import re

from voice_gateway.fast_path.clauses import amount_of
from voice_gateway.fast_path.template import templates
from voice_gateway.wishes import Asking, Question, Step, Target, Value, Verb, Wish
from voice_gateway.wishes.calls import LOUDNESS

LOUDEST_STEP = 10
"""A bare number up to this may be a step of ten or a percentage, so the model is asked."""

_NAME = re.compile(
    r"(?:(?:the|your|my) )?(?:(?:speaker|sound|audio|music|device)(?:'s)? )?"
    r"(?:volume|sound|audio|loudness|speakers?|it)(?: level)?"
)


def read_volume(text: str) -> Wish | None:
    """The wish, or none when the level is not clear."""
    for template in templates("speaker"):
        slots = template.match(text)
        if slots is None or not _names_the_volume(slots):
            continue
        match template.meaning:
            case "set":
                return _set(amount_of(slots), sure=" percent" in text or "amount" in slots)
            case "max":
                return _set(100.0, sure=True)
            case "get":
                return Wish((Asking(Question.READ, Target(LOUDNESS)),))
            case "mute" | "unmute":
                return Wish((Step(Verb(template.meaning)),))
            case direction:
                return Wish((Step(Verb.VOLUME, value=Value(word=direction)),))
    return None


def _names_the_volume(slots: dict[str, str]) -> bool:
    if "volume" in slots:
        return slots["volume"] != "it" and bool(_NAME.fullmatch(slots["volume"]))
    return bool(_NAME.fullmatch(slots.get("it", "it")))


def _set(level: float | None, *, sure: bool) -> Wish | None:
    if level is None or level > 100 or not level.is_integer() or (level <= LOUDEST_STEP and not sure):
        return None
    return Wish((Step(Verb.VOLUME, value=Value(level)),))
