"""`CallMaker`: what a client needs to let the adapted model write wishes and answers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from langchain_core.messages import BaseMessage, ToolCall

from voice_gateway.call_maker.answer import answer_prompt, true_sentence
from voice_gateway.call_maker.prompt import last_turns, opening, wish_prompt
from voice_gateway.wishes import Asking, NotAWish, Question, Wish, read_wish
from voice_gateway.wishes.calls import TOOLS, calls_of

LONGEST_WISH: Final = 96
LONGEST_ANSWER: Final = 72


class CallMaker:
    """Makes prompts for the adapter and reads what comes back. It asks nobody itself."""

    def knows(self, bound: Collection[str]) -> bool:
        """Whether wishes can become calls of all these tools. With another among them, a schema is needed."""
        return bool(bound) and TOOLS.issuperset(bound)

    def opening(self) -> list[BaseMessage]:
        """How every prompt begins; read once, it stays in the prompt cache."""
        return opening()

    def messages(self, history: Sequence[BaseMessage]) -> list[BaseMessage]:
        """The prompt that asks for the wish of the last sentence."""
        return wish_prompt(*last_turns(history))

    def read(self, text: str) -> Wish | None:
        """The wish that was written; None for what is no wish."""
        try:
            return read_wish(text)
        except NotAWish:
            return None

    def calls(self, text: str, bound: Collection[str]) -> list[ToolCall]:
        """The calls that what was written comes to; none for talk, and where a tool for it is not bound."""
        wish = self.read(text)
        calls = calls_of(_as_read(wish)) if wish else []
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


def request(*, answer: bool = False) -> Mapping[str, Any]:
    """What a request for a wish is sent with. The adapter is on, and the likeliest reply is wanted."""
    longest = LONGEST_ANSWER if answer else LONGEST_WISH
    return {"options": {"adapter_scale": 1.0, "temperature": 0.0, "num_predict": longest}}


PLAIN_TALK: Final[Mapping[str, Any]] = {"options": {"adapter_scale": 0.0}}
"""What a request for plain talk is sent with: the model as it is without the adapter."""


def packaged_adapter() -> Path | None:
    """The adapter that came with the gateway."""
    path = Path(str(files("voice_gateway.call_maker").joinpath("adapter.gguf")))
    return path if path.is_file() else None
