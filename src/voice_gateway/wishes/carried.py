"""What has come of a wish."""

from dataclasses import dataclass, field

from langchain_core.messages import ToolCall

from voice_gateway.outcome import TurnOutcome
from voice_gateway.tools import Result
from voice_gateway.wishes.choice import AwaitingChoice


@dataclass
class Carried:
    """Calls, what they came to, and what is to be told."""

    calls: list[ToolCall] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    """One per call, in call order."""

    said: list[str] = field(default_factory=list)
    """What is to be told beside the results."""

    waiting: AwaitingChoice | None = None
    outcome: TurnOutcome | None = None
    """Where the results alone do not say it."""

    def decline(self, what: str) -> None:
        """Say that this cannot be done."""
        self.said.append(f"I can't {what} yet.")
        self.outcome = TurnOutcome.DECLINED

    def add(self, further: "Carried") -> None:
        """What came of what was done after it."""
        self.calls += further.calls
        self.results += further.results
        self.said += further.said
        self.waiting = further.waiting or self.waiting
        self.outcome = self.outcome or further.outcome
