"""A tool call on its way through the executor, and what came of it."""

import math
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol, Self

from voice_gateway.action_id import new_id
from voice_gateway.caller import PERSON, Caller
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


MISCALLED = "I did not understand that well enough, so I haven't changed anything."
"""What is said of a call that does not fit its tool, which nobody but who made the call can put right."""

TOO_SLOW = "that took too long to answer"
UNFORESEEN = "something went wrong that nobody foresaw"


@dataclass(frozen=True)
class Result:
    """What a call came to, as text for the model."""

    text: str
    outcome: Outcome = Outcome.OK
    changed: bool = False
    """Whether the world has, or may have, changed."""

    pending: str | None = None
    """A question to the person that must be answered with yes before this call may run."""

    sent: Mapping[str, Any] | None = None
    """The arguments as they were in the end, where they were mended or must be repeated."""

    data: Mapping[str, Any] | None = None
    """The same as the text, for programs: MCP's structured content."""

    strange: bool = False
    """The text was written by strangers: it comes from the web, or from a program that is not ours."""

    spoken: str = ""
    """What a person is told, where the text is only for who made the call: it names tools and arguments."""

    @property
    def ok(self) -> bool:
        return self.outcome is Outcome.OK

    @classmethod
    def error(
        cls,
        message: str,
        outcome: Outcome = Outcome.ERROR,
        *,
        changed: bool = False,
        data: Mapping[str, Any] | None = None,
        spoken: str = "",
    ) -> Self:
        return cls(f"Error: {message}", outcome, changed, data=data, spoken=spoken)


class Consent(StrEnum):
    """Whether the sentence asks for something to be done now."""

    GIVEN = "given"
    UNSURE = "unsure"
    """It may: the person is asked back."""

    NONE = "none"


@dataclass(frozen=True)
class Approved:
    """A call that the person has just said yes to."""

    tool: str
    arguments: Mapping[str, Any]
    questions: frozenset[str] = frozenset()
    """What was asked; nothing else is agreed to. None where the whole call was asked about."""


@dataclass
class TurnState:
    """What the calls of one turn share. A new one is made for every turn."""

    sentence: str = ""
    """What the person said."""

    room: str = ""
    """Where it was said, when that is known."""

    caller: Caller = PERSON
    """Who said it."""

    consent: Consent = Consent.GIVEN
    """Whether it asks for anything to be done."""

    heard_surely: bool = True
    """Whether these are surely the words that were said; else the person is asked before anything is done."""

    by_model: bool = False
    """A model makes the calls, which may not mean what was said."""

    results: dict[str, Any] = field(default_factory=dict)
    """Calls already made, so that none is made twice."""

    read_web: bool = False
    """What strangers wrote has been seen: nothing may be acted on any more."""

    approved: tuple[Approved, ...] = ()
    """The calls that the person has just confirmed, and no others."""

    agreed: bool = False
    """Nobody speaks: a plan is carried out, to which the person said yes when it was made."""

    plan: int | None = None
    """The plan that is carried out; None when a person speaks."""

    conversation: str = ""

    after_question: bool = False
    """A question waited for its answer when this was said, which may be one in words that nobody foresaw."""

    until: Callable[[], float] = lambda: math.inf
    """When calls must have come back, by the loop's clock, so that time is left to tell of them."""

    reported: list[Result] = field(default_factory=list)
    """What the calls so far came to, in the order in which they ended."""

    recovered: bool = False
    """A reply could not be used, and something was done about it."""

    id: str = field(default_factory=new_id)
    """Of the turn. Who asks again for the same turn has the same one."""

    _meant: int = 0

    @property
    def allows(self) -> Consent:
        """What may be done about it: it must be asked for, and heard."""
        misheard = self.consent is Consent.GIVEN and not self.heard_surely
        return Consent.UNSURE if misheard else self.consent

    def next_action(self) -> str:
        """The id of the next action. They are counted, since what they come to depends on how things are."""
        self._meant += 1
        return f"{self.id}-{self._meant}"


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

    @property
    def approved(self) -> Approved | None:
        """The yes to just this call."""
        if self.turn.agreed:
            return Approved(self.tool.name, self.arguments)
        for approved in self.turn.approved:
            if approved.tool == self.tool.name and dict(approved.arguments) == dict(self.arguments):
                return approved
        return None

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
