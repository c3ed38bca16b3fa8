"""The ASGI application: everything that is served, behind one door."""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from voice_gateway.console.access import Access
from voice_gateway.console.as_model import AsModel
from voice_gateway.console.console import Console
from voice_gateway.console.device_words import DeviceWordsApi
from voice_gateway.console.history_api import HistoryApi
from voice_gateway.console.home_view import NeedsYes
from voice_gateway.console.insight_api import InsightApi
from voice_gateway.console.kept_api import KeptApi
from voice_gateway.console.link_api import LinkApi
from voice_gateway.console.mcp_route import McpRoute
from voice_gateway.console.ollama_api import OllamaApi
from voice_gateway.console.openai_api import OpenAiApi
from voice_gateway.console.openapi import document
from voice_gateway.console.operations import Operation, routes
from voice_gateway.console.own_api import OwnApi
from voice_gateway.console.pages import page_routes
from voice_gateway.console.problems import answer_problem, problem_of, status_of
from voice_gateway.console.questions import yes_to
from voice_gateway.console.refused import problem_response
from voice_gateway.console.request_checks import door
from voice_gateway.console.requests import reply
from voice_gateway.console.settings_api import SettingsApi
from voice_gateway.console.setup_api import SetupApi
from voice_gateway.console.shapes import Health
from voice_gateway.console.wishes_api import WishesApi
from voice_gateway.engine import EngineError
from voice_gateway.errors import GatewayError

MOST_SESSIONS: Final = 200
IDLE_SECONDS: Final = 600.0
"""Of MCP, whose clients may begin as many as they like, and often end none."""


def create_app(console: Console, access: Access, *, extra: Sequence[BaseRoute] = ()) -> Starlette:
    """The console as an ASGI application. `extra` routes, such as voice's, come behind the same door."""
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from voice_gateway.console.mcp_api import build_server

    mcp = StreamableHTTPSessionManager(
        build_server(console), max_sessions=MOST_SESSIONS, session_idle_timeout=IDLE_SECONDS
    )

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with console.running(), mcp.run():
            yield

    operations = all_operations(console)
    described = json.dumps(document(operations)).encode()

    async def openapi(_request: Request) -> Response:
        return Response(described, media_type="application/json")

    app = Starlette(
        routes=[
            *page_routes(),
            Route("/openapi.json", openapi, methods=["GET", "HEAD"]),
            *routes(operations),
            *extra,
            Route("/mcp", McpRoute(mcp)),
        ],
        middleware=[door(access, console.gateway.settings.console)],
        lifespan=lifespan,
        exception_handlers={
            NeedsYes: _ask_first,
            GatewayError: _problem,
            EngineError: _problem,
            HTTPException: answer_problem,
            500: answer_problem,
        },
    )
    # A slash too many is an unknown address: a redirect would lose the body of a POST in many clients.
    app.router.redirect_slashes = False
    return app


def all_operations(console: Console) -> list[Operation]:
    """The whole interface."""
    model = AsModel(console)

    async def metrics(_request: Request) -> Response:
        return Response(console.gateway.metrics.exposition(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def health(_request: Request) -> Response:
        return reply(Health())

    return [
        *OwnApi(console).operations(),
        *InsightApi(console).operations(),
        *LinkApi(console).operations(),
        *KeptApi(console).operations(),
        *WishesApi(console).operations(),
        *HistoryApi(console.history, console.gateway.home).operations(),
        *_settings_operations(console),
        *OpenAiApi(model).operations(),
        *OllamaApi(console, model).operations(),
        Operation(
            "metrics", "GET", "/metrics", "Watch", "Figures for Prometheus", metrics, gives="text/plain"
        ),
        Operation("health", "GET", "/healthz", "Watch", "Is it up", health, gives=Health, open=True),
    ]


def _settings_operations(console: Console) -> Iterator[Operation]:
    """What can be set, where there is a file to write it to."""
    if setting_up := console.setting_up:
        yield from SetupApi(console.gateway, setting_up).operations()
        yield from SettingsApi(console.gateway.settings, setting_up).operations()
        if home := console.gateway.home:
            yield from DeviceWordsApi(home, console.gateway.guard, setting_up.path).operations()
        if console.gateway.settings.fleet.nats_url:
            from voice_gateway.console.fleet_api import FleetApi

            yield from FleetApi(console.gateway.settings.fleet).operations()


async def _ask_first(_request: Request, error: Exception) -> Response:
    problem = problem_of(error)
    question = error.question if isinstance(error, NeedsYes) else ""
    asked = {"question": question, "yes": yes_to([question])}
    return problem_response(status_of(error), problem.model_copy(update=asked))


async def _problem(request: Request, error: Exception) -> Response:
    """Each of the interfaces has its own way to say what is wrong."""
    path, status, problem = request.url.path, status_of(error), problem_of(error)
    said = f"{problem.error} {problem.fix}" if problem.fix else problem.error
    if path.startswith("/v1/"):
        kind = "server_error" if status >= 500 else "invalid_request_error"
        code = "model_not_found" if status == 404 else None
        told: object = {"error": {"message": said, "type": kind, "param": None, "code": code}}
    elif path.startswith("/ollama/"):
        told = {"error": said}
    else:
        return await answer_problem(request, error)
    return Response(json.dumps(told).encode(), status, media_type="application/json")
