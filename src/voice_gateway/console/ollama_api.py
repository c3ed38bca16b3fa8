"""Ollama's API under /ollama, with the gateway as its one model."""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import Field
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from voice_gateway import __version__
from voice_gateway.console.as_model import NAME, AsModel, answers_to
from voice_gateway.console.console import Console
from voice_gateway.console.operations import Operation
from voice_gateway.engine import ChatRequest, End, EngineError, Message, Piece, answer
from voice_gateway.engine.answer import Kind
from voice_gateway.engine.api import VERSION, whole
from voice_gateway.engine.disconnect import unless_gone
from voice_gateway.engine.engine import Items
from voice_gateway.engine.request import GenerateRequest, ShowRequest, parse_request

Json = dict[str, Any]
LINES = "application/x-ndjson"
_STARTED = datetime.now(UTC)
_NO_MODEL = {404: "There is no such model; use voice-gateway.", 503: "No model answers."}


Named = Literal["voice-gateway", "voice-gateway:latest"]


class OllamaChat(ChatRequest):
    """A conversation whose last message is answered. Tools and instructions of the caller are not used."""

    model: Named = Field()


class OllamaPrompt(GenerateRequest):
    """One sentence to answer."""

    model: Named = Field()


class OllamaApi:
    """What Ollama's clients need to talk: chat, generate, and questions about the model."""

    def __init__(self, console: Console, model: AsModel) -> None:
        self._console = console
        self._model = model

    def operations(self) -> list[Operation]:
        group, prefix = "As an Ollama model", "/ollama/api"
        return [
            Operation(
                "ollama_chat", "POST", f"{prefix}/chat", group, "Chat", self.chat, OllamaChat,
                streams=LINES, problems=_NO_MODEL,
            ),
            Operation(
                "ollama_generate", "POST", f"{prefix}/generate", group, "Answer a prompt", self.generate,
                OllamaPrompt, streams=LINES, problems=_NO_MODEL,
            ),
            Operation(
                "ollama_show", "POST", f"{prefix}/show", group, "Describe the model", self.show, ShowRequest,
                problems={404: _NO_MODEL[404]},
            ),
            Operation("ollama_tags", "GET", f"{prefix}/tags", group, "List models", self.tags),
            Operation("ollama_ps", "GET", f"{prefix}/ps", group, "List loaded models", self.ps),
            Operation("ollama_version", "GET", f"{prefix}/version", group, "Which API", self.version),
            Operation("ollama", "GET", "/ollama/", group, "Is it there", self.alive, gives="text/plain"),
        ]  # fmt: skip

    async def chat(self, request: Request) -> Response:
        asked = parse_request(ChatRequest, await request.body())
        _known(asked.model)
        if not asked.messages:
            return _json(answer.nothing_said("chat", asked.model, "load"))
        return await self._answer(request, "chat", asked, self._model.answer(asked.messages))

    async def generate(self, request: Request) -> Response:
        asked = parse_request(GenerateRequest, await request.body())
        _known(asked.model)
        if not asked.prompt:
            return _json(answer.nothing_said("generate", asked.model, "load"))
        prompt = Message(role="user", content=asked.prompt, images=asked.images)
        return await self._answer(request, "generate", asked, self._model.answer([prompt]))

    async def show(self, request: Request) -> Response:
        asked = parse_request(ShowRequest, await request.body())
        _known(asked.model or asked.name)
        window = self._console.gateway.client.window
        return _json(
            {
                "license": "",
                "modelfile": f"# {NAME} {__version__}, answered by {self._console.gateway.client.name}\n",
                "parameters": "",
                "template": "{{ .Prompt }}",
                "details": _details(),
                "model_info": {"general.architecture": NAME, f"{NAME}.context_length": window},
                "capabilities": ["completion"],
                "modified_at": answer.stamp(_STARTED),
            }
        )

    async def tags(self, _request: Request) -> Response:
        return _json({"models": [_listed() | {"modified_at": answer.stamp(_STARTED)}]})

    async def ps(self, _request: Request) -> Response:
        never = answer.stamp(_STARTED.replace(year=_STARTED.year + 100))
        return _json({"models": [_listed() | {"expires_at": never, "size_vram": 0}]})

    async def version(self, _request: Request) -> Response:
        return _json({"version": VERSION})

    async def alive(self, _request: Request) -> Response:
        return PlainTextResponse("Ollama is running")

    async def _answer(
        self, request: Request, kind: Kind, asked: ChatRequest | GenerateRequest, items: Items
    ) -> Response:
        if not asked.stream:
            pieces, ending = await unless_gone(request, whole(items))
            return _json(answer.end(kind, asked.model, ending, answer.joined(pieces)))
        # The first piece is waited for, so that what is wrong with the request is still a status.
        first = await unless_gone(request, anext(items))
        return StreamingResponse(_lines(kind, asked.model, first, items), media_type=LINES)


async def _lines(kind: Kind, model: str, first: Piece | End, rest: Items) -> AsyncIterator[bytes]:
    async with aclosing(rest):
        try:
            item: Piece | End | None = first
            while item is not None:
                if isinstance(item, End):
                    yield _encoded(answer.end(kind, model, item))
                    return
                yield _encoded(answer.chunk(kind, model, item))
                item = await anext(rest, None)
        except EngineError as error:
            yield _encoded({"error": error.message})


def _known(name: str) -> None:
    if not name:
        raise EngineError("model is required", 400)
    if not answers_to(name):
        raise EngineError(f"model '{name}' not found", 404)


def _details() -> Json:
    return {
        "parent_model": "",
        "format": "gguf",
        "family": NAME,
        "families": [NAME],
        "parameter_size": "",
        "quantization_level": "",
    }


def _listed() -> Json:
    name = f"{NAME}:latest"
    return {"name": name, "model": name, "size": 0, "digest": "0" * 64, "details": _details()}


def _encoded(value: Json) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _json(value: Json) -> Response:
    return Response(_encoded(value).rstrip(), media_type="application/json")
