"""What a sentence does: ask for something now, for later, for an answer, or for nothing at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


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

    verbs: Mapping[str, float]
    """How likely each verb is among what is asked for, by the names that `wishes.agreement` knows."""

    @property
    def asks(self) -> float:
        """How likely it is that the sentence wants anything from the assistant at all."""
        return 1.0 - self.probabilities[Act.TALK] - self.probabilities[Act.NOTHING]

    @property
    def asks_now(self) -> float:
        """How likely it is that something is to be done at once."""
        return self.probabilities[Act.COMMAND]


@lru_cache(maxsize=64)
def read_act(text: str) -> ActReading:
    """What a sentence does, in some milliseconds. Nothing is known of the home or of what was said before."""
    # NumPy and the weights are loaded with the first sentence, so that --help stays quick.
    from voice_gateway.reader.sentence_model import sentence_model

    acts, verbs = sentence_model().read(text)
    probabilities = {Act(label): score for label, score in acts.items()}
    return ActReading(max(probabilities, key=probabilities.__getitem__), probabilities, verbs)
