"""OpenAI's chat API under /v1, with the gateway as its one model."""

import json
import time
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from voice_gateway.console.as_model import NAME, AsModel, answers_to
from voice_gateway.console.operations import Operation
from voice_gateway.console.shapes import OpenAiProblem
from voice_gateway.engine import End, EngineError, Piece, answer, openai
from voice_gateway.engine.api import whole
from voice_gateway.engine.disconnect import unless_gone
from voice_gateway.engine.engine import Items
from voice_gateway.engine.request import parse_json

Json = dict[str, Any]
EVENTS = "text/event-stream"
_STARTED = int(time.time())
_BODY: Json = {
    "type": "object",
    "required": ["model", "messages"],
    "properties": {
        "model": {"enum": [NAME, f"{NAME}:latest"]},
        "messages": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["role", "content"],
                "properties": {
                    "role": {"enum": ["system", "user", "assistant"]},
                    "content": {"type": "string"},
                },
            },
        },
        "stream": {"type": "boolean", "default": False},
        "stream_options": {"type": "object", "properties": {"include_usage": {"type": "boolean"}}},
    },
}


class OpenAiApi:
    """Chat completions, and the list of one model."""

    def __init__(self, model: AsModel) -> None:
        self._model = model

    def operations(self) -> list[Operation]:
        group = "As an OpenAI model"
        problems = {404: "There is no such model; use voice-gateway.", 503: "No model answers."}
        return [
            Operation(
                "openai_chat", "POST", "/v1/chat/completions", group, "Complete a chat", self.chat, _BODY,
                streams=EVENTS, problems=problems, problem=OpenAiProblem,
            ),
            Operation("openai_models", "GET", "/v1/models", group, "List models", self.models),
            Operation(
                "openai_model", "GET", f"/v1/models/{NAME}", group, "Describe the model", self.model,
            ),
        ]  # fmt: skip

    async def chat(self, request: Request) -> Response:
        body = await request.body()
        asked = openai.parse_openai(body)
        if not answers_to(asked.model):
            raise EngineError(f"The model `{asked.model}` does not exist; use `{NAME}`.", 404)
        items = self._model.answer(asked.messages)
        if not asked.stream:
            pieces, ending = await unless_gone(request, whole(items))
            return _json(openai.whole(asked.model, answer.joined(pieces), ending))
        first = await unless_gone(request, anext(items))
        options = parse_json(body).get("stream_options")
        usage = isinstance(options, dict) and options.get("include_usage") is True
        events = _with_usage(asked.model, first, items) if usage else openai.events(asked.model, first, items)
        return StreamingResponse(events, media_type=EVENTS)

    async def models(self, _request: Request) -> Response:
        return _json({"object": "list", "data": [_listed()]})

    async def model(self, _request: Request) -> Response:
        return _json(_listed())


async def _with_usage(model: str, first: Piece | End, items: Items) -> AsyncIterator[bytes]:
    """The same events, and before the last one the count of tokens."""
    ended: list[End] = [first] if isinstance(first, End) else []

    async def watched() -> Items:
        async for item in items:
            if isinstance(item, End):
                ended.append(item)
            yield item

    async for said in openai.events(model, first, watched()):
        if said.startswith(b"data: [DONE]") and ended:
            told = openai.whole(model, Piece(), ended[-1]) | {
                "object": "chat.completion.chunk",
                "choices": [],
            }
            yield b"data: " + json.dumps(told).encode() + b"\n\n"
        yield said


def _listed() -> Json:
    return {"id": NAME, "object": "model", "created": _STARTED, "owned_by": NAME}


def _json(value: Json) -> Response:
    return Response(json.dumps(value).encode(), media_type="application/json")
