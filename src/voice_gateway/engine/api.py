"""Ollama's API over the built-in engine, so that any client of Ollama's is a client of ours."""

from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from voice_gateway.engine import answer, openai
from voice_gateway.engine.answer import Kind
from voice_gateway.engine.engine import Engine, Items, conversation
from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.generate import generated
from voice_gateway.engine.guard import Guard
from voice_gateway.engine.lifetime import Lifetime
from voice_gateway.engine.openai_request import ChatCompletionRequest, CompletionRequest
from voice_gateway.engine.refusals import NO_EMBEDDINGS, refused_routes, say_not_there, say_problem
from voice_gateway.engine.request import (
    ChatRequest,
    EmbedRequest,
    GenerateRequest,
    ShowRequest,
    parse_request,
)
from voice_gateway.engine.responses import json_response, ollama_response, openai_response
from voice_gateway.errors import GatewayError
from voice_gateway.model_name import is_name

VERSION: Final = "0.33.0"
"""The version of Ollama whose API this is."""


class OllamaApi:
    """The routes, and the engine behind them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lifetime = Lifetime(engine)

    async def chat(self, request: Request) -> Response:
        asked = parse_request(ChatRequest, await request.body())
        self._known(asked.model)
        if not asked.messages:
            return await self._without_words("chat", asked.model, asked.keep_alive)
        items = self._kept(request, self._engine.chat(asked), asked.keep_alive)
        return await ollama_response(request, "chat", asked.model, items, stream=asked.stream)

    async def generate(self, request: Request) -> Response:
        asked = parse_request(GenerateRequest, await request.body())
        self._known(asked.model, missing=(f"model '{asked.model}' not found", 404))
        if not asked.prompt:
            return await self._without_words("generate", asked.model, asked.keep_alive)
        items = self._kept(request, generated(self._engine, asked), asked.keep_alive)
        return await ollama_response(request, "generate", asked.model, items, stream=asked.stream)

    async def openai_chat(self, request: Request) -> Response:
        sent = parse_request(ChatCompletionRequest, await request.body())
        asked = sent.as_ollama()
        self._known(asked.model)
        items = self._kept(request, self._engine.chat(asked))
        return await openai_response(
            request, "chat", asked.model, items, stream=asked.stream, usage=sent.usage
        )

    async def openai_complete(self, request: Request) -> Response:
        sent = parse_request(CompletionRequest, await request.body())
        asked = sent.as_ollama()
        self._known(asked.model)
        items = self._kept(request, generated(self._engine, asked))
        return await openai_response(
            request, "generate", asked.model, items, stream=asked.stream, usage=sent.usage
        )

    async def embed(self, request: Request) -> Response:
        """There are none; but what else is wrong with a request is said first, and no text needs none."""
        asked = parse_request(EmbedRequest, await request.body())
        older = request.url.path == "/api/embeddings"
        given = asked.prompt if older else asked.input
        texts = given if isinstance(given, list) else [given or ""]
        if not all(isinstance(text, str) for text in texts):
            raise EngineError("invalid input type", 400)
        self._known(asked.model, unknown=f'model "{asked.model}" not found, try pulling it first')
        if given:
            raise EngineError(NO_EMBEDDINGS, 501)
        await self._engine.load()
        return json_response({"embedding": []} if older else {"model": asked.model, "embeddings": []})

    async def tags(self, _request: Request) -> Response:
        return json_response({"models": [answer.listed(self._engine.model)]})

    async def show(self, request: Request) -> Response:
        asked = parse_request(ShowRequest, await request.body())
        self._known(asked.model or asked.name)
        return json_response(answer.shown(self._engine.model))

    async def ps(self, _request: Request) -> Response:
        engine = self._engine
        models = (
            [answer.running(engine.model, engine.context, self._lifetime.expires)] if engine.loaded else []
        )
        return json_response({"models": models})

    async def openai_models(self, _request: Request) -> Response:
        return json_response({"object": "list", "data": [openai.listed(self._engine.model)]})

    async def openai_model(self, request: Request) -> Response:
        name = request.path_params["model"]
        self._known(name)
        return json_response(openai.listed(self._engine.model, name))

    def _known(
        self, name: str, *, missing: tuple[str, int] = ("model is required", 400), unknown: str = ""
    ) -> None:
        if not name.strip():
            raise EngineError(*missing)
        if not is_name(name):
            raise EngineError("invalid model name", 400)
        if not self._engine.model.answers_to(name):
            raise EngineError(unknown or f"model '{name}' not found", 404)

    async def _without_words(self, kind: Kind, model: str, keep_alive: float | None) -> Response:
        if keep_alive == 0:
            await self._engine.unload()
            return json_response(answer.nothing_said(kind, model, "unload"))
        await self._engine.load()
        self._lifetime.extend(keep_alive)
        return json_response(answer.nothing_said(kind, model, "load"))

    async def _kept(self, request: Request, items: Items, keep_alive: float | None = None) -> Items:
        """Pass the items on, and begin the model's time in memory anew when the answer is over."""
        conversation.set(_who(request))
        try:
            async for item in items:
                yield item
        finally:
            await items.aclose()
            self._lifetime.extend(keep_alive)


def create_app(engine: Engine, bound: str | None = None) -> Starlette:
    """Ollama's API as an ASGI application; `bound` is the address it listens on, if it listens on any."""
    api = OllamaApi(engine)
    routes = [
        Route("/", alive, methods=["GET", "HEAD"]),
        Route("/api/version", version, methods=["GET", "HEAD"]),
        Route("/api/tags", api.tags, methods=["GET", "HEAD"]),
        Route("/api/ps", api.ps, methods=["GET"]),
        Route("/api/show", api.show, methods=["POST"]),
        Route("/api/chat", api.chat, methods=["POST"]),
        Route("/api/generate", api.generate, methods=["POST"]),
        Route("/api/embed", api.embed, methods=["POST"]),
        Route("/api/embeddings", api.embed, methods=["POST"]),
        Route("/v1/chat/completions", api.openai_chat, methods=["POST"]),
        Route("/v1/completions", api.openai_complete, methods=["POST"]),
        Route("/v1/models", api.openai_models, methods=["GET"]),
        Route("/v1/models/{model}", api.openai_model, methods=["GET"]),
        *refused_routes(),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, bound=bound)],
        exception_handlers={
            EngineError: say_problem,
            GatewayError: say_problem,
            HTTPException: say_not_there,
        },
    )


def _who(request: Request) -> str:
    """Whose conversation a request belongs to: the one it names, or else its connection."""
    client = request.client
    return request.headers.get("x-conversation") or (f"{client.host}:{client.port}" if client else "")


async def alive(_request: Request) -> Response:
    return PlainTextResponse("Ollama is running")


async def version(_request: Request) -> Response:
    return json_response({"version": VERSION})
