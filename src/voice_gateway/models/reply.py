"""What a model said, and why it cannot be used when it cannot."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, ToolCall

from voice_gateway.models.call_shape import find_call
from voice_gateway.models.echo import is_echo
from voice_gateway.models.endings import finished
from voice_gateway.models.repetition import without_loops
from voice_gateway.models.text_calls import parse_text_calls
from voice_gateway.models.thinking import has_thinking, without_thinking


class Cause(StrEnum):
    """Why a reply cannot be used."""

    LOST_CALL = "lost_call"
    """Tokens were produced and none arrived: the server threw a malformed tool call away."""

    CALL_AS_TEXT = "call_as_text"
    """The reply is a tool call printed as text."""

    BROKEN_CALL = "broken_call"
    """The reply has the shape of a call that cannot be made: its tool was not offered, or it is cut off."""

    NO_TOOLS = "no_tools"
    """The server refuses tools for this model, whose template knows none."""

    TRUNCATED = "truncated"
    """The prompt did not fit the window, or left no room for a reply."""

    CUT_OFF = "cut_off"
    """The reply broke off in the middle, or hit its limit."""

    ECHO = "echo"
    """The reply repeats what the model was told or asked."""

    THINK_ONLY = "think_only"
    """The model thought and then said nothing."""

    LOADING = "loading"
    """The server loaded the model and answered nothing."""

    BUSY = "busy"
    """The server has too much to do, and says so."""

    UNREADABLE = "unreadable"
    """What came could not be parsed."""

    SILENT = "silent"
    """Nothing at all."""


BAD_CALLS: Final = frozenset({Cause.LOST_CALL, Cause.CALL_AS_TEXT, Cause.BROKEN_CALL, Cause.NO_TOOLS})
"""What comes of asking a model for native calls that is no good at them."""


@dataclass(frozen=True)
class Reply:
    text: str = ""
    """Without think blocks. Of a reply that cannot be used, only what is left of one that was cut off."""

    calls: tuple[ToolCall, ...] = ()
    cause: Cause | None = None
    detail: str = ""
    seconds: float = 0.0
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    heard: bool = False
    """Part of it was already said to the person, so that it cannot be asked for again."""

    @property
    def usable(self) -> bool:
        return self.cause is None

    @property
    def called(self) -> bool | None:
        """Whether a native call was made as it should be; None when the reply does not tell."""
        if self.usable and self.calls:
            return True
        return False if self.cause in BAD_CALLS else None


@dataclass(frozen=True)
class Sent:
    """What a reply is held against."""

    messages: Sequence[BaseMessage]
    offered: Sequence[str] = ()
    tokens: int = 0
    """What all of it costs, by our own estimate."""

    window: int | None = None
    """How many tokens the model can see; None where that is no concern of ours."""

    template: str = ""
    written: bool = False
    """Data is wanted, and no words for a person."""


@dataclass(frozen=True)
class _Reading:
    """A reply as it is looked at for causes."""

    sent: Sent
    raw: str
    text: str
    calls: Sequence[ToolCall]
    facts: Mapping[str, Any]
    ended: bool

    @property
    def is_words(self) -> bool:
        return bool(self.text) and not self.calls and not self.sent.written

    @property
    def is_empty(self) -> bool:
        return not self.text and not self.calls

    @property
    def hit_limit(self) -> bool:
        return self.facts.get("done_reason") == "length" or self.facts.get("stop_reason") == "max_tokens"


def _lost_its_prompt(reading: _Reading) -> bool:
    """Servers cut what does not fit without a word; the count of what was read, cached or not, tells."""
    seen, sent = reading.facts.get("prompt_eval_count"), reading.sent
    if not isinstance(seen, int) or sent.window is None:
        return False
    if sent.tokens > sent.window:
        return seen < sent.tokens * 0.9
    return sent.tokens > 500 and seen < sent.tokens * 0.6


def _is_call_in_words(reading: _Reading) -> bool:
    return reading.is_words and find_call(reading.text, reading.sent.offered) is not None


def _breaks_off(reading: _Reading) -> bool:
    return reading.is_words and (reading.hit_limit or not reading.ended)


def _repeats(reading: _Reading) -> bool:
    sent = reading.sent
    return reading.is_words and is_echo(reading.text, sent.messages, sent.template)


def _produced(reading: _Reading) -> bool:
    produced = reading.facts.get("eval_count")
    return reading.is_empty and isinstance(produced, int) and produced > 1


_CAUSES: Final[tuple[tuple[Cause, Callable[[_Reading], bool]], ...]] = (
    (Cause.TRUNCATED, _lost_its_prompt),
    (Cause.BROKEN_CALL, _is_call_in_words),
    (Cause.CUT_OFF, _breaks_off),
    (Cause.ECHO, _repeats),
    (Cause.LOADING, lambda reading: reading.is_empty and reading.facts.get("done_reason") == "load"),
    (Cause.TRUNCATED, lambda reading: reading.is_empty and reading.hit_limit),
    (Cause.THINK_ONLY, lambda reading: reading.is_empty and has_thinking(reading.raw)),
    (Cause.LOST_CALL, lambda reading: _produced(reading) and bool(reading.sent.offered)),
    (Cause.THINK_ONLY, _produced),
    (Cause.SILENT, lambda reading: reading.is_empty),
)
"""The first that holds is the cause."""


def read_reply(message: AIMessage, sent: Sent, *, seconds: float, ended: bool = True) -> Reply:
    """Read calls and text from LangChain's message, and name the cause when it cannot be used."""
    usage = message.usage_metadata
    raw = str(message.text)
    text = without_loops(without_thinking(raw))
    calls: Sequence[ToolCall] = message.tool_calls
    printed = [] if calls or sent.written else parse_text_calls(text, sent.offered)
    reading = _Reading(sent, raw, text, calls or printed, message.response_metadata, ended)
    cause = next((cause for cause, holds in _CAUSES if holds(reading)), None)
    if cause is None and printed:
        cause = Cause.CALL_AS_TEXT
    if cause is not None or printed:
        text = finished(text) if cause is Cause.CUT_OFF else ""
    return Reply(
        text=text,
        calls=() if cause is Cause.TRUNCATED else tuple(reading.calls),
        cause=cause,
        seconds=seconds,
        prompt_tokens=usage["input_tokens"] if usage else None,
        reply_tokens=usage["output_tokens"] if usage else None,
    )
