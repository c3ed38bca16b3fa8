"""When the model does not know, the web may: general questions that came back empty are looked up."""

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.messages import BaseMessage, HumanMessage

from voice_gateway.models import Draft, ToolLoop
from voice_gateway.models.loop import ANSWER_NOW
from voice_gateway.models.streaming import OnToken
from voice_gateway.models.text_calls import make_call
from voice_gateway.tools import Tier, ToolManager, TurnState

log = logging.getLogger(__name__)

_IGNORANCE = re.compile(
    r"""
    \bI(?:\ do\ not|\ don[’']t|\ really\ don[’']t)
      \ (?:know|have\ (?:access|that|any|information|real-time|current))
    | \bI(?:\ cannot|\ can[’']t|[’']m\ unable\ to|\ am\ unable\ to|[’']m\ not\ able\ to)
      \ (?:browse|access|look\ up|search|provide\ (?:real|current))
    | \bas\ of\ my\ (?:last|latest)\ (?:update|training|knowledge)
    | \bmy\ (?:knowledge|training)\ (?:cut|ends)
    | \breal-time\ (?:information|data)
    """,
    re.I | re.X,
)


def does_not_know(text: str) -> bool:
    """Whether an answer is empty, or says that the model cannot know."""
    return not text.strip() or bool(_IGNORANCE.search(text))


@dataclass(frozen=True)
class WebSearchFallback:
    """Looks a question up and has it answered with what was found. Its tools are never bound in a turn."""

    manager: ToolManager
    loop: ToolLoop

    async def look_up(
        self, sentence: str, messages: Sequence[BaseMessage], turn: TurnState, on_token: OnToken | None
    ) -> Draft | None:
        """A better draft, or None when the web has no answer either: then the original one stands."""
        tools = self.manager.select(Tier.SEARCH)
        if not tools:
            return None
        log.info("Web search fallback for a question that the model could not answer")
        calls = [make_call(tools[0].name, {"query": sentence})]
        results = await self.loop.executor.run_all(calls, tools, turn)
        if not results[0].ok:
            return None
        context = HumanMessage(f"{results[0].text}\n\n{sentence}\n{ANSWER_NOW}")
        draft = await self.loop.run([*messages[:-1], context], (), turn, on_token=on_token)
        draft.calls, draft.results = calls, results
        return None if does_not_know(draft.text) else draft
