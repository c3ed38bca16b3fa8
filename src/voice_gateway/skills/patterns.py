"""Patterns of words with slots, `(plus|added to) <b>`, kept in the language's files.

`[…]` may be left out, `(a|b)` is either, `<name>` stands for one or more words. Unlike a regular expression,
a pattern yields every way in which it fits, so that what stands in a slot can decide.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from voice_gateway.skills.language import Words

Slots = Mapping[str, Words]

_TOKEN = re.compile(r"[\[\]()|]|<\w+>|[^\s\[\]()|<>]+")


@dataclass(frozen=True)
class Pattern:
    """One way to say something: words as they are, and slots."""

    meaning: str
    parts: Words
    literals: frozenset[str]

    def fits(self, words: Words) -> Iterator[Slots]:
        """Every way to fill the slots; the earlier slots are filled with most words first."""
        if self.literals <= set(words):
            yield from _fill(self.parts, words)


def read_patterns(meaning: str, line: str) -> Iterator[Pattern]:
    """All patterns that a line stands for."""
    for parts in _expanded(_TOKEN.findall(line)):
        yield Pattern(meaning, parts, frozenset(part for part in parts if not _is_slot(part)))


def _fill(parts: Words, words: Words) -> Iterator[Slots]:
    if not parts:
        if not words:
            yield {}
        return
    first, rest = parts[0], parts[1:]
    if not _is_slot(first):
        if words and words[0] == first:
            yield from _fill(rest, words[1:])
        return
    for length in range(len(words) - len(rest), 0, -1):
        for others in _fill(rest, words[length:]):
            yield {first[1:-1]: words[:length], **others}


def _is_slot(part: str) -> bool:
    return part.startswith("<") and part.endswith(">")


def _expanded(tokens: list[str]) -> list[Words]:
    ways, rest = _alternatives(tokens)
    if rest:
        raise ValueError(f"a bracket is closed that was not opened before: {' '.join(rest)}")
    return ways


def _alternatives(tokens: list[str]) -> tuple[list[Words], list[str]]:
    found: list[Words] = []
    ways: list[Words] = [()]
    while tokens:
        piece, *tokens = tokens
        if piece in "])":
            tokens = [piece, *tokens]
            break
        if piece == "|":
            found += ways
            ways = [()]
        elif piece in "[(":
            inside, tokens = _alternatives(tokens)
            tokens = tokens[1:]  # its closing bracket
            inside += [()] if piece == "[" else []
            ways = [(*before, *more) for before, more in product(ways, inside)]
        else:
            ways = [(*way, piece) for way in ways]
    return found + ways, tokens
