"""Every turn ends in time, whatever it waits for, and what became of it is told."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Protocol

from voice_gateway.conversation import Conversation
from voice_gateway.errors import ModelError
from voice_gateway.models import Draft
from voice_gateway.models.streaming import Listener
from voice_gateway.outcome import TurnOutcome
from voice_gateway.tools import TurnState
from voice_gateway.truth import what_happened
from voice_gateway.turn_clock import TurnClock

_FOR_CALLS = 0.9
"""The share of the time in which calls must come back, so that what became of them can be told."""


class Admission(Protocol):
    """Lets turns in, where several homes share what there is."""

    def turn(self) -> AbstractAsyncContextManager[None]:
        """While it is answered. Raises a `ModelError` when there were too many."""


class Deadline:
    """The time of one turn, which begins when this is made."""

    def __init__(self, seconds: float) -> None:
        self._clock = TurnClock(seconds)

    def for_calls(self) -> float:
        return self._clock.at(_FOR_CALLS)

    @asynccontextmanager
    async def alone(
        self, conversation: Conversation, admission: Admission | None = None
    ) -> AsyncIterator[None]:
        """One sentence at a time, and only as many as are let in; nobody waits for those before it longer
        than for an answer."""
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout_at(self._clock.at(1)):
                    await stack.enter_async_context(conversation.lock)
                    if admission:
                        await stack.enter_async_context(admission.turn())
            except TimeoutError:
                busy = "I am still busy with what was said before."
                raise ModelError(busy, fix="Say it again in a moment.") from None
            yield

    async def hold(self, drafting: Awaitable[Draft], turn: TurnState, listener: Listener | None) -> Draft:
        """The draft if it comes in time; else what was said and done until then, and that it was stopped."""
        try:
            async with self._clock.limiting() as limit:
                return await drafting
        except TimeoutError:
            if not limit.expired():
                raise
        own = [result for result in turn.reported if not result.strange]
        said = listener.heard.strip() if listener else ""
        stopped = f"I stopped there, because it took longer than {self._clock.seconds:g} seconds."
        text = " ".join(part for part in (said, what_happened(own), stopped) if part)
        return Draft(text=text, outcome=TurnOutcome.FAILED)
