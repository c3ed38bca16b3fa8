"""`CallMaker`: what a client needs to write calls, and to let the adapted model find answers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from langchain_core.messages import BaseMessage, ToolCall

from voice_gateway.call_maker.answer import answer_prompt, true_sentence
from voice_gateway.call_maker.prompt import last_turns
from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.wishes import Asking, Question, Wish
from voice_gateway.wishes.calls import TOOLS, calls_of

LONGEST_ANSWER: Final = 72


class CallMaker:
    """Writes the calls for a sentence, and knows how to ask the adapted model for an answer."""

    def __init__(self) -> None:
        self.writer = WishWriter()

    def knows(self, bound: Collection[str]) -> bool:
        """Whether wishes can become calls of all these tools. With another among them, a schema is needed."""
        return bool(bound) and TOOLS.issuperset(bound)

    async def write_calls(self, messages: Sequence[BaseMessage], bound: Collection[str]) -> list[ToolCall]:
        """The calls for the last sentence of a conversation."""
        written = await self.writer.write_wish(*last_turns(messages))
        return self.calls(written.wish, bound)

    def calls(self, wish: Wish, bound: Collection[str]) -> list[ToolCall]:
        """The calls that a wish comes to; none for talk, and where a tool for it is not bound."""
        calls = calls_of(_as_read(wish))
        return calls if {call["name"] for call in calls} <= set(bound) else []

    def answer_messages(self, history: Sequence[BaseMessage]) -> list[BaseMessage] | None:
        """The prompt that asks for one sentence about what the tools found; None when they found nothing."""
        return answer_prompt(history)

    def read_answer(self, text: str, prompt: Sequence[BaseMessage]) -> str:
        """The answer if it is backed by what was found, else the nearest sentence that was found."""
        question, _, results = str(prompt[-1].text).partition("\nResult: ")
        return true_sentence(text, question, results)


def _as_read(wish: Wish) -> Wish:
    """Whoever reads a thing is told how it is, whatever was supposed of it: "is the door locked?"."""
    asked = (
        replace(part, state="") if isinstance(part, Asking) and part.question is Question.READ else part
        for part in wish.parts
    )
    return replace(wish, parts=tuple(asked))


def request() -> Mapping[str, Any]:
    """What a request for an answer is sent with. The adapter is on, and the likeliest reply is wanted."""
    return {"options": {"adapter_scale": 1.0, "temperature": 0.0, "num_predict": LONGEST_ANSWER}}


def packaged_adapter() -> Path | None:
    """The adapter that came with the gateway."""
    path = Path(str(files("voice_gateway.call_maker").joinpath("adapter.gguf")))
    return path if path.is_file() else None
