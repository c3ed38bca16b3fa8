"""OpenAI's chat API under /v1, with the gateway as its one model."""

import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.as_model import NAME, AsModel, answers_to
from voice_gateway.console.operations import Operation
from voice_gateway.console.requests import history_of
from voice_gateway.console.shapes import OpenAiProblem
from voice_gateway.engine import EngineError
from voice_gateway.engine.openai_request import ChatCompletionRequest
from voice_gateway.engine.responses import EVENTS, json_response, openai_response

Json = dict[str, Any]
_STARTED = int(time.time())
_FUNCTION: Json = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "minLength": 1},
        "description": {"type": "string"},
        "parameters": {"type": "object"},
    },
}
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
                    "role": {"enum": ["system", "user", "assistant", "tool"]},
                    "content": {"type": "string"},
                },
            },
        },
        "tools": {
            "type": "array",
            "description": "Tools of the caller: it is answered with calls to them, or in words.",
            "items": {"type": "object", "required": ["function"], "properties": {"function": _FUNCTION}},
        },
        "tool_choice": {"enum": ["auto", "none", "required"], "default": "auto"},
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
        sent = await history_of(request, ChatCompletionRequest)
        asked = sent.as_ollama()
        if not answers_to(asked.model):
            raise EngineError(f"The model `{asked.model}` does not exist; use `{NAME}`.", 404)
        items = self._model.answer(asked)
        return await openai_response(
            request, "chat", asked.model, items, stream=asked.stream, usage=sent.usage
        )

    async def models(self, _request: Request) -> Response:
        return json_response({"object": "list", "data": [_listed()]})

    async def model(self, _request: Request) -> Response:
        return json_response(_listed())


def _listed() -> Json:
    return {"id": NAME, "object": "model", "created": _STARTED, "owned_by": NAME}
