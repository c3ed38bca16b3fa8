"""Several devices fit a wish: the question which one is meant, until it is answered."""

import time
import uuid
from dataclasses import dataclass, field

from voice_gateway.wishes.tree import Part, Step, Wish

PATIENCE = 60.0
"""Seconds for which a question is open, unless the settings say otherwise."""


def question_id() -> str:
    return uuid.uuid4().hex[:12]


@dataclass(frozen=True)
class Option:
    """One of several devices that may have been meant."""

    device_id: str
    words: frozenset[str]
    """Words that speak of this one."""


@dataclass(frozen=True)
class AwaitingChoice:
    """Several devices fit; the person says which."""

    question: str
    step: Step
    options: tuple[Option, ...]
    rest: tuple[Part, ...] = ()
    """What the same sentence asks for after this."""

    planned: Wish | None = None
    """The wish that the step belongs to, where it is not for now."""

    expires: float = field(default_factory=lambda: time.monotonic() + PATIENCE)
    id: str = field(default_factory=question_id)
    put_to: str = ""
    asked_again: bool = False
