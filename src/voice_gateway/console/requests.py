"""Reads what a request carries, and writes what it gets."""

import asyncio
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.operations import Parameter
from voice_gateway.console.refused import Refused
from voice_gateway.engine.part import Part
from voice_gateway.engine.request import parse_json, parse_request

Model = TypeVar("Model", bound=BaseModel)
PartT = TypeVar("PartT", bound=Part)

MOST_HISTORY = 1_048_576
"""Bytes of a conversation that a program may send; many times what any model here could read."""

_AT_ONCE = 16_384
"""Bytes that are parsed in a moment. More are parsed beside the event loop, so that nobody waits for it."""


async def body_of(request: Request, kind: type[Model]) -> Model:
    """The JSON body, checked. Raises `Refused` in words that name the key."""
    return checked(kind, parse_json(await json_body(request)))


async def json_body(request: Request) -> bytes:
    """The body, which says that it is JSON."""
    _must_be_json(request)
    return await request.body()


def _must_be_json(request: Request) -> None:
    sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sent != "application/json":
        # A form on a stranger's page can send anything but this without asking first.
        raise Refused(415, "The body must be JSON.", fix="Send it with Content-Type: application/json.")


async def history_of(request: Request, kind: type[PartT]) -> PartT:
    """A conversation as programs send it. One that is too long is refused before it is read."""
    _must_be_json(request)
    if int(request.headers.get("content-length", "0")) > MOST_HISTORY:
        raise _too_long()
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MOST_HISTORY:
            raise _too_long()
    if len(body) <= _AT_ONCE:
        return parse_request(kind, bytes(body))
    return await asyncio.to_thread(parse_request, kind, bytes(body))


def _too_long() -> Refused:
    return Refused(
        413,
        f"The conversation is longer than {MOST_HISTORY:,} bytes.",
        fix="Leave out what was said long ago.",
    )


def checked(kind: type[Model], value: object) -> Model:
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        detail = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(step) for step in detail["loc"]) or "the body"
        raise Refused(422, f"{where}: {detail['msg']}.", fix="See /docs for what is taken.") from None


def reply(value: BaseModel) -> Response:
    return Response(value.model_dump_json(), media_type="application/json")


def wants_events(request: Request, asked: bool) -> bool:
    """Whether the answer is to come as server-sent events: by the body, or by the Accept header."""
    return asked or "text/event-stream" in request.headers.get("accept", "")


def number_of(request: Request, parameter: Parameter) -> int:
    """A whole number from behind the question mark, within the bounds of its schema."""
    least, most = parameter.schema["minimum"], parameter.schema["maximum"]
    given = request.query_params.get(parameter.name)
    if given is None:
        return int(parameter.schema["default"])
    if not (given.isascii() and given.isdigit() and least <= int(given[:9]) <= most):
        raise Refused(422, f"{parameter.name} must be a number from {least} to {most}.")
    return int(given)
