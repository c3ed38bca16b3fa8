"""What the engine says while it answers: pieces of the answer, then one end."""

import json
import secrets
import string
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

Json = dict[str, Any]

_ALPHABET: Final = string.ascii_lowercase + string.digits


@dataclass(frozen=True)
class ToolCall:
    """A tool that the model wants called."""

    name: str
    arguments: Json
    index: int = 0
    id: str = field(default_factory=lambda: "call_" + "".join(secrets.choice(_ALPHABET) for _ in range(8)))


@dataclass(frozen=True)
class Piece:
    """A part of an answer, as soon as there is one."""

    content: str = ""
    thinking: str = ""
    calls: tuple[ToolCall, ...] = ()
    logprobs: tuple[Json, ...] = ()
    """Each of its tokens with how likely it was, where that was asked for."""


@dataclass(frozen=True)
class Timings:
    """Where the time went, in nanoseconds, and over how many tokens."""

    total: int = 0
    load: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    """How many of the prompt's tokens were still there from an earlier request."""
    prompt: int = 0
    output_tokens: int = 0
    output: int = 0


@dataclass(frozen=True)
class End:
    """The answer is complete."""

    reason: str
    timings: Timings
    context: tuple[int, ...] = ()
    """The tokens of prompt and answer, where a later prompt may go on from them."""


def _logprobs(choice: Json, likeliest: int) -> tuple[Json, ...]:
    """llama.cpp's tokens without their numbers, and with as many alternatives as were asked for."""
    tokens = (choice.get("logprobs") or {}).get("content") or ()
    others = [[_token(other) for other in token.get("top_logprobs", ())[:likeliest]] for token in tokens]
    return tuple(
        _token(token) | ({"top_logprobs": beside} if beside else {})
        for token, beside in zip(tokens, others, strict=True)
    )


def _token(token: Json) -> Json:
    return {key: token[key] for key in ("token", "logprob", "bytes") if key in token}


class Decoder:
    """Turns llama.cpp's stream into pieces. A call comes in fragments, and is passed on when it is whole."""

    def __init__(self, likeliest: int = 0) -> None:
        self._likeliest = likeliest
        self._calls: dict[int, list[str]] = {}
        self._emitted = 0
        self._reason = "stop"
        self._numbers: Json = {}

    def pieces(self, event: Json) -> Iterator[Piece]:
        self._numbers = event.get("timings") or self._numbers
        for choice in event.get("choices") or []:
            delta = choice.get("delta") or {"content": choice.get("text")}
            content, thinking = delta.get("content") or "", delta.get("reasoning_content") or ""
            if content or thinking:
                yield Piece(content, thinking, logprobs=_logprobs(choice, self._likeliest))
            for fragment in delta.get("tool_calls") or []:
                yield from self._collect(fragment)
            if choice.get("finish_reason"):
                self._reason = "length" if choice["finish_reason"] == "length" else "stop"
                yield from self._finished()

    def end(self, total: int, load: int) -> End:
        """The end, with llama.cpp's own numbers."""
        numbers = self._numbers
        cached = int(numbers.get("cache_n", 0))
        return End(
            self._reason,
            Timings(
                total=total,
                load=load,
                prompt_tokens=cached + int(numbers.get("prompt_n", 0)),
                cached_tokens=cached,
                prompt=int(numbers.get("prompt_ms", 0) * 1e6),
                output_tokens=int(numbers.get("predicted_n", 0)),
                output=int(numbers.get("predicted_ms", 0) * 1e6),
            ),
        )

    def _collect(self, fragment: Json) -> Iterator[Piece]:
        index, function = int(fragment.get("index", 0)), fragment.get("function") or {}
        if index not in self._calls:
            yield from self._finished()
        name_and_arguments = self._calls.setdefault(index, ["", ""])
        name_and_arguments[0] += function.get("name") or ""
        name_and_arguments[1] += function.get("arguments") or ""

    def _finished(self) -> Iterator[Piece]:
        calls, self._calls = self._calls, {}
        for name, text in calls.values():
            try:
                arguments = json.loads(text or "{}")
            except ValueError:
                # The answer was cut off in mid-call. Ollama drops such a call too.
                continue
            if name and isinstance(arguments, dict):
                yield Piece(calls=(ToolCall(name, arguments, self._emitted),))
                self._emitted += 1
