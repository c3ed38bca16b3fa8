"""What is refused, and in which words: Ollama's own, or OpenAI's error object under /v1."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from voice_gateway.engine import openai
from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.options import OptionError
from voice_gateway.engine.responses import json_response

NO_EMBEDDINGS: Final = "This server does not support embeddings"
_ONE_MODEL: Final = "the built-in engine has one model; it cannot fetch, make, copy, send or remove any"
_NO_ACCOUNTS: Final = "the built-in engine knows no accounts"
_NO_IMAGES: Final = "the built-in engine makes no images"
_NOT_OFFERED: Final = (
    ("POST", "/api/pull", _ONE_MODEL),
    ("POST", "/api/push", _ONE_MODEL),
    ("POST", "/api/create", _ONE_MODEL),
    ("POST", "/api/copy", _ONE_MODEL),
    ("DELETE", "/api/delete", _ONE_MODEL),
    ("POST", "/api/blobs/{digest}", _ONE_MODEL),
    ("HEAD", "/api/blobs/{digest}", _ONE_MODEL),
    ("POST", "/api/me", _NO_ACCOUNTS),
    ("POST", "/api/signout", _NO_ACCOUNTS),
    ("POST", "/api/experimental/web_search", "the built-in engine does not search the web"),
    ("POST", "/api/experimental/web_fetch", "the built-in engine does not read the web"),
    ("POST", "/v1/embeddings", NO_EMBEDDINGS),
    ("POST", "/v1/responses", "the built-in engine does not offer responses; use /v1/chat/completions"),
    ("POST", "/v1/messages", "the built-in engine does not offer messages; use /v1/chat/completions"),
    ("POST", "/v1/images/generations", _NO_IMAGES),
    ("POST", "/v1/images/edits", _NO_IMAGES),
    ("POST", "/v1/audio/transcriptions", "the built-in engine hears nothing"),
)
"""What Ollama has beyond this, each with the words in which it is refused."""

_PLAIN: Final = {404: "404 page not found", 405: "405 method not allowed"}
_OLLAMAS_STATUS: Final = 500


def refused_routes() -> list[Route]:
    return [Route(path, _refusing(words), methods=[method]) for method, path, words in _NOT_OFFERED]


def _refusing(words: str) -> Callable[[Request], Awaitable[Response]]:
    async def refuse(_request: Request) -> Response:
        raise EngineError(words, 501)

    return refuse


async def say_problem(request: Request, error: Exception) -> Response:
    """A request that was understood, but not answered."""
    status = error.status if isinstance(error, EngineError) else 500
    if request.url.path.startswith("/v1/"):
        return json_response(openai.problem(status, str(error)), status)
    # Ollama reads options when it has begun to load the model, and an error there is its own.
    return json_response({"error": str(error)}, _OLLAMAS_STATUS if isinstance(error, OptionError) else status)


async def say_not_there(_request: Request, error: Exception) -> Response:
    """A path or a method that there is not."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    return PlainTextResponse(_PLAIN.get(status, str(error)), status, headers)
