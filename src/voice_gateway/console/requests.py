"""Reads what a request carries, and writes what it gets."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.problems import Refused
from voice_gateway.engine.request import parse_json

Model = TypeVar("Model", bound=BaseModel)


async def body_of(request: Request, kind: type[Model]) -> Model:
    """The JSON body, checked. Raises `Refused` in words that name the key."""
    return checked(kind, parse_json(await json_body(request)))


async def json_body(request: Request) -> bytes:
    """The body, which says that it is JSON."""
    sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sent != "application/json":
        # A form on a stranger's page can send anything but this without asking first.
        raise Refused(415, "The body must be JSON.", fix="Send it with Content-Type: application/json.")
    return await request.body()


def checked(kind: type[Model], value: object) -> Model:
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        detail = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(step) for step in detail["loc"]) or "the body"
        raise Refused(422, f"{where}: {detail['msg']}.", fix="See /docs for what is taken.") from None


def reply(value: BaseModel, status: int = 200) -> Response:
    return Response(value.model_dump_json(), status, media_type="application/json")


def wants_events(request: Request, asked: bool) -> bool:
    """Whether the answer is to come as server-sent events: by the body, or by the Accept header."""
    return asked or "text/event-stream" in request.headers.get("accept", "")
