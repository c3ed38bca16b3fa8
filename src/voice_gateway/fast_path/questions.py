"""Reads questions about devices, which are only ever read and never acted on."""

import re

from voice_gateway.devices.extremes import COMPARATIVES, EXTREMES, SUPERLATIVES
from voice_gateway.fast_path.clauses import target_of
from voice_gateway.fast_path.stated import OPPOSITES
from voice_gateway.fast_path.template import templates
from voice_gateway.wishes import Asking, Question, Target

_ARTICLE = re.compile(r"^(?:in |at |on )?(?:the|my|our) ")
_EVERYWHERE = re.compile(
    r"\s+(?:(?:in|around|about|all over) (?:the|this|our|the whole) (?:house|flat|home|place|apartment"
    r"|building)"
    r"|(?:or )?anywhere|somewhere"
    r"|at home|around here|yet|already|or not|at all|by any chance|at the moment|right now|just now)$"
)
"""Behind a question, words that make it no smaller."""
_NOT = re.compile(r"\bnot (?P<state>locked|unlocked|open|closed|shut|on|off)\b")
_ISNT = re.compile(r"^(is|are)n't\b")
_SAME = {
    "shut": "closed", "opened": "open", "lit": "on", "burning": "on", "leaking": "wet",
    "finished": "done", "plugged in": "plugged-in",
}  # fmt: skip


def read_question(text: str) -> list[Asking]:
    """Every way to read it as a question about the home, the likeliest first."""
    while (shorter := _EVERYWHERE.sub("", text)) != text:
        text = shorter
    text = _NOT.sub(lambda denied: OPPOSITES[denied["state"]], _ISNT.sub(r"\1", text))
    return [
        _asking(template.meaning, slots)
        for template in templates("questions")
        if (slots := template.match(text)) is not None and not _runs_on(slots)
    ]


def _runs_on(slots: dict[str, str]) -> bool:
    """Whether what stands for a name is the beginning of something else: "the hall, and close the blinds"."""
    return any("," in slots.get(name, "") for name in ("target", "where"))


def _plain(name: str) -> str:
    return _ARTICLE.sub("", name)


def _asking(meaning: str, slots: dict[str, str]) -> Asking:
    word, _, fixed = meaning.partition(" ")
    state = fixed or _extreme(slots) or _SAME.get(slots.get("state", ""), slots.get("state", ""))
    if word == Question.MOST and "where" in slots:  # "is it warmer in the hall or in the study?"
        return Asking(Question.MOST, Target(f"{_plain(slots['target'])} and {_plain(slots['where'])}"), state)
    if word in set(Question):
        return Asking(Question(word), Target(target_of(slots)), state)
    return Asking(Question.READ, Target(f"{target_of(slots)} {word}"))


def _extreme(slots: dict[str, str]) -> str:
    """What there must be most or least of, in a word of the language of wishes."""
    if more := COMPARATIVES.get(slots.get("more", "")):
        return more.word
    most = slots.get("extreme", "")
    return most if most in EXTREMES or not most else SUPERLATIVES[most].word
