"""Understands small talk: every word of a sentence must be explained by what a meaning may be said with.

A line of the language's files names groups of words, all of which must occur, and words that may stand with
them. A sentence is cut into the fewest pieces that each have a meaning; words that change nothing may stand
anywhere. What is left unexplained makes the whole sentence something else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from voice_gateway.skills.language import Language, Words, mended

_LONGEST = 30
_CLEAR = 6
"""A word of so many letters can only be one other word misspelled."""


@dataclass(frozen=True)
class Frame:
    """The words with which something may be said."""

    meaning: str
    topic: bool
    """Something is asked or told; it is answered before any courtesy."""

    groups: tuple[frozenset[str], ...]
    known: frozenset[str]

    def explains(self, words: Words, fillers: frozenset[str]) -> bool:
        said = set(words)
        if not said <= self.known | fillers or any(said.isdisjoint(group) for group in self.groups):
            return False
        counted = [word for word in said for _ in range(min(words.count(word), len(self.groups)))]
        return _each_has_one(self.groups, counted)


@dataclass(frozen=True)
class Talk:
    """What a sentence of small talk says, in the order in which it is said."""

    language: Language

    def meanings(self, words: Words) -> list[Frame]:
        """What each piece of the sentence says; nothing when a word is left over."""
        said = self.mended(words)
        if not said or len(said) > _LONGEST or any(word not in self._known for word in said):
            return []
        # A filler alone can be meant after all: "okay", "sorry".
        return self._best(said, self._frames) or [one for one in (self._frame(said, self._frames),) if one]

    def is_courteous(self, words: Words) -> bool:
        """Whether this is nothing but courtesy and fillers, or nothing at all."""
        said = self.mended(words)
        if any(word not in self._known for word in said):
            return False
        courtesies = [frame for frame in self._frames if not frame.topic]
        return all(word in self._fillers for word in said) or bool(self._best(said, courtesies))

    def mended(self, words: Words) -> Words:
        """The words as they were meant. A short word by itself is taken as it is: "step" is not "stop"."""
        said = tuple(word for word in words if word != ",")
        meant = mended(said, self._known)
        telling = [pair for pair in zip(said, meant, strict=True) if pair[1] not in self._fillers]
        alone = telling[0] if len(telling) == 1 else ("", "")
        return said if alone[0] != alone[1] and len(alone[0]) < _CLEAR else meant

    def _best(self, words: Words, frames: Sequence[Frame]) -> list[Frame]:
        """The fewest frames that explain all words; empty when none do."""
        best: list[list[Frame] | None] = [[], *([None] * len(words))]
        for end in range(1, len(words) + 1):
            candidates = list(self._endings(words, end, best, frames))
            best[end] = min(candidates, key=len) if candidates else None
        return best[-1] or []

    def _endings(
        self, words: Words, end: int, best: Sequence[list[Frame] | None], frames: Sequence[Frame]
    ) -> Iterator[list[Frame]]:
        for start in range(end):
            before = best[start]
            if before is None:
                continue
            if start == end - 1 and words[start] in self._fillers:
                yield before
            if frame := self._frame(words[start:end], frames):
                yield [*before, frame]

    def _frame(self, words: Words, frames: Sequence[Frame]) -> Frame | None:
        return next((frame for frame in frames if frame.explains(words, self._fillers)), None)

    @cached_property
    def _frames(self) -> tuple[Frame, ...]:
        kinds = (("topics", True), ("courtesy", False))
        return tuple(
            _frame(meaning, line, topic=topic)
            for file, topic in kinds
            for meaning, line in self.language.pairs(file)
        )

    @cached_property
    def _fillers(self) -> frozenset[str]:
        return frozenset(word for line in self.language.lines("fillers") for word in line.split())

    @cached_property
    def _known(self) -> frozenset[str]:
        return self._fillers.union(*(frame.known for frame in self._frames))


def _frame(meaning: str, line: str, *, topic: bool) -> Frame:
    needed, _, further = line.partition("+")
    groups = tuple(frozenset(group.split("|")) for group in needed.split())
    return Frame(meaning, topic, groups, frozenset(further.split()).union(*groups))


def _each_has_one(groups: Sequence[frozenset[str]], words: Sequence[str]) -> bool:
    """Whether every group can be given a word of its own."""
    if not groups:
        return True
    first, *others = groups
    return any(
        word in first and _each_has_one(others, [*words[:place], *words[place + 1 :]])
        for place, word in enumerate(words)
    )
