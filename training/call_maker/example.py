"""One thing to learn or to be tested on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from voice_gateway.call_maker.prompt import spoken

SYSTEM = "Wish:"
"""The task of an example that has a wish for its target."""

ASKED = "Asked: "
"""Stands before the question that waits for an answer, on a line before the sentence."""


@dataclass(frozen=True)
class Example:
    """A prompt, and what the model should reply."""

    user: str
    target: str
    kind: str
    """What it is about, for the score card: `single`, `group`, `absent`, `talk`, …"""

    turns: tuple[tuple[str, str], ...] = ()
    """What was said before, and the wish that was written for it."""

    system: str = SYSTEM

    open: bool = False
    """Only the beginning of the reply is known, so that no end is taught."""

    meant: str = ""
    """What the line would be had every word been heard right; where it differs from the target."""

    home: int | None = None
    """The number of the home that its names belong to."""

    @property
    def tells(self) -> bool:
        """Whether a found answer is to be told, rather than a wish written."""
        return self.system != SYSTEM

    def as_json(self) -> dict[str, Any]:
        return {
            key: value
            for key, value in vars(self).items()
            if value is not False and value not in ((), None, "")
        }


def example_from_json(row: Mapping[str, Any]) -> Example:
    """The example that `as_json` wrote."""
    turns = tuple((said, wish) for said, wish in row.get("turns", ()))
    return Example(**{**row, "turns": turns})


def asking(sentence: str, asked: str = "") -> str:
    """A sentence, with the question that waits for it as an answer."""
    return f"{ASKED}{spoken(asked)}\n{spoken(sentence)}" if asked else spoken(sentence)


def asked_and_said(user: str) -> tuple[str, str]:
    """The question that waited and the sentence, of what `asking` wrote."""
    asked, _, sentence = user.rpartition("\n")
    return asked.removeprefix(ASKED), sentence
