"""The latest turns and how each came about. Those of kept conversations are found again after a restart."""

import uuid
from collections import deque
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from voice_gateway.console.history import History
from voice_gateway.console.insight_shapes import TraceSummary
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Answered, Classified, Corrected, Recovered, Trace, read_trace

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
    """Holds a bounded number of traces, the latest of the history among them. What belongs to no conversation
    of the page, such as what was said to a satellite, is gone with the program."""

    def __init__(self, history: History) -> None:
        self._history = history
        found = (_read(one) for one in history.traces(MOST))
        self._kept: deque[Kept] = deque((one for one in found if one), maxlen=MOST)

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
        here = next((kept for kept in self._kept if kept.id == name), None)
        return here or next((one for table in self._history.traces(1, name) if (one := _read(table))), None)

    def forget(self, conversation: str) -> None:
        """What was deleted is found nowhere any more."""
        left = [one for one in self._kept if one.trace.conversation != conversation]
        self._kept = deque(left, maxlen=self._kept.maxlen)

    def of(self, trace: Trace) -> Kept:
        """Where this trace is kept."""
        return next((kept for kept in reversed(self._kept) if kept.trace is trace), None) or self.add(trace)


def _read(table: dict[str, Any]) -> Kept | None:
    """None for what an older version has written in another way."""
    try:
        return Kept(read_trace(table), str(table["id"]))
    except (KeyError, TypeError, ValueError):
        return None
