"""Ollama's API under /ollama, with the gateway as its one model."""

from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from voice_gateway import __version__
from voice_gateway.console.as_model import NAME, AsModel, answers_to
from voice_gateway.console.console import Console
from voice_gateway.console.operations import Operation
from voice_gateway.console.requests import history_of, json_body
from voice_gateway.engine import ChatRequest, EngineError, answer
from voice_gateway.engine.api import alive, version
from voice_gateway.engine.generate import as_chat
from voice_gateway.engine.request import GenerateRequest, ShowRequest, parse_request
from voice_gateway.engine.responses import LINES, json_response, ollama_response

Json = dict[str, Any]
_STARTED = datetime.now(UTC)
_NO_MODEL = {404: "There is no such model; use voice-gateway.", 503: "No model answers."}


Named = Literal["voice-gateway", "voice-gateway:latest"]


class OllamaChat(ChatRequest):
    """A conversation whose last message is answered. To tools of the caller, calls are answered."""

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
            Operation("ollama_version", "GET", f"{prefix}/version", group, "Which API", version),
            Operation("ollama", "GET", "/ollama/", group, "Is it there", alive, gives="text/plain"),
        ]  # fmt: skip

    async def chat(self, request: Request) -> Response:
        asked = await history_of(request, ChatRequest)
        _known(asked.model)
        if not asked.messages:
            return json_response(answer.nothing_said("chat", asked.model, "load"))
        items = self._model.answer(asked)
        return await ollama_response(request, "chat", asked.model, items, stream=asked.stream)

    async def generate(self, request: Request) -> Response:
        asked = await history_of(request, GenerateRequest)
        _known(asked.model)
        if not asked.prompt:
            return json_response(answer.nothing_said("generate", asked.model, "load"))
        if asked.raw or asked.suffix or asked.context:
            raise EngineError(f"{NAME} answers sentences only: no raw prompt, suffix or context", 400)
        items = self._model.answer(as_chat(asked))
        return await ollama_response(request, "generate", asked.model, items, stream=asked.stream)

    async def show(self, request: Request) -> Response:
        asked = parse_request(ShowRequest, await json_body(request))
        _known(asked.model or asked.name)
        window = self._console.gateway.client.window
        return json_response(
            {
                "license": "",
                "modelfile": f"# {NAME} {__version__}, answered by {self._console.gateway.client.name}\n",
                "parameters": "",
                "template": "{{ .Prompt }}",
                "details": _details(),
                "model_info": {"general.architecture": NAME, f"{NAME}.context_length": window},
                "capabilities": ["completion", "tools"],
                "modified_at": answer.stamp(_STARTED),
            }
        )

    async def tags(self, _request: Request) -> Response:
        return json_response({"models": [_listed() | {"modified_at": answer.stamp(_STARTED)}]})

    async def ps(self, _request: Request) -> Response:
        never = answer.stamp(_STARTED.replace(year=_STARTED.year + 100))
        return json_response({"models": [_listed() | {"expires_at": never, "size_vram": 0}]})


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
