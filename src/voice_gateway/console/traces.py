"""The latest turns and how each came about. In memory only: what was said is nobody's business tomorrow."""

import uuid
from collections import deque
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from voice_gateway.console.shapes import TraceSummary
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Answered, Classified, Corrected, Recovered, Trace

MOST = 300


@dataclass(frozen=True)
class Kept:
    trace: Trace
    id: str = field(default_factory=lambda: uuid.uuid4().hex[:12])

    @property
    def outcome(self) -> str:
        answered = self.trace.last(Answered)
        return (answered.outcome if answered else TurnOutcome.FAILED).value

    def holds(self, words: str) -> bool:
        answered = self.trace.last(Answered)
        said = (self.trace.text, answered.text if answered else "", self.trace.model)
        return not words or any(words in one.casefold() for one in said)

    def summary(self) -> TraceSummary:
        trace = self.trace
        classified, answered = trace.last(Classified), trace.last(Answered)
        outcome = answered.outcome if answered else TurnOutcome.FAILED
        return TraceSummary(
            id=self.id,
            started=trace.started,
            text=trace.text,
            answer=answered.text if answered else "",
            intent=classified.intent if classified else "",
            model=trace.model,
            seconds=answered.at if answered else 0.0,
            outcome=outcome,
            success=outcome.success,
            recovered=any(event.success for event in trace.all(Recovered)),
            corrected=bool(trace.all(Corrected)),
        )

    def whole(self) -> dict[str, Any]:
        return {"id": self.id, "conversation": self.trace.conversation, **self.trace.as_dict()}


class TraceLog:
    """Keeps a bounded number of traces."""

    def __init__(self, most: int = MOST) -> None:
        self._kept: deque[Kept] = deque(maxlen=most)

    def add(self, trace: Trace) -> Kept:
        kept = Kept(trace)
        self._kept.append(kept)
        return kept

    def latest(self, count: int, words: str = "", outcome: str = "") -> list[Kept]:
        """Newest first; those in which these words were said, and that came to this."""
        sought = words.casefold()
        fitting = (one for one in reversed(self._kept) if one.holds(sought) and outcome in ("", one.outcome))
        return list(islice(fitting, count))

    def get(self, name: str) -> Kept | None:
        return next((kept for kept in self._kept if kept.id == name), None)

    def of(self, trace: Trace) -> Kept:
        """Where this trace is kept."""
        return next((kept for kept in reversed(self._kept) if kept.trace is trace), None) or self.add(trace)
