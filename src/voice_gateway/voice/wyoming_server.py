"""Where satellites and Home Assistant connect by the Wyoming protocol."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlparse

from wyoming.server import AsyncServer, AsyncTcpServer

from voice_gateway.errors import SettingsError
from voice_gateway.voice.errors import SoundError
from voice_gateway.voice.satellite import Satellite
from voice_gateway.voice.wyoming import WyomingService


@asynccontextmanager
async def serve_wyoming(service: WyomingService, uri: str) -> AsyncIterator[str]:
    """Serve while the block lasts; gives the address, with the port that was chosen for port 0."""
    server = _server(uri)
    try:
        await server.start(lambda reader, writer: Satellite(service, reader, writer))
    except OSError as error:
        raise SoundError(
            f"Nobody can connect at {uri}: {error.strerror or error}.",
            fix="Choose another address with voice.wyoming or --uri.",
        ) from None
    try:
        yield _address(server, uri)
    finally:
        with suppress(OSError):
            await server.stop()


def _server(uri: str) -> AsyncServer:
    try:
        if urlparse(uri).scheme not in ("tcp", "unix"):
            raise ValueError("it must begin with tcp:// or unix://")
        if (parsed := urlparse(uri)).scheme == "tcp" and parsed.port == 0:
            return AsyncTcpServer(parsed.hostname or "127.0.0.1", 0)
        return AsyncServer.from_uri(uri)
    except ValueError as error:
        raise SettingsError(
            f"“{uri}” is no address for Wyoming: {error}.", fix="Use for example tcp://127.0.0.1:10310."
        ) from None


def _address(server: AsyncServer, uri: str) -> str:
    listener = getattr(server, "_server", None)
    if not isinstance(server, AsyncTcpServer) or not isinstance(listener, asyncio.Server):
        return uri
    return f"tcp://{server.host}:{listener.sockets[0].getsockname()[1]}"
