"""Sums and conversions that go on with the last one: "and half of that", "plus eight", "and in two kilos"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from voice_gateway.skills.context import SkillAnswer, SkillContext
from voice_gateway.skills.conversions import Conversions
from voice_gateway.skills.language import Language, Words
from voice_gateway.skills.sums import Sums

_VALUE: Final = re.compile(r"(?P<number>-?(?<![\d,])\d[\d,]{0,40}(?:\.\d+)?)(?: [A-Za-z ]+)?\.$")
"""What an answer comes to stands at its end."""


@dataclass(frozen=True)
class Following:
    """Knows what was asked last only by its words, and what came of it by the answer."""

    language: Language
    sums: Sums
    conversions: Conversions

    def answer(self, words: Words, context: SkillContext) -> SkillAnswer | None:
        """The answer to what only makes sense behind the last question, and every word of which does."""
        if not context.last_question:
            return None
        for said in self._of_that(words, context.last_answer):
            if text := self.sums.answer(said):
                return SkillAnswer(text, "sum")
        for said in self._in_place(words, self.language.words(context.last_question)):
            if text := self.conversions.answer(said):
                return SkillAnswer(text, "conversion")
        return None

    def _of_that(self, words: Words, last_answer: str) -> Iterator[Words]:
        """The words with what came of the last sum: in the place of "that", or before "plus eight"."""
        value = _VALUE.search(last_answer)
        if value is None:
            return
        number = value["number"].replace(",", "")
        if not self._that.isdisjoint(words):
            yield tuple(number if word in self._that else word for word in words)
            return
        rest = self._without_lead(words)
        if rest and rest[0] in self._goes_on:
            yield (number, *rest)

    def _in_place(self, words: Words, last: Words) -> Iterator[Words]:
        """The last conversion with another quantity, or into another unit."""
        rest = self._without_lead(words)
        if not rest or rest[0] not in self._into or len(rest) == len(words):
            return
        for quantity, unit in self.conversions.asked(last):
            for into in self._into:
                yield (*quantity, into, *rest[1:])
                yield (*rest[1:], into, *unit)

    def _without_lead(self, words: Words) -> Words:
        """ "And", "what about"."""
        start = next((at for at, word in enumerate(words) if word not in self._leads), len(words))
        return words[start:]

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(text.split()) for name, text in self.language.pairs("following")}

    @property
    def _that(self) -> frozenset[str]:
        return self._words["that"]

    @property
    def _leads(self) -> frozenset[str]:
        return self._words["leads"]

    @property
    def _goes_on(self) -> frozenset[str]:
        return self._words["goes on"]

    @property
    def _into(self) -> frozenset[str]:
        return self._words["into"]
