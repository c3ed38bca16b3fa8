"""Ollama's words for a request, in llama.cpp's."""

import json
from collections.abc import Sequence
from typing import Any

from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.options import Options
from voice_gateway.engine.request import Message, Tool

Json = dict[str, Any]

_ROLES = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}
"""What a message may be, and what that is to a template: OpenAI's newer name for instructions is in none."""


def sampling(options: Options) -> Json:
    """How to choose the next token, and when to end."""
    return {
        "temperature": options.temperature,
        "top_k": options.top_k,
        "top_p": options.top_p,
        "min_p": options.min_p,
        "typical_p": options.typical_p,
        "repeat_penalty": options.repeat_penalty,
        "repeat_last_n": max(options.repeat_last_n, -1),
        "presence_penalty": options.presence_penalty,
        "frequency_penalty": options.frequency_penalty,
        # llama.cpp's seeds have 32 bits; all ones means a new one each time.
        "seed": options.seed % 2**32,
        "max_tokens": max(options.num_predict, -1),
        "stop": options.stops,
        "stream": True,
        "cache_prompt": True,
        # Events while the prompt is read, so that a request can be cancelled there too.
        "return_progress": True,
        "timings_per_token": True,
    }


def conversation_body(messages: Sequence[Message], tools: Sequence[Tool], thinking: bool) -> Json:
    """What the chat template is rendered from."""
    body: Json = {
        "messages": [_message(message) for message in messages],
        "chat_template_kwargs": {"enable_thinking": thinking},
    }
    if tools:
        body["tools"] = [{"type": "function", "function": tool.function.model_dump()} for tool in tools]
        for tool in body["tools"]:
            tool["function"]["parameters"] = {"type": "object", "properties": {}} | tool["function"][
                "parameters"
            ]
    return body


def _message(message: Message) -> Json:
    if message.role not in _ROLES:
        roles = ", ".join(f'"{role}"' for role in _ROLES)
        raise EngineError(f'invalid role: "{message.role[:50]}", role must be one of {roles}', 400)
    if message.images:
        raise EngineError("this model does not support images", 400)
    converted: Json = {"role": _ROLES[message.role], "content": message.content}
    if message.role == "assistant" and message.thinking:
        converted["reasoning_content"] = message.thinking
    if message.role == "assistant" and message.tool_calls:
        converted["tool_calls"] = [
            {
                "type": "function",
                "id": f"call_{index}",
                "function": {"name": call.function.name, "arguments": json.dumps(call.function.arguments)},
            }
            for index, call in enumerate(message.tool_calls)
        ]
    return converted
