"""What a skill's answer is made of, and the answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random, SystemRandom

from voice_gateway.devices import Device


@dataclass(frozen=True)
class SkillContext:
    """What is true at the moment of a turn."""

    devices: Sequence[Device] = ()
    """All devices of the home."""

    abilities: Sequence[str] = ()
    """What can be done besides the home, as short phrases: "tell the time", "look things up"."""

    last_answer: str = ""
    """What was said last in this conversation; empty when nothing was."""

    last_question: str = ""
    """What was said before it, where that was answered at once and nothing was done."""

    talks: bool = False
    """Whether the model at hand can hold a conversation."""

    model: str = ""
    """Its name; empty when there is none."""

    now: datetime = field(default_factory=lambda: datetime.now(UTC).astimezone())
    """The time where the person is."""

    room: str = ""
    """Where the person speaks, when that is known."""

    dice: Random = field(default_factory=SystemRandom)
    """What coins and dice fall by."""


@dataclass(frozen=True)
class SkillAnswer:
    """What is said, and the skill that knew it: "greeting", "sum", "conversion"."""

    text: str
    skill: str
