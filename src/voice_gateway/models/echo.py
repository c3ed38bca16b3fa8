"""Small models repeat what they were told instead of answering: instructions, the date, or the question.

An echo is made of stretches of words that we sent. What a tool reported may be repeated; that is an answer.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage, ToolMessage

from voice_gateway.models.guidance import GUIDANCE, template_words, undated

STRETCH: Final = 4
"""Words in a row that are no coincidence."""

MOSTLY: Final = 0.8
"""The share of an answer that must be somebody else's words to be nothing of its own."""

WHOLLY: Final = 0.9
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")

Grams = frozenset[tuple[str, ...]]


def is_echo(text: str, messages: Sequence[BaseMessage], template: str = "") -> bool:
    """Whether the text says nothing but what was sent with these messages, or by the model's template."""
    said = _words(text)
    found = _grams(str(message.text) for message in messages if isinstance(message, ToolMessage))
    if not said or _share(said, found) >= MOSTLY:
        return False
    question, today = _question(messages)
    asked = _words(question)
    if said == asked or min(_share(said, _grams([question])), _share(asked, _grams([text]))) >= WHOLLY:
        return True
    if _share(said, _ours() | _grams([today, template])) >= MOSTLY:
        return True
    # A system prompt may hold facts, and to tell one is to answer; but only if it was asked about.
    prompts = _grams(str(message.text) for message in messages if isinstance(message, SystemMessage))
    return _share(said, prompts) >= MOSTLY and not _subjects(said) & _subjects(asked)


def _question(messages: Sequence[BaseMessage]) -> tuple[str, str]:
    """What the person asked last, and the date that stood beside it."""
    for message in reversed(messages):
        if isinstance(message, HumanMessage) and not str(message.text).startswith(GUIDANCE):
            lines = str(message.text).rpartition("\n\n")[2].splitlines()
            return undated("\n".join(line for line in lines if line not in GUIDANCE))
    return "", ""


@cache
def _ours() -> Grams:
    return _grams([*GUIDANCE, template_words()])


def _grams(texts: Iterable[str]) -> Grams:
    return frozenset(
        tuple(words[at : at + STRETCH])
        for words in map(_words, texts)
        for at in range(len(words) - STRETCH + 1)
    )


def _share(words: Sequence[str], grams: Grams) -> float:
    """How many of the words stand in a stretch that is one of these."""
    covered = [False] * len(words)
    for at in range(len(words) - STRETCH + 1):
        if tuple(words[at : at + STRETCH]) in grams:
            covered[at : at + STRETCH] = [True] * STRETCH
    return sum(covered) / len(words) if words else 0.0


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def _subjects(words: Iterable[str]) -> set[str]:
    """Words that are long enough to be about something."""
    return {word for word in words if len(word) > STRETCH}
