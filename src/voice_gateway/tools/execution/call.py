"""A tool call on its way through the executor, and what came of it."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol, Self

from voice_gateway.tools.registered import RegisteredTool


class Outcome(StrEnum):
    OK = "ok"
    ERROR = "error"
    TIMEOUT = "timeout"
    UNKNOWN = "unknown"
    """No tool of that name was bound."""

    REFUSED = "refused"
    """The arguments do not fit, or the turn may not make this call."""

    REPEATED = "repeated"
    """The same call was made before in this turn; its first result was given again."""


@dataclass(frozen=True)
class Result:
    """What a call came to, as text for the model."""

    text: str
    outcome: Outcome = Outcome.OK
    changed: bool = False
    """Whether the world has, or may have, changed."""

    pending: str | None = None
    """A question to the person that must be answered with yes before this call may run."""

    if_yes: "TurnState | None" = None
    """The turn in which the same call may then be made."""

    @property
    def ok(self) -> bool:
        return self.outcome is Outcome.OK

    @classmethod
    def error(cls, message: str, outcome: Outcome = Outcome.ERROR, *, changed: bool = False) -> Self:
        return cls(f"Error: {message}", outcome, changed)


@dataclass
class TurnState:
    """What the calls of one turn share. A new one is made for every turn."""

    sentence: str = ""
    """What the person said; when they said yes, what they had said before it. Empty outside a turn."""

    results: dict[str, Any] = field(default_factory=dict)
    """Calls already made, so that none is made twice."""

    read_web: bool = False
    """Text from the web has been seen: nothing may be acted on any more."""

    approved: tuple[str, Mapping[str, Any]] | None = None
    """The one guarded call that the person has just confirmed, by tool and arguments."""

    heard: frozenset[str] = frozenset()
    """The questions that were said yes to with it; when there are any, no other one is agreed to."""

    recovered: bool = False
    """A reply could not be used, and the model was asked again."""


@dataclass(frozen=True)
class Invocation:
    """One call of one tool."""

    id: str
    tool: RegisteredTool
    arguments: Mapping[str, Any]
    turn: TurnState

    @property
    def acts(self) -> bool:
        return self.tool.acts(self.arguments)

    def with_arguments(self, arguments: Mapping[str, Any]) -> "Invocation":
        return replace(self, arguments=arguments)


_running: ContextVar[TurnState | None] = ContextVar("voice_gateway_turn", default=None)


@contextmanager
def running(turn: TurnState) -> Iterator[None]:
    """Make this the turn of the calls that run inside, for tools that know only their arguments."""
    token = _running.set(turn)
    try:
        yield
    finally:
        _running.reset(token)


def running_turn() -> TurnState | None:
    """The turn of the running call."""
    return _running.get()


Proceed = Callable[[Invocation], Awaitable[Result]]


class Behaviour(Protocol):
    """Something that happens around a call: it may change the call, answer it, or change the result."""

    async def __call__(self, invocation: Invocation, proceed: Proceed) -> Result: ...
