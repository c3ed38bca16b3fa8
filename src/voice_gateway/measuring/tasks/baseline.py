"""What can be had without a model: nobody at all behind the fast path, and a plain parser with rapidfuzz."""

import re
from collections.abc import Collection, Sequence
from typing import Any

from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import BaseMessage, HumanMessage, ToolCall
from rapidfuzz import fuzz, process

from voice_gateway.errors import ModelError
from voice_gateway.models import ChatClient
from voice_gateway.models.client import Arguments
from voice_gateway.models.reply import Reply
from voice_gateway.tools import Tools, make_call
from voice_gateway.wishes.calls import CLOCK, CONTROL, READ

NEAR = 70
"""How well, in percent, a name must fit into the sentence."""

_QUESTION = re.compile(r"(?:is|are|was|did|do|does|has|have|what|what's|which|how|tell me|check)\b", re.I)
_VERBS = (
    (r"\bunlock\b", "unlock"), (r"\block\b", "lock"),
    (r"\bopen\b|\braise\b", "open"), (r"\bclose\b|\bshut\b|\blower\b", "close"),
    (r"\bdim\b|\bdarker\b", "dim"), (r"\bbrighte", "brighten"),
    (r"\bwarmer\b|\bwarm up\b", "warmer"), (r"\bcooler\b|\bcool down\b", "cooler"),
    (r"\boff\b|\bout\b", "off"), (r"\bon\b", "on"),
)  # fmt: skip
_LOUDNESS = (
    (r"\bunmute\b", "unmute"), (r"\bmute\b|\bsilence\b|\bquiet\b", "mute"),
    (r"\bup\b|\blouder\b|\braise\b|\bincrease\b", "up"),
    (r"\bdown\b|\bquieter\b|\bsofter\b|\blower\b|\bdecrease\b", "down"),
)  # fmt: skip
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_PLACE = re.compile(r"\b(?:in|at|for) (?P<place>[\w ]+?)\W*$", re.I)
_DAY = re.compile(r"\b(?:is|until|till|on|was) (?P<day>(?!it\b|the time\b)[\w ]+?)\W*$", re.I)


def parse(sentence: str, tools: Collection[str], names: Sequence[str] = ()) -> list[ToolCall]:
    """The call that keywords and the nearest device name point to; none when no name is near."""
    said = sentence.lower()
    if "search_web" in tools:
        return [make_call("search_web", {"query": sentence})]
    if "control_speaker_volume" in tools:
        return [make_call("control_speaker_volume", _loudness(said))]
    if CLOCK in tools:
        return [make_call(CLOCK, _moment(said))]
    if CONTROL in tools:
        return _device_call(said, names)
    return []


def _device_call(said: str, names: Sequence[str]) -> list[ToolCall]:
    scored = process.extractOne(
        said, names, scorer=fuzz.partial_token_sort_ratio, processor=str.lower, score_cutoff=NEAR
    )
    if scored is None:
        return []
    device = str(scored[0])
    if _QUESTION.match(said):
        return [make_call(READ, {"device": device})]
    number = _NUMBER.search(said)
    if number and "degree" in said:
        wish: dict[str, Any] = {"action": "set_temperature", "value": float(number[0])}
    elif number:
        wish = {"action": "set_level", "value": float(number[0])}
    else:
        action = _keyword(said, _VERBS)
        if action is None:
            return []
        wish = {"action": action}
    return [make_call(CONTROL, {"device": device, **wish})]


def _loudness(said: str) -> dict[str, Any]:
    if _QUESTION.match(said):
        return {"action": "get"}
    if number := _NUMBER.search(said):
        return {"action": "set", "level": int(float(number[0]))}
    return {"action": _keyword(said, _LOUDNESS) or "get"}


def _moment(said: str) -> dict[str, Any]:
    if place := _PLACE.search(said):
        return {"timezone": place["place"]}
    day = _DAY.search(said)
    return {"date": day["day"]} if day and "time" not in said else {}


def _keyword(said: str, table: Sequence[tuple[str, str]]) -> str | None:
    return next((meaning for pattern, meaning in table if re.search(pattern, said)), None)


class NotAsked(ModelError):
    """There is no model, on purpose."""


class NoModel(ChatClient):
    """Stands where a model would, for measuring the fast path alone."""

    provider = "none"

    def __init__(self) -> None:
        super().__init__(FakeListChatModel(responses=[""]), "no model")

    def with_tools(self, tools: Tools) -> Arguments:
        return {}

    def unreachable(self, error: Exception) -> ModelError | None:
        return NotAsked(str(error))

    async def ask(self, messages: Sequence[BaseMessage], **how: Any) -> Reply:
        raise NotAsked("There is no model.")


class ParserClient(NoModel):
    """Answers with the calls of the plain parser, and says nothing of its own."""

    provider = "parser"

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.name = "plain parser"
        self._names = names

    async def ask(self, messages: Sequence[BaseMessage], **how: Any) -> Reply:
        tools: Tools = how.get("tools", ())
        sentence = next((str(one.text) for one in reversed(messages) if isinstance(one, HumanMessage)), "")
        first = how.get("purpose") == "first"
        calls = parse(sentence, {tool.name for tool in tools}, self._names) if first else []
        return Reply(calls=tuple(calls))
