"""Runs the server over standard input and output, or over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

from voice_gateway.devices.mcp_server.server import build_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from starlette.types import Receive, Scope, Send

    from voice_gateway.devices.guard import Guard
    from voice_gateway.devices.home import Home

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def run_stdio(home: Home, guard: Guard) -> NoReturn:
    """Serve one client until it closes standard input, or Ctrl-C."""
    _quiet()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_stdio(home, guard))
    os._exit(0)


def run_http(home: Home, guard: Guard, *, host: str, port: int) -> None:
    """Serve any number of clients at http://host:port/mcp until Ctrl-C."""
    _quiet()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_http(home, guard, host, port))


async def _stdio(home: Home, guard: Guard) -> None:
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Not every platform can have signal handlers; Ctrl-C then raises as usual.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with _open(home, guard):
        serving = asyncio.create_task(_serve_stdio(home, guard))
        ending = asyncio.create_task(stopped.wait())
        await asyncio.wait([serving, ending], return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    # The thread that reads standard input cannot be interrupted; an ordinary end would wait for one more
    # line.
    os._exit(0)


async def _serve_stdio(home: Home, guard: Guard) -> None:
    from mcp.server.stdio import stdio_server

    server = build_server(home, guard)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


async def _http(home: Home, guard: Guard, host: str, port: int) -> None:
    import uvicorn
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings
    from starlette.applications import Starlette
    from starlette.routing import Route

    # A web page in the user's own browser must not reach the home through a name that points to this machine.
    names = ["127.0.0.1:*", "localhost:*", "[::1]:*"] if host in LOOPBACK else [f"{host}:*"]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=host not in ("0.0.0.0", "::"),  # noqa: S104 (compared, not bound)
        allowed_hosts=names,
        allowed_origins=[f"http://{name}" for name in names],
    )
    manager = StreamableHTTPSessionManager(build_server(home, guard), security_settings=security)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    application = Starlette(routes=[Route("/mcp", _Endpoint(manager))], lifespan=lifespan)
    config = uvicorn.Config(
        application, host=host, port=port, log_level="warning", access_log=False, timeout_graceful_shutdown=1
    )
    sys.stderr.write(f"Z-Wave tools at http://{host}:{port}/mcp (Ctrl-C ends)\n")
    async with _open(home, guard):
        await uvicorn.Server(config).serve()


class _Endpoint:
    """An application at one exact path: a mounted one would only answer below it."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        self._manager = manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._manager.handle_request(scope, receive, send)


@contextlib.asynccontextmanager
async def _open(home: Home, guard: Guard) -> AsyncIterator[None]:
    await home.start()
    try:
        guard.check()
        yield
    finally:
        await home.close()


def _quiet() -> None:
    """Every request is logged at INFO by default; on standard error that hides what matters."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s: %(message)s")
