"""Patterns of words with slots, `(plus|added to) <b>`, kept in the language's files.

A slot stands for one or more words. Unlike a regular expression, a pattern yields every way in which it fits,
so that what stands in a slot can decide.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product

from voice_gateway.languages.notation import Group, Way, is_slot, parse
from voice_gateway.skills.language import Words

Slots = Mapping[str, Words]


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
    for parts in _expanded(parse(line)):
        yield Pattern(meaning, parts, frozenset(part for part in parts if not is_slot(part)))


def _fill(parts: Words, words: Words) -> Iterator[Slots]:
    if not parts:
        if not words:
            yield {}
        return
    first, rest = parts[0], parts[1:]
    if not is_slot(first):
        if words and words[0] == first:
            yield from _fill(rest, words[1:])
        return
    for length in range(len(words) - len(rest), 0, -1):
        for others in _fill(rest, words[length:]):
            yield {first[1:-1]: words[:length], **others}


def _expanded(ways: Iterable[Way]) -> Iterator[Words]:
    for way in ways:
        for parts in product(*map(_options, way)):
            yield tuple(chain.from_iterable(parts))


def _options(piece: str | Group) -> list[Words]:
    if isinstance(piece, str):
        return [(piece,)]
    return [*_expanded(piece.ways), *([()] if piece.optional else [])]
