"""What is done when a reply cannot be used: the cure fits the cause, and the last rung fits all."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from langchain_core.messages import BaseMessage

from voice_gateway import trace
from voice_gateway.models.client import ChatClient
from voice_gateway.models.cures import CURES, Attempt, Cure, waits
from voice_gateway.models.reply import Cause, Reply
from voice_gateway.models.streaming import Live
from voice_gateway.tools import Tools, TurnState

log = logging.getLogger(__name__)

_FITTING: Final[Mapping[Cause, tuple[Cure, ...]]] = {
    Cause.CALL_AS_TEXT: (Cure.READ_TEXT,),
    Cause.BROKEN_CALL: (Cure.WRITE_CALL,),
    Cause.NO_TOOLS: (Cure.WRITE_CALL,),
    Cause.LOADING: (Cure.WAIT,),
    Cause.BUSY: (Cure.WAIT,),
    Cause.TRUNCATED: (Cure.WIDEN, Cure.SHORTEN),
    Cause.CUT_OFF: (Cure.ASK_AGAIN,),
    Cause.THINK_ONLY: (Cure.STOP_THINKING,),
}
"""Who has no entry is only asked for the call, where one is needed, and without tools."""


@dataclass(frozen=True)
class Recovery:
    """Recovers replies of one turn."""

    client: ChatClient
    tools: Tools
    must_act: bool
    """The sentence is a command: before giving up on tools, the call itself is asked for."""

    retry_without_tools: bool
    turn: TurnState
    live: Live | None = None

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
            reply = await CURES[cure](
                Attempt(
                    self.client,
                    self.tools,
                    self.turn.sentence,
                    self.live,
                    cure,
                    failed,
                    messages,
                    attempt,
                    final,
                )
            )
            if reply.cause is Cause.CALL_AS_TEXT and not final:
                reply = replace(reply, cause=None)
            self._note(failed, reply, cure, attempt, time.perf_counter() - began)
            if reply.usable or reply.heard:
                break
        return reply

    def _cures(self, failed: Reply, *, final: bool) -> list[Cure]:
        cures = list(_FITTING.get(failed.cause, ())) if failed.cause else []
        if Cure.WAIT in cures:
            cures = [Cure.WAIT] * len(waits(failed, self.client))
        if self.must_act and Cure.WRITE_CALL not in cures:
            cures.append(Cure.WRITE_CALL)
        if self.retry_without_tools:
            cures.append(Cure.WITHOUT_TOOLS)
        writes = self.tools and not final and self.client.constrained({}) is not None
        return [cure for cure in cures if writes or cure is not Cure.WRITE_CALL]

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
