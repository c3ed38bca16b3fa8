"""Worked examples for writing calls: those that are nearest to a sentence are shown with it.

Near are sentences that share words, and pairs of neighbouring words, which are rare among the examples.
"""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from voice_gateway.amounts import in_digits

NONE = "none"
"""Instead of a tool: no tool fits."""

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Example:
    """What somebody said, and the call that is right for it."""

    say: str
    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Examples:
    """The examples of one set of tools."""

    all: tuple[Example, ...]

    def nearest(self, sentence: str) -> list[Example]:
        """Those that have anything in common with the sentence, the nearest first."""
        asked = self._weighed(_features(sentence))
        scores = [
            sum(weight * shown.get(part, 0.0) for part, weight in asked.items()) for shown in self._shown
        ]
        order = sorted(range(len(self.all)), key=lambda at: -scores[at])
        return [self.all[at] for at in order if scores[at] > 0]

    @cached_property
    def tools(self) -> frozenset[str]:
        return frozenset(example.tool for example in self.all)

    def copied(self, tool: str) -> frozenset[str]:
        """The arguments that are always words of the sentence."""
        given = [
            (name, value.casefold() in example.say.casefold())
            for example in self.all
            if example.tool == tool
            for name, value in example.arguments.items()
            if isinstance(value, str)
        ]
        return frozenset(name for name, _ in given) - {name for name, said in given if not said}

    @cached_property
    def _frequency(self) -> Counter[str]:
        return Counter(part for example in self.all for part in _features(example.say))

    @cached_property
    def _shown(self) -> list[dict[str, float]]:
        return [self._weighed(_features(example.say)) for example in self.all]

    def _weighed(self, parts: frozenset[str]) -> dict[str, float]:
        total = len(self.all) + 1
        weights = {part: math.log(total / max(1, self._frequency[part])) for part in parts}
        length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
        return {part: weight / length for part, weight in weights.items()}


@cache
def examples_for(names: tuple[str, ...]) -> Examples:
    """The examples whose tool is among these, and those for none beside them."""
    table = tomllib.loads(files(__package__).joinpath("examples.toml").read_text(encoding="utf-8"))
    beside: Mapping[str, Sequence[str]] = table.pop(NONE)
    shown = [
        Example(in_digits(say), tool, given) for tool in names for say, given in table.get(tool, {}).items()
    ]
    shown += [
        Example(in_digits(say), NONE, {}) for say, tools in beside.items() if not {*tools}.isdisjoint(names)
    ]
    return Examples(tuple(shown))


def _features(sentence: str) -> frozenset[str]:
    """Words and pairs of neighbours, where any number is as good as another."""
    words = ["#" if word[0].isdigit() else word for word in _WORD.findall(sentence.casefold())]
    pairs = (" ".join(pair) for pair in zip(["^", *words], [*words, "$"], strict=True))
    return frozenset([*words, *pairs])
