"""The questions that can wait for an answer."""

import time
from dataclasses import dataclass, field

from langchain_core.messages import ToolCall

from voice_gateway.wishes import Wish
from voice_gateway.wishes.choice import PATIENCE, AwaitingChoice, question_id


@dataclass(frozen=True)
class AskedCall:
    """A call that waits, with the question that was asked about it."""

    call: ToolCall
    question: str
    about: frozenset[str] = frozenset()
    """Words by which a person may name it in the answer: its device, its room, what is done."""

    agreed_to: frozenset[str] = frozenset()
    """The questions that a yes agrees to; the whole call when there are none."""


@dataclass(frozen=True)
class AwaitingYes:
    """Something is done only after a clear yes."""

    question: str
    asked: tuple[AskedCall, ...]
    wish: Wish | None = None
    """What it will have been once it is done."""

    asked_again: bool = False

    expires: float = field(default_factory=lambda: time.monotonic() + PATIENCE)
    id: str = field(default_factory=question_id)
    put_to: str = ""
    """The name of the caller who was asked."""


Waiting = AwaitingYes | AwaitingChoice
