"""The one OpenAI route that Ollama offers too, for programs that speak nothing else."""

import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from voice_gateway.engine.engine import Items
from voice_gateway.engine.events import End, Piece, ToolCall
from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.request import ChatRequest, parse_json, parse_request

Json = dict[str, Any]

_OPTIONS = ("temperature", "top_p", "seed", "stop", "presence_penalty", "frequency_penalty")


def parse_openai(body: bytes) -> ChatRequest:
    """Read the body of /v1/chat/completions as a request in Ollama's form."""
    asked = parse_json(body)
    if not isinstance(asked, dict) or not isinstance(asked.get("messages"), list) or not asked["messages"]:
        raise EngineError("messages must be a list that is not empty", 400)
    options = {name: asked[name] for name in _OPTIONS if name in asked}
    if (longest := asked.get("max_completion_tokens", asked.get("max_tokens"))) is not None:
        options["num_predict"] = longest
    converted = {
        "model": asked.get("model"),
        "messages": [_message(message) for message in asked["messages"]],
        "tools": asked.get("tools"),
        "stream": asked.get("stream", False),
        "format": _format(asked.get("response_format")),
        "options": options,
    }
    return parse_request(ChatRequest, json.dumps(converted).encode())


def _message(message: object) -> object:
    """A message with its content as one text and its calls' arguments as objects."""
    if not isinstance(message, dict):
        return message
    converted = dict(message)
    if isinstance(parts := message.get("content"), list):
        texts = [
            part.get("text", "") for part in parts if isinstance(part, dict) and part.get("type") == "text"
        ]
        converted["content"] = "".join(text for text in texts if isinstance(text, str))
    if isinstance(calls := message.get("tool_calls"), list):
        converted["tool_calls"] = [_call(call) for call in calls]
    return converted


def _call(call: object) -> object:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("arguments"), str):
        return call
    return {"function": {**function, "arguments": parse_json(function["arguments"].encode() or b"{}")}}


def _format(wanted: object) -> object:
    if not isinstance(wanted, dict):
        return None
    if wanted.get("type") == "json_schema":
        schema = wanted.get("json_schema")
        return schema.get("schema") if isinstance(schema, dict) else schema
    return "json" if wanted.get("type") == "json_object" else None


def whole(model: str, piece: Piece, end: End) -> Json:
    """The answer when nothing is streamed."""
    message: Json = {"role": "assistant", "content": piece.content}
    if piece.calls:
        message["tool_calls"] = [_said(call) for call in piece.calls]
    choice = {"index": 0, "message": message, "finish_reason": _reason(end, bool(piece.calls))}
    return _envelope(model, "chat.completion") | {"choices": [choice], "usage": _usage(end)}


async def events(model: str, first: Piece | End, rest: Items) -> AsyncIterator[bytes]:
    """The answer as server-sent events."""
    envelope = _envelope(model, "chat.completion.chunk")
    called = False
    async with aclosing(rest):
        try:
            item: Piece | End | None = first
            while item is not None:
                called = called or (isinstance(item, Piece) and bool(item.calls))
                yield _event(envelope | {"choices": [_choice(item, called)]})
                item = await anext(rest, None)
        except EngineError as error:
            yield _event({"error": {"message": error.message, "type": "api_error"}})
    yield b"data: [DONE]\n\n"


def _choice(item: Piece | End, called: bool) -> Json:
    if isinstance(item, End):
        return {"index": 0, "delta": {}, "finish_reason": _reason(item, called)}
    delta: Json = {"role": "assistant", "content": item.content}
    if item.calls:
        delta["tool_calls"] = [_said(call) for call in item.calls]
    return {"index": 0, "delta": delta, "finish_reason": None}


def _said(call: ToolCall) -> Json:
    function = {"name": call.name, "arguments": json.dumps(call.arguments)}
    return {"id": call.id, "index": call.index, "type": "function", "function": function}


def _reason(end: End, called: bool) -> str:
    return "tool_calls" if called else end.reason


def _usage(end: End) -> Json:
    prompt, output = end.timings.prompt_tokens, end.timings.output_tokens
    return {"prompt_tokens": prompt, "completion_tokens": output, "total_tokens": prompt + output}


def _envelope(model: str, kind: str) -> Json:
    return {
        "id": f"chatcmpl-{secrets.randbelow(1000)}",
        "object": kind,
        "created": int(time.time()),
        "model": model,
        "system_fingerprint": "fp_ollama",
    }


def _event(value: Json) -> bytes:
    return b"data: " + json.dumps(value, separators=(",", ":")).encode() + b"\n\n"
