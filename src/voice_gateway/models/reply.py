"""What a model said, and why it cannot be used when it cannot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from langchain_core.messages import AIMessage, ToolCall

from voice_gateway.models.loops import without_loops
from voice_gateway.models.text_calls import parse_text_calls
from voice_gateway.models.thinking import has_thinking, without_thinking


class Cause(StrEnum):
    """Why a reply is empty or unreadable."""

    LOST_CALL = "lost_call"
    """Tokens were produced and none arrived: the server threw a malformed tool call away."""

    TRUNCATED = "truncated"
    """The reply hit its limit, or the prompt did not fit the window."""

    THINK_ONLY = "think_only"
    """The model thought and then said nothing."""

    LOADING = "loading"
    """The server loaded the model and answered nothing."""

    UNREADABLE = "unreadable"
    """What came could not be parsed."""

    CALL_AS_TEXT = "call_as_text"
    """The reply is a tool call printed as text."""

    SILENT = "silent"
    """Nothing at all."""


@dataclass(frozen=True)
class Reply:
    text: str = ""
    """Without think blocks."""

    calls: tuple[ToolCall, ...] = ()
    cause: Cause | None = None
    detail: str = ""
    seconds: float = 0.0
    prompt_tokens: int | None = None
    reply_tokens: int | None = None

    @property
    def usable(self) -> bool:
        return self.cause is None


def read_reply(
    message: AIMessage, *, bound: Sequence[str], estimate: Callable[[], int], seconds: float
) -> Reply:
    """Read calls and text from LangChain's message, and name the cause when there is neither.

    `estimate` tells how many tokens were sent; it is only asked when the reply is empty.
    """
    facts = message.response_metadata
    usage = message.usage_metadata
    raw = str(message.text)
    text = without_loops(without_thinking(raw))
    calls = tuple(message.tool_calls)
    cause: Cause | None = None
    if not calls:
        if text and (printed := parse_text_calls(text, bound)):
            calls, text, cause = tuple(printed), "", Cause.CALL_AS_TEXT
        elif not text:
            cause = _why_empty(raw, facts, bound, estimate)
    return Reply(
        text=text,
        calls=calls,
        cause=cause,
        seconds=seconds,
        prompt_tokens=usage["input_tokens"] if usage else None,
        reply_tokens=usage["output_tokens"] if usage else None,
    )


def _why_empty(
    raw: str, facts: dict[str, object], bound: Sequence[str], estimate: Callable[[], int]
) -> Cause:
    seen, produced = facts.get("prompt_eval_count"), facts.get("eval_count")
    if facts.get("done_reason") == "load":
        return Cause.LOADING
    if facts.get("done_reason") == "length" or facts.get("stop_reason") == "max_tokens":
        return Cause.TRUNCATED
    if isinstance(seen, int) and (expected := estimate()) > 500 and seen < expected * 0.6:
        return Cause.TRUNCATED
    if has_thinking(raw):
        return Cause.THINK_ONLY
    if isinstance(produced, int) and produced > 1:
        return Cause.LOST_CALL if bound else Cause.THINK_ONLY
    return Cause.SILENT
