"""A tool call on its way through the executor, and what came of it."""

from collections.abc import Awaitable, Callable, Mapping
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

    @property
    def ok(self) -> bool:
        return self.outcome is Outcome.OK

    @classmethod
    def error(cls, message: str, outcome: Outcome = Outcome.ERROR, *, changed: bool = False) -> Self:
        return cls(f"Error: {message}", outcome, changed)


@dataclass
class TurnState:
    """What the calls of one turn share. A new one is made for every turn."""

    results: dict[str, Any] = field(default_factory=dict)
    """Calls already made, so that none is made twice."""

    read_web: bool = False
    """Text from the web has been seen: nothing may be acted on any more."""

    approved: tuple[str, Mapping[str, Any]] | None = None
    """The one guarded call that the person has just confirmed, by tool and arguments."""


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


Proceed = Callable[[Invocation], Awaitable[Result]]


class Behaviour(Protocol):
    """Something that happens around a call: it may change the call, answer it, or change the result."""

    async def __call__(self, invocation: Invocation, proceed: Proceed) -> Result: ...
