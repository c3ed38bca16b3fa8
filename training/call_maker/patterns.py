"""Sentences that people wrote, with slots for names and numbers.

A line of a file is `{"say", "wish", "before"?, "asked"?}`.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from training.call_maker.example import Example, asking
from training.call_maker.resolved import read_or_none
from training.call_maker.slots import Slots
from training.call_maker.templates import SENTENCES
from voice_gateway.call_maker.prompt import points_back, spoken
from voice_gateway.wishes import write_wish

FILES = (
    "commands", "nothing", "steps", "time", "clock", "dialogues", "voices", "quiet", "scenes", "several",
    "twins", "household", "kinds",
)  # fmt: skip
_SLOT = re.compile(r"\{(\w+)\}")
_UNIT = re.compile(
    r"\{(percent|degrees|minutes|hours|fahrenheit|step)(\d?)\} (?:percent|degrees?|minutes?|hours?)\b"
)
_QUESTIONS = re.compile(
    r"(?:is|are|do|does|did|what|what's|how|which|who|when|where|why|can|could|would|will|have|has)\b"
)


@dataclass(frozen=True)
class Pattern:
    """A sentence and its wish, the turn before and the question that waited, all perhaps with slots."""

    say: str
    wish: str
    before: tuple[str, str] | None = None
    asked: str = ""
    kind: str = "pattern"

    @property
    def slots(self) -> list[str]:
        told = (self.say, self.wish, self.asked, *(self.before or ()))
        return sorted({slot for text in told for slot in _SLOT.findall(text)})


def read_patterns(path: Path, kind: str = "pattern") -> list[Pattern]:
    """Every pattern of a file."""
    found = []
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        before = (row["before"]["say"], row["before"]["wish"]) if row.get("before") else None
        found.append(Pattern(row["say"], row["wish"], before, row.get("asked", ""), kind))
    return found


@cache
def own_patterns() -> tuple[Pattern, ...]:
    """The patterns that come with the project."""
    paths = [SENTENCES / f"{name}.jsonl" for name in FILES]
    return tuple(each for path in paths if path.exists() for each in read_patterns(path, path.stem))


def filled(pattern: Pattern, slots: Slots, random: Random) -> Example | None:
    """The pattern with other names each time; None where the names make no readable wish of it."""
    drawn = {slot: slots.fill(slot) for slot in pattern.slots}
    if len({said for said, _ in drawn.values()}) < len(drawn):
        return None

    def said(text: str) -> str:
        text = _UNIT.sub(r"{\1\2}", text)
        text = text.replace("{list} list", "{list}")
        text = _SLOT.sub(lambda slot: drawn[slot[1]][0], text)
        return re.sub(r"\b(the|my|our|a|an) (\w+'s)\b", r"\2", text)

    def written(text: str) -> str | None:
        wish = read_or_none(_SLOT.sub(lambda slot: drawn[slot[1]][1], text))
        return None if wish is None else write_wish(wish)

    wish = written(pattern.wish)
    turns: tuple[tuple[str, str], ...] = ()
    if pattern.before and points_back(pattern.say, pattern.asked):
        wrote = written(pattern.before[1]) if pattern.before[1] else ""
        if wrote is None:
            return None
        turns = ((spoken(said(pattern.before[0])), wrote),)
    if wish is None or (pattern.before and not turns and not _alone(pattern)):
        return None
    sentence = _marked(said(pattern.say), random)
    return Example(asking(sentence, said(pattern.asked)), wish, pattern.kind, turns)


def _alone(pattern: Pattern) -> bool:
    """Whether the wish can be known without the turn before."""
    return pattern.wish in ("none", "cancel", "undo") or {*_SLOT.findall(pattern.wish)} <= {
        *_SLOT.findall(pattern.say)
    }


def _marked(sentence: str, random: Random) -> str:
    """With or without a question mark: recognisers do not agree."""
    bare = sentence.rstrip("?. ")
    if sentence.rstrip().endswith("?"):
        return bare if random.random() < 0.45 else f"{bare}?"
    return f"{bare}?" if _QUESTIONS.match(bare.lower()) and random.random() < 0.35 else sentence
