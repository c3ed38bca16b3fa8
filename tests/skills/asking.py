"""A person who asks, and the default home she lives in."""

from datetime import UTC, datetime
from functools import cache

from voice_gateway.devices import load_home
from voice_gateway.skills import SkillContext, Skills
from voice_gateway.skills.context import SkillAnswer

MORNING = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@cache
def skills() -> Skills:
    return Skills()


@cache
def at_home() -> SkillContext:
    return SkillContext(
        devices=load_home().devices(),
        abilities=("tell the time", "set the volume", "look things up"),
        last_answer="Kitchen light is now on.",
        model="smollm2:135m",
        now=MORNING,
    )


def ask(sentence: str, context: SkillContext | None = None) -> SkillAnswer | None:
    return skills().answer(sentence, context or at_home())


def told(sentence: str) -> str:
    """What is said, by a skill; fails when none knows."""
    answer = ask(sentence)
    assert answer is not None, sentence
    return answer.text
