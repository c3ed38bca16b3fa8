"""The questions that can wait for an answer, and the action that can be taken back."""

import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from langchain_core.messages import ToolCall

from voice_gateway.devices import State
from voice_gateway.wishes import Part, Step, Wish

PATIENCE = 60.0
"""Seconds for which a question is open, unless the settings say otherwise."""


def _id() -> str:
    return uuid.uuid4().hex[:12]


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
    id: str = field(default_factory=_id)
    put_to: str = ""
    """The name of the caller who was asked."""


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
    id: str = field(default_factory=_id)
    put_to: str = ""
    asked_again: bool = False


Waiting = AwaitingYes | AwaitingChoice


@dataclass(frozen=True)
class LastAction:
    """What was done last, and how the devices were before it."""

    wish: Wish | None
    before: Mapping[str, State]
    undo: tuple[str, ...] = ()
    """Errands that take back what was kept, in the language of wishes."""

    lost: tuple[str, ...] = ()
    """What was done besides and cannot be taken back, in words."""
