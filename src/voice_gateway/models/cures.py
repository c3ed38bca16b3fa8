"""The cures: what can be done about a reply that cannot be used. Each is one small function."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Any, Final

from langchain_core.messages import BaseMessage, SystemMessage

from voice_gateway import trace
from voice_gateway.models.client import ChatClient
from voice_gateway.models.guidance import ANSWER_BRIEFLY, ANSWER_DIRECTLY
from voice_gateway.models.patience import WORD_AFTER
from voice_gateway.models.prompt_size import estimate_messages, prompt_tokens
from voice_gateway.models.reply import Cause, Reply
from voice_gateway.models.streaming import Live, TokenGate
from voice_gateway.models.window import fewer_tools
from voice_gateway.tools import Tools
from voice_gateway.turn_clock import standing_still

LOADING_SECONDS = (0.5, 1.0, 2.0)
BUSY_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 60.0, 60.0, 60.0)
"""How long a server that has too much to do is left alone, time after time; as long as a model may load."""


class Cure(StrEnum):
    READ_TEXT = "read_text"
    """Take the call that was printed as text for the call it is."""

    WAIT = "wait"
    """Ask again when the model has been loaded, or the server has time."""

    WIDEN = "widen"
    """Ask again with a larger window."""

    SHORTEN = "shorten"
    """Ask again with nothing but the last question, and no more tools than fit."""

    ASK_AGAIN = "ask_again"
    """Ask again for what broke off."""

    STOP_THINKING = "stop_thinking"
    """Ask again with thinking switched off."""

    WRITE_CALL = "write_call"
    """Ask for the call itself, decoded under a schema."""

    WITHOUT_TOOLS = "without_tools"
    """Ask for a direct answer."""


@dataclass(frozen=True)
class Attempt:
    """One try at a better reply than the one that failed."""

    client: ChatClient
    tools: Tools
    sentence: str
    live: Live | None
    cure: Cure
    failed: Reply
    messages: Sequence[BaseMessage]
    number: int
    final: bool
    """No call may come of it."""

    async def ask(
        self,
        messages: Sequence[BaseMessage],
        *,
        tools: Tools | None = None,
        final: bool | None = None,
        arguments: Mapping[str, Any] | None = None,
    ) -> Reply:
        tools = self.tools if tools is None else tools
        gate = TokenGate(self.live(), [tool.name for tool in tools]) if self.live else None
        stripped = self.final if final is None else final
        return await self.client.ask(
            messages, purpose=self.cure, tools=tools, stripped=stripped, gate=gate, arguments=arguments
        )


async def _read_text(attempt: Attempt) -> Reply:
    return attempt.failed


def waits(failed: Reply, client: ChatClient) -> list[float]:
    """The seconds to wait before each time that the model is asked again."""
    if failed.cause is Cause.LOADING:
        return list(LOADING_SECONDS)
    waited = accumulate(BUSY_SECONDS)
    return [
        seconds for seconds, so_far in zip(BUSY_SECONDS, waited, strict=True) if so_far <= client.longest_wait
    ]


async def _wait(attempt: Attempt) -> Reply:
    *before, seconds = waits(attempt.failed, attempt.client)[: attempt.number]
    if sum(before) <= WORD_AFTER < sum(before) + seconds:
        told = "The model's server has too much to do; I am waiting for it."
        trace.record(trace.Notice(text=told, waiting=True))
    # Of many who were sent away, not all should come back at the same moment.
    jitter = random.uniform(0.5, 1.5) if attempt.failed.cause is Cause.BUSY else 1.0  # noqa: S311 - no secret
    with standing_still():
        await asyncio.sleep(seconds * jitter)
    return await attempt.ask(attempt.messages)


async def _widen(attempt: Attempt) -> Reply:
    needed = prompt_tokens(attempt.messages, attempt.tools)
    room = attempt.client.room
    if room is None or needed <= room or not await attempt.client.widen(needed):
        return attempt.failed
    return await attempt.ask(attempt.messages)


async def _shorten(attempt: Attempt) -> Reply:
    """The past goes first; where the tools are what is too long, some of them go too."""
    first, last = attempt.messages[:1], attempt.messages[-1:]
    short = [*(message for message in first if isinstance(message, SystemMessage)), *last]
    tools, room = attempt.tools, attempt.client.room
    if room is not None:
        tools = fewer_tools(tools, room - estimate_messages(short), attempt.sentence)
    return await attempt.ask(short, tools=tools)


async def _ask_again(attempt: Attempt) -> Reply:
    # A stream that just stopped says nothing about the answer; one that hit its limit was too long.
    if attempt.failed.reply_tokens is None:
        return await attempt.ask(attempt.messages)
    return await attempt.ask(attempt.client.guided(attempt.messages, ANSWER_BRIEFLY))


async def _stop_thinking(attempt: Attempt) -> Reply:
    arguments, quieter = attempt.client.thought_off(attempt.messages)
    return await attempt.ask(quieter, arguments=arguments)


async def _write_call(attempt: Attempt) -> Reply:
    return await attempt.client.write_calls(attempt.messages, attempt.tools, purpose=attempt.cure)


async def _without_tools(attempt: Attempt) -> Reply:
    return await attempt.ask(attempt.client.guided(attempt.messages, ANSWER_DIRECTLY), final=True)


CURES: Final[Mapping[Cure, Callable[[Attempt], Awaitable[Reply]]]] = {
    Cure.READ_TEXT: _read_text,
    Cure.WAIT: _wait,
    Cure.WIDEN: _widen,
    Cure.SHORTEN: _shorten,
    Cure.ASK_AGAIN: _ask_again,
    Cure.STOP_THINKING: _stop_thinking,
    Cure.WRITE_CALL: _write_call,
    Cure.WITHOUT_TOOLS: _without_tools,
}
