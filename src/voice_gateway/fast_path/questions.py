"""Reads questions about devices, which are only ever read and never acted on."""

from voice_gateway.fast_path.clauses import target_of
from voice_gateway.fast_path.template import templates
from voice_gateway.wishes import Asking, Question, Target

_SAME = {"shut": "closed", "opened": "open", "lit": "on", "burning": "on", "leaking": "wet"}


def read_question(text: str) -> list[Asking]:
    """Every way to read it as a question about the home, the likeliest first."""
    return [
        _asking(template.meaning, slots)
        for template in templates("questions")
        if (slots := template.match(text)) is not None and not _runs_on(slots)
    ]


def _runs_on(slots: dict[str, str]) -> bool:
    """Whether what stands for a name is the beginning of something else: "the hall, and close the blinds"."""
    return any(" , " in slots.get(name, "") for name in ("target", "where"))


def _asking(meaning: str, slots: dict[str, str]) -> Asking:
    word, _, fixed = meaning.partition(" ")
    state = fixed or slots.get("extreme") or _SAME.get(slots.get("state", ""), slots.get("state", ""))
    if word in set(Question):
        return Asking(Question(word), Target(target_of(slots)), state)
    return Asking(Question.READ, Target(f"{target_of(slots)} {word}"))
