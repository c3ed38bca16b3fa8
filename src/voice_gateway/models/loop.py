"""The loop of a turn: ask, run the calls, ask again with the results; after two rounds force an answer."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolCall

from voice_gateway.errors import ModelError
from voice_gateway.models.client import ChatClient
from voice_gateway.models.guidance import ANSWER_NOW, CALL_AGAIN, SEARCH_AGAIN
from voice_gateway.models.recovery import Recovery
from voice_gateway.models.reply import Cause, Reply
from voice_gateway.models.streaming import Live, TokenGate
from voice_gateway.outcome import TurnOutcome
from voice_gateway.tools import (
    WEB,
    Consent,
    Outcome,
    Result,
    ToolExecutor,
    Tools,
    TurnState,
    as_messages,
)
from voice_gateway.wishes import Wish
from voice_gateway.wishes.choice import AwaitingChoice

log = logging.getLogger(__name__)


@dataclass
class Draft:
    """What a turn has come to before it is checked and said."""

    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    """One per call, in call order."""

    messages: list[BaseMessage] = field(default_factory=list)
    """Calls and results, for the conversation to remember."""

    problem: ModelError | None = None
    """The model was lost after tools had already run."""

    outcome: TurnOutcome | None = None
    """What came of the turn, where the results alone do not say it."""

    wish: Wish | None = None
    """What was understood, when it was not a model that made the calls."""

    choice: AwaitingChoice | None = None
    """Which of several devices is meant, the person must say."""

    @property
    def changed(self) -> bool:
        """Whether the world has, or may have, changed."""
        return any(result.changed for result in self.results)

    @property
    def pending(self) -> bool:
        """Whether a call waits for the person's yes."""
        return any(result.pending for result in self.results)


@dataclass(frozen=True)
class ToolLoop:
    """Lets one model answer with tools. Nothing is retried once a tool has changed the world."""

    client: ChatClient
    executor: ToolExecutor
    rounds: int = 2
    retry_without_tools: bool = True

    async def run(
        self,
        messages: Sequence[BaseMessage],
        tools: Tools,
        turn: TurnState,
        *,
        must_act: bool = False,
        live: Live | None = None,
    ) -> Draft:
        """Answer the last message. Raises `ModelError` when the model is lost before any tool ran."""
        draft = Draft()
        recovery = Recovery(self.client, tools, must_act, self.retry_without_tools, turn, live)
        follow_up: list[BaseMessage] = []
        rounds = self.rounds if tools else 0
        for number in range(1, rounds + 2):
            final = number > rounds
            history = [*messages, *draft.messages, *follow_up]
            try:
                reply = await self._ask(history, tools, number, final=final, live=live)
                if number == 1 and tools and not self.client.writes_calls:
                    self.client.learn(reply, called_for=must_act and turn.consent is Consent.GIVEN)
                if self._can_be_recovered(reply, draft):
                    said = [*messages, *draft.messages, *(follow_up if final else ())]
                    turn.recovered = True
                    reply = await recovery.recover(reply, said, final=final)
                if reply.cause in (Cause.UNREADABLE, Cause.BUSY):
                    raise self.client.broken(reply)
            except ModelError as problem:
                if not draft.results:
                    raise
                draft.problem = problem
                break
            if final or not reply.calls:
                self._conclude(reply, draft)
                break
            if number > 1:
                names = ", ".join(call["name"] for call in reply.calls)
                log.info("Model requesting refinement search (iteration %d, tool: %s)", number, names)
            await self._run_calls(reply, tools, turn, draft)
            if draft.pending or self._says_enough(draft):
                break
            follow_up = [HumanMessage(self._follow_up(draft, tools, last=number == rounds))]
        return draft

    async def _ask(
        self,
        history: Sequence[BaseMessage],
        tools: Tools,
        number: int,
        *,
        final: bool,
        live: Live | None,
    ) -> Reply:
        gate = TokenGate(live(), [tool.name for tool in tools]) if live else None
        if not tools:
            return await self.client.ask(history, purpose="first", gate=gate)
        if final:
            return await self.client.ask(history, purpose="final", tools=tools, stripped=True, gate=gate)
        if self.client.writes_calls:
            return await self._write(history, tools, number, gate)
        purpose = "first" if number == 1 else "follow-up"
        return await self.client.ask(history, purpose=purpose, tools=tools, gate=gate)

    def _can_be_recovered(self, reply: Reply, draft: Draft) -> bool:
        """Whether asking again is of use, and nothing was done or said that it would do or say twice."""
        if reply.cause is Cause.CALL_AS_TEXT:
            return True
        if reply.cause is Cause.ECHO and any(result.ok and not result.strange for result in draft.results):
            return False  # what the tools said is the answer
        return not (reply.usable or reply.heard or draft.changed)

    def _conclude(self, reply: Reply, draft: Draft) -> None:
        """Take the reply's words. Where one that broke off follows results, theirs are the better ones."""
        if reply.usable or not draft.results:
            draft.text = reply.text
        if not reply.usable and draft.text:
            draft.outcome = TurnOutcome.FAILED

    async def _write(
        self, history: Sequence[BaseMessage], tools: Tools, number: int, gate: TokenGate | None
    ) -> Reply:
        """For models that make no calls by themselves: one written call, then an answer in words."""
        if number == 1:
            reply = await self.client.write_calls(history, tools, purpose="write_call")
            if reply.calls:
                return reply
        return await self.client.ask(history, purpose="answer", tools=tools, stripped=True, gate=gate)

    def _says_enough(self, draft: Draft) -> bool:
        """For a model that cannot call tools, a tool's own sentence is the better and quicker answer."""
        return self.client.writes_calls and not any(result.ok and result.strange for result in draft.results)

    async def _run_calls(self, reply: Reply, tools: Tools, turn: TurnState, draft: Draft) -> None:
        results = await self.executor.run_all(reply.calls, tools, turn)
        draft.messages.append(AIMessage(content=reply.text, tool_calls=list(reply.calls)))
        draft.messages += as_messages(reply.calls, results)
        draft.calls += reply.calls
        draft.results += results

    def _follow_up(self, draft: Draft, tools: Tools, *, last: bool) -> str:
        if last:
            return ANSWER_NOW
        again = SEARCH_AGAIN if any(tool.tier in WEB for tool in tools) else CALL_AGAIN
        if any(result.outcome is Outcome.UNKNOWN for result in draft.results):
            again += f" The tools are: {', '.join(tool.name for tool in tools)}."
        return again
