"""What is done when a reply is empty or unreadable: the cure fits the cause, and the last rung fits all."""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from langchain_core.messages import BaseMessage, SystemMessage

from voice_gateway import trace
from voice_gateway.models.client import ChatClient
from voice_gateway.models.reply import Cause, Reply
from voice_gateway.models.streaming import OnToken, TokenGate
from voice_gateway.tools import Tools, TurnState

GUIDANCE = "Answer the question directly without calling any tools"
LOADING_SECONDS = (0.5, 1.0, 2.0)

log = logging.getLogger(__name__)


class Cure(StrEnum):
    READ_TEXT = "read_text"
    """Take the call that was printed as text for the call it is."""

    WAIT = "wait"
    """Ask again when the model has been loaded."""

    SHORTEN = "shorten"
    """Ask again with nothing but the last question."""

    STOP_THINKING = "stop_thinking"
    """Ask again with thinking switched off."""

    WRITE_CALL = "write_call"
    """Ask for the call itself, decoded under a schema."""

    WITHOUT_TOOLS = "without_tools"
    """Ask for a direct answer."""


_FITTING = {
    Cause.CALL_AS_TEXT: (Cure.READ_TEXT,),
    Cause.LOADING: (Cure.WAIT,) * len(LOADING_SECONDS),
    Cause.TRUNCATED: (Cure.SHORTEN,),
    Cause.THINK_ONLY: (Cure.STOP_THINKING,),
}


@dataclass(frozen=True)
class Recovery:
    """Recovers replies of one turn."""

    client: ChatClient
    tools: Tools
    must_act: bool
    """The sentence is a command: before giving up on tools, the call itself is asked for."""

    retry_without_tools: bool
    turn: TurnState
    on_token: OnToken | None = None

    async def recover(self, failed: Reply, messages: Sequence[BaseMessage], *, final: bool = False) -> Reply:
        """A usable reply, or the last unusable one. With `final`, no call may come of it."""
        log.warning(
            "Empty tool call pattern detected (cause: %s, %d tools bound, %.2f s)%s",
            failed.cause,
            len(self.tools),
            failed.seconds,
            f": {failed.detail}" if failed.detail else "",
        )
        reply = failed
        for attempt, cure in enumerate(self._cures(failed, final=final), 1):
            began = time.perf_counter()
            reply = await self._apply(cure, failed, messages, attempt, final=final)
            if reply.cause is Cause.CALL_AS_TEXT and not final:
                reply = replace(reply, cause=None)
            self._note(failed, reply, cure, attempt, time.perf_counter() - began)
            if reply.usable:
                break
        return reply

    def _cures(self, failed: Reply, *, final: bool) -> list[Cure]:
        cures = list(_FITTING.get(failed.cause, ())) if failed.cause else []
        if self.must_act and self.tools and not final and self.client.constrained({}) is not None:
            cures.append(Cure.WRITE_CALL)
        if self.retry_without_tools:
            cures.append(Cure.WITHOUT_TOOLS)
        return cures

    async def _apply(
        self, cure: Cure, failed: Reply, messages: Sequence[BaseMessage], attempt: int, *, final: bool
    ) -> Reply:
        ask, client = self._ask, self.client
        match cure:
            case Cure.READ_TEXT:
                return failed
            case Cure.WAIT:
                await asyncio.sleep(LOADING_SECONDS[attempt - 1])
                return await ask(cure, messages, final=final)
            case Cure.SHORTEN:
                systems = [message for message in messages[:1] if isinstance(message, SystemMessage)]
                return await ask(cure, [*systems, *messages[-1:]], final=final)
            case Cure.STOP_THINKING:
                arguments, quieter = client.thought_off(messages)
                return await ask(cure, quieter, final=final, arguments=arguments)
            case Cure.WRITE_CALL:
                return await client.write_calls(messages, self.tools, purpose=cure)
            case Cure.WITHOUT_TOOLS:
                return await ask(cure, client.guided(messages, GUIDANCE), final=True)

    async def _ask(
        self,
        cure: Cure,
        messages: Sequence[BaseMessage],
        *,
        final: bool,
        arguments: dict[str, object] | None = None,
    ) -> Reply:
        return await self.client.ask(
            messages,
            purpose=cure,
            tools=self.tools,
            stripped=final,
            gate=self._gate(),
            arguments=arguments,
        )

    def _gate(self) -> TokenGate | None:
        return TokenGate(self.on_token, [tool.name for tool in self.tools]) if self.on_token else None

    def _note(self, failed: Reply, reply: Reply, cure: Cure, attempt: int, seconds: float) -> None:
        log.info(
            "Retry %d: %s (%s; first attempt %.2f s, retry %.2f s, answer: %s)",
            attempt,
            "success" if reply.usable else "failure",
            cure,
            failed.seconds,
            seconds,
            "yes" if reply.text or reply.calls else "no",
        )
        self.turn.recovered = True
        trace.record(
            trace.Recovered(
                cause=failed.cause or "",
                cure=cure,
                success=reply.usable,
                attempt=attempt,
                seconds_before=failed.seconds,
                seconds=seconds,
            )
        )
