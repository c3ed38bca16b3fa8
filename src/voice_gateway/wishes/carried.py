"""What has come of a wish."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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

    @property
    def items(self) -> list[Mapping[str, Any]]:
        """What the results have read from lists."""
        return [item for result in self.results for item in (result.data or {}).get("items", ())]

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
