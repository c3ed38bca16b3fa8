"""The page before what is behind it has come up: it is shown at once, and whatever is asked waits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from voice_gateway.console.access import Access
from voice_gateway.console.pages import is_page, page_routes
from voice_gateway.console.refused import Refused, answer_refused, problem_response
from voice_gateway.console.request_checks import HEALTH, door
from voice_gateway.console.shapes import Health, Problem
from voice_gateway.settings.model import ConsoleSettings


class Doorway:
    """An ASGI application that leads to another, which may come later."""

    def __init__(self, access: Access, settings: ConsoleSettings) -> None:
        self._page = Starlette(
            routes=[*page_routes(), Route(HEALTH, _starting)],
            middleware=[door(access, settings)],
            exception_handlers={Refused: answer_refused},
        )
        self._behind: ASGIApp = _nothing_came
        self._open = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._page(scope, receive, send)
            return
        if not self._open.is_set() and _is_shown(scope):
            await self._page(scope, receive, send)
            return
        await self._open.wait()
        await self._behind(scope, receive, send)

    @asynccontextmanager
    async def leading_to(self, app: Starlette) -> AsyncIterator[None]:
        """Have `app` answer, beginning with what has waited."""
        async with app.router.lifespan_context(app):
            self._behind = app
            self._open.set()
            yield

    def close(self) -> None:
        """Nothing more will come up: who waits is told so."""
        self._open.set()


def _is_shown(scope: Scope) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] in ("GET", "HEAD")
        and (is_page(scope["path"]) or scope["path"] == HEALTH)
    )


async def _starting(_request: Request) -> Response:
    return Response(Health(status="starting").model_dump_json(), media_type="application/json")


async def _nothing_came(scope: Scope, receive: Receive, send: Send) -> None:
    problem = Problem(error="The gateway ended before it had started.", fix="Its terminal or log says why.")
    await problem_response(503, problem)(scope, receive, send)
