"""One language of times: what its words stand for, and how times are said."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from voice_gateway import languages
from voice_gateway.skills.language import Language as Spoken
from voice_gateway.skills.numbers import Numbers
from voice_gateway.skills.patterns import read_patterns

_SLOTS_ELSEWHERE = ("parts", "listed")


@dataclass(slots=True)
class Node:
    """A place in a pattern: where the next words lead, and what is said when it ends here."""

    next: dict[str, "Node"] = field(default_factory=dict)
    meanings: list[tuple[str, str]] = field(default_factory=list)
    """Kind and meaning."""


@dataclass(frozen=True)
class Language:
    sections: tuple[Node, ...]
    """What the patterns explain, level by level; the last are sentences."""

    words: dict[str, dict[str, Any]]
    """What single words stand for: slot and value."""

    parts: dict[str, dict[str, str]]
    listed: dict[str, Any]
    numbers: Numbers
    counting: frozenset[str]
    """Words that are a whole number by themselves."""

    def number(self, words: tuple[str, ...]) -> int | None:
        """The whole number that all of these words say."""
        return _number(self, words)

    def __hash__(self) -> int:
        return id(self)


@cache
def language(name: str = "english", code: str = "en") -> Language:
    table = languages.table("times/words", name)
    words: dict[str, dict[str, Any]] = {}
    for slot, values in table.items():
        if slot not in _SLOTS_ELSEWHERE:
            for word, value in values.items():
                words.setdefault(word, {})[f"<{slot}>"] = value
    numbers = Numbers(Spoken(name, code))
    counting = frozenset(word for word in numbers.known if _is_whole(numbers.read((word,))))
    sections = tuple(map(_section, languages.sections("times/patterns", name).values()))
    return Language(sections, words, table["parts"], table["listed"], numbers, counting)


def _section(lines: list[str]) -> Node:
    begin = Node()
    for line in lines:
        name, _, sentence = line.partition(":")
        kind, _, meaning = name.partition(" ")
        for pattern in read_patterns(meaning, sentence):
            node = begin
            for part in pattern.parts:
                node = node.next.setdefault(part, Node())
            if (kind, meaning) not in node.meanings:
                node.meanings.append((kind, meaning))
    return begin


@lru_cache(maxsize=1024)
def _number(spoken: Language, words: tuple[str, ...]) -> int | None:
    value = spoken.numbers.read(words) if words[-1] in spoken.counting else None
    return int(value) if value is not None and _is_whole(value) else None


def _is_whole(value: Fraction | None) -> bool:
    return value is not None and value.denominator == 1
