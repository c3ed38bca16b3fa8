"""One entry of the HTTP interface: where it is, what answers, and how it is described.

Routes and the OpenAPI document are both made from these, so that neither can say what the other does not.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voice_gateway.console.shapes import Problem

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Parameter:
    """A value in the path or behind the question mark."""

    name: str
    place: Literal["path", "query"]
    schema: Mapping[str, Any]
    meaning: str


@dataclass(frozen=True)
class Operation:
    name: str
    method: Literal["GET", "POST", "DELETE"]
    path: str
    group: str
    summary: str
    handler: Handler
    body: type[BaseModel] | Mapping[str, Any] | None = None
    """What is sent: a model, or a JSON Schema."""

    gives: type[BaseModel] | str = "application/json"
    """What comes back: a model, or only a media type."""

    streams: str | None = None
    """The media type of the answer when it is streamed."""

    parameters: tuple[Parameter, ...] = ()
    problems: Mapping[int, str] = field(default_factory=dict)
    """What else may come back, by status."""

    problem: type[BaseModel] = Problem
    """The form in which it comes back."""

    open: bool = False
    """Whether it needs no token."""


def routes(operations: Sequence[Operation]) -> list[Route]:
    """One route for each path, with all its methods."""
    by_path: dict[str, dict[str, Handler]] = {}
    for operation in operations:
        by_path.setdefault(operation.path, {})[operation.method] = operation.handler
    return [
        Route(path, _by_method(handlers), methods=[*handlers, *(["HEAD"] if "GET" in handlers else [])])
        for path, handlers in by_path.items()
    ]


def _by_method(handlers: Mapping[str, Handler]) -> Handler:
    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return handle
