"""The engine on a socket, for anything else that speaks Ollama."""

import socket
from collections.abc import Callable

from voice_gateway.engine.api import create_app
from voice_gateway.engine.engine import Engine
from voice_gateway.errors import ModelError


async def serve(
    engine: Engine, host: str = "127.0.0.1", port: int = 11435, *, ready: Callable[[str], None] | None = None
) -> None:
    """Offer Ollama's API at this address until the process is told to end. `ready` is given the address."""
    import uvicorn

    from voice_gateway.http_connections import bounded_protocol

    listener = _listen(host, port)
    config = uvicorn.Config(
        create_app(engine, bound=listener.getsockname()[0]),
        lifespan="off",
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
        http=bounded_protocol(),
    )
    server = uvicorn.Server(config)
    if ready is not None:
        ready(_address(listener))
    try:
        await server.serve(sockets=[listener])
    finally:
        listener.close()
        await engine.close()


def _listen(host: str, port: int) -> socket.socket:
    """Bind before anything is loaded, so that an address that is taken is said at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
        # asyncio leaves Nagle's algorithm on for such sockets, and every answer would wait for an ACK.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        reason = f"Cannot listen on {host}:{port}: {error.strerror or error}."
        raise ModelError(reason, fix="Choose another with --port, or end what uses it.") from error


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
