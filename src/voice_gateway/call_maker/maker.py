"""`CallMaker`: what a client needs to let the adapted model write calls and answers."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from langchain_core.messages import BaseMessage, ToolCall

from voice_gateway.call_maker.answer import answer_prompt, true_sentence
from voice_gateway.call_maker.code import TOOLS, decode
from voice_gateway.call_maker.prompt import call_prompt, opening

LONGEST_CODE: Final = 64
LONGEST_ANSWER: Final = 72


class CallMaker:
    """Makes prompts for the adapter and reads what comes back. It asks nobody itself.

    `devices` are names to show in front of every sentence about the home. They are not needed: names are
    copied from the sentence and looked up afterwards.
    """

    def __init__(self, devices: Sequence[str] = ()) -> None:
        self.devices = tuple(devices)

    def knows(self, bound: Collection[str]) -> bool:
        """Whether all these tools have codes. With a tool from elsewhere among them, calls need a schema."""
        return bool(bound) and TOOLS.issuperset(bound)

    def opening(self, bound: Collection[str]) -> list[BaseMessage]:
        """How every prompt for these tools begins; read once, it stays in the prompt cache."""
        return opening(bound, _this_year(), self._shown(bound))

    def messages(self, history: Sequence[BaseMessage], bound: Collection[str]) -> list[BaseMessage]:
        """The prompt that asks for the calls of the last sentence."""
        return call_prompt(history, bound, _this_year(), self._shown(bound))

    def read(self, text: str, bound: Collection[str]) -> list[ToolCall]:
        """The calls that were written; none for talk, and for anything that is no call of these tools."""
        return decode(text, bound)

    def answer_messages(self, history: Sequence[BaseMessage]) -> list[BaseMessage] | None:
        """The prompt that asks for one sentence about what the tools found; None when they found nothing."""
        return answer_prompt(history)

    def read_answer(self, text: str, prompt: Sequence[BaseMessage]) -> str:
        """The answer if it is backed by what was found, else the nearest sentence that was found."""
        question, _, results = str(prompt[-1].text).partition("\nResult: ")
        return true_sentence(text, question, results)

    def _shown(self, bound: Collection[str]) -> tuple[str, ...]:
        return self.devices if "control_zwave_device" in bound else ()


def request(*, answer: bool = False) -> Mapping[str, Any]:
    """What a request for codes is sent with. The adapter is on, and the likeliest reply is wanted."""
    longest = LONGEST_ANSWER if answer else LONGEST_CODE
    return {"options": {"adapter_scale": 1.0, "temperature": 0.0, "num_predict": longest}}


PLAIN_TALK: Final[Mapping[str, Any]] = {"options": {"adapter_scale": 0.0}}
"""What a request for plain talk is sent with: the model as it is without the adapter."""


def packaged_adapter() -> Path | None:
    """The adapter that came with the gateway."""
    path = Path(str(files("voice_gateway.call_maker").joinpath("adapter.gguf")))
    return path if path.is_file() else None


def _this_year() -> int:
    return datetime.now().astimezone().year
