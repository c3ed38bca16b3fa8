"""A turn leaves one trace of frozen events, which logs, metrics and pages read.

The design follows Home Assistant's conversation trace: a ContextVar holds the trace of the running turn, so
any part of the code can record what it did without being handed a recorder.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from voice_gateway.outcome import TurnOutcome


def _now() -> float:
    trace = _current.get()
    return trace.elapsed() if trace else 0.0


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened in a turn."""

    at: float = field(default_factory=_now)
    """Seconds since the turn began."""


@dataclass(frozen=True, kw_only=True)
class Classified(Event):
    """The sentence was taken to be of a kind."""

    intent: str
    confidence: float
    close: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Understood(Event):
    """The sentence was read into a wish, which was then carried out."""

    wish: str
    """In the language of wishes."""

    by: str
    """Who read it: rules, the call maker, a routine; or the person, who wrote it so."""

    confidence: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Bound(Event):
    """These tools, and no others, were offered to the model."""

    tools: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, kw_only=True)
class Asked(Event):
    """The model was asked once."""

    purpose: str
    """Why: first, follow-up, final, or the name of a cure."""

    tools: int
    seconds: float
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    problem: str | None = None
    """The cause when the reply could not be used."""

    prompt: tuple[tuple[str, str], ...] = ()
    """What was sent, as role and text; only where the exact words are wanted."""

    reply: str = ""
    """What came back, as it came; only then as well."""


@dataclass(frozen=True, kw_only=True)
class Called(Event):
    """A tool was called."""

    tool: str
    arguments: Mapping[str, Any]
    outcome: str
    """ok, error, timeout, unknown, refused or repeated."""

    result: str
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Repaired(Event):
    """A call named something that is not there; what was clearly meant was called instead."""

    tool: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Searched(Event):
    """A query was looked up on the web."""

    query: str
    """As it was sent, with the year where one was added."""

    engine: str | None
    """Who answered; None when nobody did."""

    results: int
    known: bool = False
    """The answer was still in the cache."""


@dataclass(frozen=True, kw_only=True)
class Recovered(Event):
    """A reply could not be used, and something was done about it."""

    cause: str
    cure: str
    success: bool
    attempt: int
    seconds_before: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Notice(Event):
    """Something that the person should know beside the answer."""

    text: str
    waiting: bool = False
    """It says why the answer takes so long, and so it is of use at once or not at all."""


@dataclass(frozen=True, kw_only=True)
class Corrected(Event):
    """The model claimed something that did not happen; the truth was said instead."""

    claim: str
    truth: str


@dataclass(frozen=True, kw_only=True)
class Answered(Event):
    """The turn ended with these words."""

    text: str
    outcome: TurnOutcome

    @property
    def success(self) -> bool:
        return self.outcome.success


E = TypeVar("E", bound=Event)


class Trace:
    """The events of one turn, in the order they happened."""

    def __init__(self, text: str, *, first: bool, model: str, conversation: str = "") -> None:
        self.text = text
        self.conversation = conversation
        self.first = first
        """Whether this is the first query of its conversation."""

        self.model = model
        self.started = time.time()
        self.events: list[Event] = []
        self._begin = time.perf_counter()

    def elapsed(self) -> float:
        return time.perf_counter() - self._begin

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E | None:
        found = self.all(kind)
        return found[-1] if found else None

    def as_dict(self) -> dict[str, Any]:
        """The whole trace in plain values, for JSON."""
        return {
            "text": self.text,
            "model": self.model,
            "first": self.first,
            "started": self.started,
            "events": [{"event": type(event).__name__.lower(), **asdict(event)} for event in self.events],
        }


def read_trace(table: Mapping[str, Any]) -> Trace:
    """The trace that `as_dict` told of; events of a kind that is not known any more are left out."""
    read = Trace(table["text"], first=table["first"], model=table["model"])
    read.started, read.conversation = table["started"], table.get("conversation", "")
    kinds = {kind.__name__.lower(): kind for kind in Event.__subclasses__()}
    for told in table["events"]:
        values = {name: value for name, value in told.items() if name != "event"}
        if "outcome" in values and told["event"] == "answered":
            values["outcome"] = TurnOutcome(values["outcome"])
        if kind := kinds.get(told["event"]):
            read.events.append(kind(**values))
    return read


_current: ContextVar[Trace | None] = ContextVar("voice_gateway_trace", default=None)
_watcher: ContextVar[Callable[[Event], None] | None] = ContextVar("voice_gateway_watcher", default=None)


@contextmanager
def tracing(trace: Trace) -> Iterator[Trace]:
    """Make this the trace of everything that runs inside."""
    token = _current.set(trace)
    try:
        yield trace
    finally:
        _current.reset(token)


@contextmanager
def watching(watcher: Callable[[Event], None]) -> Iterator[None]:
    """Tell the watcher every event of the turns that run inside, as it happens."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


class Words:
    """Whether the exact words to and from a model are kept in traces: nobody's business, unless asked for."""

    kept = False


def current() -> Trace | None:
    """The trace of the running turn."""
    return _current.get()


def record(event: Event) -> None:
    """Add an event to the running turn's trace; outside a turn it is dropped."""
    if trace := _current.get():
        trace.events.append(event)
        if watcher := _watcher.get():
            watcher(event)
