"""What an answer looks like on the wire: one JSON object, or one a line."""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from voice_gateway.engine import answer, openai
from voice_gateway.engine.answer import Kind
from voice_gateway.engine.disconnect import unless_gone
from voice_gateway.engine.engine import Items
from voice_gateway.engine.events import End, Piece
from voice_gateway.engine.failure import EngineError

Json = dict[str, Any]

LINES = "application/x-ndjson"
EVENTS = "text/event-stream"


def json_response(value: Json, status: int = 200) -> Response:
    return Response(_encoded(value).rstrip(), status, media_type="application/json; charset=utf-8")


async def ollama_response(
    request: Request, kind: Kind, model: str, items: Items, *, stream: bool
) -> Response:
    """The answer in Ollama's form."""
    if not stream:
        piece, end = await unless_gone(request, _whole(items))
        return json_response(answer.end(kind, model, end, piece))
    # The first piece is waited for, so that what is wrong with the request is still a status, not a line.
    first = await unless_gone(request, anext(items))
    return StreamingResponse(_lines(kind, model, first, items), media_type=LINES)


async def openai_response(
    request: Request, kind: Kind, model: str, items: Items, *, stream: bool, usage: bool
) -> Response:
    """The answer in OpenAI's form."""
    if not stream:
        piece, end = await unless_gone(request, _whole(items))
        return Response(_encoded(openai.whole(kind, model, piece, end)), media_type="application/json")
    first = await unless_gone(request, anext(items))
    events = openai.events(kind, model, first, items, usage=usage)
    return StreamingResponse(events, headers={"Content-Type": EVENTS})


async def _whole(items: Items) -> tuple[Piece, End]:
    """The whole answer in one piece, and its end."""
    pieces: list[Piece] = []
    async with aclosing(items):
        async for item in items:
            if isinstance(item, End):
                return answer.joined(pieces), item
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
