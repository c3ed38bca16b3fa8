"""Ollama's API over the built-in engine, so that any client of Ollama's is a client of ours."""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from voice_gateway.engine import answer, openai
from voice_gateway.engine.answer import Kind
from voice_gateway.engine.disconnect import unless_gone
from voice_gateway.engine.engine import Engine, Items, conversation
from voice_gateway.engine.events import End, Piece
from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.lifetime import Lifetime
from voice_gateway.engine.request import ChatRequest, GenerateRequest, Message, ShowRequest, parse_request
from voice_gateway.errors import GatewayError

Json = dict[str, Any]

VERSION: Final = "0.33.0"
"""The version of Ollama whose API this is."""

_UNSUPPORTED: Final = ("/api/pull", "/api/push", "/api/create", "/api/copy", "/api/delete")
_ANY_METHOD: Final = ["GET", "POST", "DELETE"]


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
        return await self._answer(request, "chat", asked, self._engine.chat(asked))

    async def generate(self, request: Request) -> Response:
        asked = parse_request(GenerateRequest, await request.body())
        self._known(asked.model)
        if asked.suffix:
            raise EngineError(f'"{asked.model}" does not support insert', 400)
        if not asked.prompt:
            return await self._without_words("generate", asked.model, asked.keep_alive)
        if asked.raw:
            items = self._engine.complete(asked.prompt, asked.format, asked.options)
        else:
            items = self._engine.chat(_as_chat(asked))
        return await self._answer(request, "generate", asked, items)

    async def openai_chat(self, request: Request) -> Response:
        asked = openai.parse_openai(await request.body())
        self._known(asked.model)
        conversation.set(_who(request))
        generator = self._extending(self._engine.chat(asked), None)
        if not asked.stream:
            pieces, ending = await unless_gone(request, whole(generator))
            return _json(openai.whole(asked.model, answer.joined(pieces), ending))
        first = await unless_gone(request, anext(generator))
        return StreamingResponse(openai.events(asked.model, first, generator), media_type="text/event-stream")

    async def tags(self, _request: Request) -> Response:
        return _json({"models": [answer.listed(self._engine.model)]})

    async def show(self, request: Request) -> Response:
        asked = parse_request(ShowRequest, await request.body())
        self._known(asked.model or asked.name)
        return _json(answer.shown(self._engine.model))

    async def ps(self, _request: Request) -> Response:
        engine = self._engine
        models = (
            [answer.running(engine.model, engine.context, self._lifetime.expires)] if engine.loaded else []
        )
        return _json({"models": models})

    def _known(self, name: str) -> None:
        if not name:
            raise EngineError("model is required", 400)
        if not self._engine.model.answers_to(name):
            raise EngineError(f"model '{name}' not found", 404)

    async def _without_words(self, kind: Kind, model: str, keep_alive: float | None) -> Response:
        if keep_alive == 0:
            await self._engine.unload()
            return _json(answer.nothing_said(kind, model, "unload"))
        await self._engine.load()
        self._lifetime.extend(keep_alive)
        return _json(answer.nothing_said(kind, model, "load"))

    async def _answer(
        self,
        request: Request,
        kind: Kind,
        asked: ChatRequest | GenerateRequest,
        items: Items,
    ) -> Response:
        conversation.set(_who(request))
        generator = self._extending(items, asked.keep_alive)
        if not asked.stream:
            pieces, ending = await unless_gone(request, whole(generator))
            return _json(answer.end(kind, asked.model, ending, answer.joined(pieces)))
        # The first piece is waited for, so that what is wrong with the request is still a status, not a line.
        first = await unless_gone(request, anext(generator))
        lines = _lines(kind, asked.model, first, generator)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    async def _extending(self, items: Items, keep_alive: float | None) -> Items:
        """Pass the items on, and begin the model's time in memory anew when the answer is over."""
        try:
            async for item in items:
                yield item
        finally:
            await items.aclose()
            self._lifetime.extend(keep_alive)


def create_app(engine: Engine) -> Starlette:
    """Ollama's API as an ASGI application."""
    api = OllamaApi(engine)
    routes = [
        Route("/", _alive, methods=["GET", "HEAD"]),
        Route("/api/version", _version, methods=["GET", "HEAD"]),
        Route("/api/tags", api.tags, methods=["GET", "HEAD"]),
        Route("/api/ps", api.ps, methods=["GET"]),
        Route("/api/show", api.show, methods=["POST"]),
        Route("/api/chat", api.chat, methods=["POST"]),
        Route("/api/generate", api.generate, methods=["POST"]),
        Route("/v1/chat/completions", api.openai_chat, methods=["POST"]),
        Route("/api/embed", _no_embeddings, methods=["POST"]),
        Route("/api/embeddings", _no_embeddings, methods=["POST"]),
        *(Route(path, _unsupported, methods=_ANY_METHOD) for path in _UNSUPPORTED),
    ]
    return Starlette(
        routes=routes,
        exception_handlers={
            EngineError: _engine_error,
            GatewayError: _gateway_error,
            HTTPException: _http_error,
        },
    )


async def whole(generator: Items) -> tuple[list[Piece], End]:
    """All pieces of an answer, and its end."""
    pieces: list[Piece] = []
    async with aclosing(generator):
        async for item in generator:
            if isinstance(item, End):
                return pieces, item
            pieces.append(item)
    raise EngineError("the answer has no end")


async def _lines(kind: Kind, model: str, first: Piece | End, rest: Items) -> AsyncIterator[bytes]:
    async with aclosing(rest):
        try:
            yield _line(kind, model, first)
            async for item in rest:
                yield _line(kind, model, item)
        except EngineError as error:
            yield _encoded({"error": error.message})


def _line(kind: Kind, model: str, item: Piece | End) -> bytes:
    said = answer.end(kind, model, item) if isinstance(item, End) else answer.chunk(kind, model, item)
    return _encoded(said)


def _encoded(value: Json) -> bytes:
    """One line of JSON, in ASCII: httpx splits lines at characters that JSON lets pass, such as U+2028."""
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _json(value: Json, status: int = 200) -> Response:
    return Response(_encoded(value).rstrip(), status, media_type="application/json; charset=utf-8")


def _as_chat(asked: GenerateRequest) -> ChatRequest:
    """A prompt is a conversation of one message."""
    system = [Message(role="system", content=asked.system)] if asked.system else []
    user = Message(role="user", content=asked.prompt, images=asked.images)
    return ChatRequest(
        model=asked.model,
        messages=[*system, user],
        think=asked.think,
        format=asked.format,
        options=asked.options,
    )


def _who(request: Request) -> str:
    """Whose conversation a request belongs to: the one it names, or else its connection."""
    client = request.client
    return request.headers.get("x-conversation") or (f"{client.host}:{client.port}" if client else "")


async def _alive(_request: Request) -> Response:
    return PlainTextResponse("Ollama is running")


async def _version(_request: Request) -> Response:
    return _json({"version": VERSION})


async def _no_embeddings(_request: Request) -> Response:
    return _json({"error": "This server does not support embeddings"}, 501)


async def _unsupported(request: Request) -> Response:
    return _json({"error": f"the built-in engine has one model and no {request.url.path}"}, 501)


async def _engine_error(_request: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, error.status if isinstance(error, EngineError) else 500)


async def _gateway_error(_request: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, 500)


async def _http_error(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = {404: "404 page not found", 405: "405 method not allowed"}.get(status, str(error))
    return PlainTextResponse(detail, status)
