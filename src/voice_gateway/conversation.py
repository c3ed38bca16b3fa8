"""What was said so far, as LangChain messages, trimmed to the model's window."""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolCall

from voice_gateway.models.client import estimate_messages
from voice_gateway.tools import TurnState

MAX_TURNS = 50
CUT_OFF = "[interrupted]"


@dataclass(frozen=True)
class PendingCall:
    """An action that waits for the person's yes."""

    question: str
    call: ToolCall
    turn: TurnState
    """The turn in which it may be done after a yes."""


@dataclass
class Conversation:
    """One person's exchange with the assistant, in whole turns: a call is never split from its results."""

    id: str = field(default_factory=lambda: uuid.uuid4().hex[:12])
    turns: list[list[BaseMessage]] = field(default_factory=list)
    asked: int = 0
    """How many sentences were said, including those that failed."""

    pending: PendingCall | None = None
    last_calls: list[ToolCall] = field(default_factory=list)
    """The calls of the last turn that made any, for "and the bedroom" and "turn it off again"."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One sentence at a time."""

    def remember(self, sentence: str, between: Sequence[BaseMessage], answer: str) -> None:
        """Keep a finished turn: what was asked, the calls and results in between, and what was said."""
        made = [call for message in between if isinstance(message, AIMessage) for call in message.tool_calls]
        self.last_calls = made or self.last_calls
        self.turns.append([HumanMessage(sentence), *between, AIMessage(answer)])
        del self.turns[:-MAX_TURNS]

    def window(self, budget: int) -> list[BaseMessage]:
        """The latest whole turns that fit the budget of tokens, oldest first."""
        kept: list[list[BaseMessage]] = []
        for turn in reversed(self.turns):
            budget -= estimate_messages(turn)
            if budget < 0:
                break
            kept.append(turn)
        return [message for turn in reversed(kept) for message in turn]

    def reset(self) -> None:
        """Forget everything, as if a new conversation began."""
        self.turns.clear()
        self.asked = 0
        self.pending = None
        self.last_calls = []
