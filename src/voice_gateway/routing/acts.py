"""What a sentence does: ask for something now, for later, for an answer, or for nothing at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from voice_gateway.routing.act_features import act_features, act_gazetteer
from voice_gateway.routing.home_words import HomeWords

if TYPE_CHECKING:
    from voice_gateway.routing.weights import Table


class Act(StrEnum):
    """The acts of speech."""

    COMMAND = "command"
    """Asks for something to be done now, directly or not; "if the door is shut" can be decided now."""

    PLAN = "plan"
    """Asks for something later, again and again, or when something happens; also timers and reminders."""

    QUESTION = "question"
    """Asks about the home, the time or the world."""

    ANSWER = "answer"
    """Yes, no, or one of the things that were offered."""

    CORRECTION = "correction"
    """Mends or takes back what was done or understood."""

    STOP = "stop"
    """Stop, never mind, cancel."""

    TALK = "talk"
    """Greets, thanks or chats with the assistant."""

    NOTHING = "nothing"
    """A statement, report, hypothesis, negation or quotation, something said to others, background."""


@dataclass(frozen=True)
class ActReading:
    """How a sentence was read."""

    act: Act
    """The likeliest act."""

    probabilities: Mapping[Act, float]

    @property
    def asks(self) -> float:
        """How likely it is that the sentence wants anything from the assistant at all."""
        return 1.0 - self.probabilities[Act.TALK] - self.probabilities[Act.NOTHING]

    @property
    def asks_now(self) -> float:
        """How likely it is that something is to be done at once."""
        return self.probabilities[Act.COMMAND]


class SpeechActs:
    """Reads in well under a millisecond what a sentence does. It knows nothing of what was said before."""

    def __init__(self, home: HomeWords | None = None) -> None:
        self._gazetteer = act_gazetteer(home or HomeWords())

    def follow(self, home: HomeWords) -> None:
        """From now on these are the names of the home."""
        self._gazetteer = act_gazetteer(home)

    def classify(self, text: str) -> ActReading:
        scores = _weights().probabilities(act_features(text, self._gazetteer))
        probabilities = {Act(label): score for label, score in scores.items()}
        return ActReading(max(probabilities, key=probabilities.__getitem__), probabilities)


@cache
def _weights() -> "Table":
    # NumPy and the weights are loaded with the first sentence, so that --help stays quick.
    from voice_gateway.routing.weights import ACTS, Table, load

    return load(Table, ACTS)
