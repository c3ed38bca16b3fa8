"""OpenAI's answers, as Ollama gives them: to a chat, and to a prompt."""

import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from voice_gateway.engine.answer import Kind
from voice_gateway.engine.engine import Items
from voice_gateway.engine.events import End, Piece, ToolCall
from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.models import LocalModel

Json = dict[str, Any]

_NOTHING = Piece()
_KINDS = {400: "invalid_request_error", 404: "not_found_error"}


def problem(status: int, message: str) -> Json:
    """What is wrong, in the form that OpenAI's clients read."""
    kind = _KINDS.get(status, "api_error")
    return {"error": {"message": message, "type": kind, "param": None, "code": None}}


def listed(model: LocalModel, name: str = "") -> Json:
    """A model as /v1/models lists it."""
    created = int(model.modified.timestamp())
    return {"id": name or model.name, "object": "model", "created": created, "owned_by": "library"}


def whole(kind: Kind, model: str, piece: Piece, end: End) -> Json:
    """The answer when nothing is streamed."""
    choice = _choice(kind, "message", piece, end.reason if not piece.calls else "tool_calls")
    return _envelope(kind, model, streamed=False) | {"choices": [choice], "usage": _usage(end)}


async def events(
    kind: Kind, model: str, first: Piece | End, rest: Items, *, usage: bool = False
) -> AsyncIterator[bytes]:
    """The answer as server-sent events; the last but one counts the tokens, where that was asked for."""
    envelope = _envelope(kind, model, streamed=True)
    called = False
    async with aclosing(rest):
        try:
            item: Piece | End | None = first
            while item is not None:
                if isinstance(item, Piece):
                    called = called or bool(item.calls)
                    yield _event(envelope | {"choices": [_choice(kind, "delta", item, None)]})
                else:
                    reason = "tool_calls" if called else item.reason
                    yield _event(envelope | {"choices": [_choice(kind, "delta", _NOTHING, reason)]})
                    if usage:
                        yield _event(envelope | {"choices": [], "usage": _usage(item)})
                item = await anext(rest, None)
        except EngineError as error:
            yield _event(problem(error.status, error.message))
    yield b"data: [DONE]\n\n"


def _choice(kind: Kind, said: str, piece: Piece, reason: str | None) -> Json:
    content = {"text": piece.content} if kind == "generate" else {said: _message(piece)}
    logprobs = {"logprobs": {"content": list(piece.logprobs)}} if piece.logprobs else {}
    return {"index": 0} | content | {"finish_reason": reason} | logprobs


def _message(piece: Piece) -> Json:
    message: Json = {"role": "assistant", "content": piece.content}
    if piece.thinking:
        message["reasoning"] = piece.thinking
    if piece.calls:
        message["tool_calls"] = [_call(call) for call in piece.calls]
    return message


def _call(call: ToolCall) -> Json:
    function = {"name": call.name, "arguments": json.dumps(call.arguments)}
    return {"id": call.id, "index": call.index, "type": "function", "function": function}


def _usage(end: End) -> Json:
    prompt, output = end.timings.prompt_tokens, end.timings.output_tokens
    return {"prompt_tokens": prompt, "completion_tokens": output, "total_tokens": prompt + output}


def _envelope(kind: Kind, model: str, *, streamed: bool) -> Json:
    chat = "chat.completion.chunk" if streamed else "chat.completion"
    return {
        "id": f"{'chatcmpl' if kind == 'chat' else 'cmpl'}-{secrets.randbelow(1000)}",
        "object": chat if kind == "chat" else "text_completion",
        "created": int(time.time()),
        "model": model,
        "system_fingerprint": "fp_ollama",
    }


def _event(value: Json) -> bytes:
    return b"data: " + json.dumps(value, separators=(",", ":")).encode() + b"\n\n"
