"""Runs turns for whoever asks over HTTP: at once, or as a stream of what happens."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from voice_gateway import trace
from voice_gateway.caller import PERSON, Caller
from voice_gateway.console.history import History
from voice_gateway.console.live import event
from voice_gateway.console.problems import problem_of
from voice_gateway.console.questions import open_question
from voice_gateway.console.refused import Refused
from voice_gateway.console.shapes import Said
from voice_gateway.console.traces import TraceLog
from voice_gateway.conversation import Conversation
from voice_gateway.engine import EngineError
from voice_gateway.errors import GatewayError
from voice_gateway.finishing import Answer
from voice_gateway.gateway import Gateway

log = logging.getLogger(__name__)

MOST_AT_ONCE = 100
"""Turns that run at a time; one more is told to come back."""


@dataclass(frozen=True)
class Saying:
    """What is said to the gateway: in which conversation, in answer to what, where and by whom."""

    text: str
    conversation: Conversation
    answering: str | None = None
    room: str = ""
    caller: Caller = PERSON


@dataclass(frozen=True)
class Piece:
    """A few more words of the answer."""

    text: str


Happening = trace.Event | Piece | Answer


class Talk:
    """The way from a request to the gateway."""

    def __init__(self, gateway: Gateway, traces: TraceLog, history: History) -> None:
        self._gateway = gateway
        self._traces = traces
        self._history = history
        self._free = MOST_AT_ONCE

    async def whole(self, saying: Saying) -> Answer:
        """The answer when it is complete."""
        with self.place():
            return await self._turn(saying)

    async def live(self, saying: Saying) -> AsyncGenerator[Happening, None]:
        """Everything that happens in the turn, as it happens; the answer comes last.

        When the caller goes away, the turn is cancelled.
        """
        happenings: asyncio.Queue[Happening | None] = asyncio.Queue()

        async def run() -> None:
            try:
                with trace.watching(happenings.put_nowait):
                    answer = await self._turn(saying, lambda piece: happenings.put_nowait(Piece(piece)))
                happenings.put_nowait(answer)
            finally:
                happenings.put_nowait(None)

        with self.place():
            turn = asyncio.create_task(run())
            try:
                while (happening := await happenings.get()) is not None:
                    yield happening
                await turn
            finally:
                turn.cancel()
                await asyncio.gather(turn, return_exceptions=True)

    async def events(self, saying: Saying, *, keep: bool = True) -> AsyncGenerator[bytes, None]:
        """The turn as server-sent events: `step`, `piece`, and at the end `answer` or `problem`."""
        try:
            async for happening in self.live(saying):
                match happening:
                    case Piece():
                        yield event("piece", {"text": happening.text})
                    case Answer():
                        said = await self.said(saying, happening, keep=keep)
                        yield event("answer", said.model_dump())
                    case _:
                        name = type(happening).__name__.lower()
                        yield event("step", {"event": name, **asdict(happening)})
        except (GatewayError, EngineError) as error:
            yield event("problem", problem_of(error).model_dump(exclude_none=True))

    async def said(self, saying: Saying, answer: Answer, *, keep: bool) -> Said:
        """The answer as it is told; with `keep`, it is found again later."""
        conversation = saying.conversation
        waiting, trace = conversation.pending, self._traces.of(answer.trace).whole()
        told = (conversation.id, saying.text, answer.text, str(answer.outcome), trace)
        turn = await asyncio.to_thread(self._kept, *told) if keep else None
        return Said(
            text=answer.text,
            intent=answer.intent,
            confidence=answer.confidence,
            success=answer.success,
            outcome=answer.outcome,
            conversation=conversation.id,
            question=open_question(waiting, self._gateway.home) if waiting else None,
            turn=turn,
            trace=trace,
        )

    async def _turn(self, saying: Saying, on_token: Callable[[str], None] | None = None) -> Answer:
        return await self._gateway.turn(
            saying.text, saying.conversation, on_token=on_token, room=saying.room, answering=saying.answering,
            caller=saying.caller,
        )  # fmt: skip

    def _kept(self, *turn: Any) -> int | None:
        """A disk that is full keeps nobody from an answer."""
        try:
            return self._history.add(*turn)
        except sqlite3.Error as error:
            log.warning("A turn is not kept: %s", error)
            return None

    @contextmanager
    def place(self) -> Iterator[None]:
        """Room for one more turn, or `Refused`."""
        if self._free <= 0:
            raise Refused(429, "Too many questions at once.", fix="Try again in a moment.", retry_after=2)
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1
