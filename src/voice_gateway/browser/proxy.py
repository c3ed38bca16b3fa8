"""The only way out for the browser: a proxy on the loopback interface that checks every address it dials.

A page can redirect, embed, fetch or rename its host while it is open. So the boundary is not a list of
addresses that the browser is asked to keep to, but the place where connections are made: names are resolved
here, checked here, and what was checked is what is dialled.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Self

from voice_gateway.browser.addresses import AddressPolicy, Destination, canonical
from voice_gateway.browser.heads import Head, read_head
from voice_gateway.browser.refusal import AddressRefused
from voice_gateway.tasks import end

CONNECT_SECONDS = 4.0
LARGEST = 24 * 1024 * 1024
"""Bytes that one connection may bring. No page that is read aloud is larger; an endless one is."""

_ERRANDS = ("update.googleapis.com", "accounts.google.com", "content-autofill.googleapis.com")
"""Where Chromium goes by itself, whatever page is open."""

_CHUNK = 64 * 1024
_MOST_CONNECTIONS = 64

log = logging.getLogger(__name__)


class GuardedProxy:
    """Use it as `async with`; `url` is what a browser is told."""

    def __init__(self, policy: AddressPolicy) -> None:
        self._policy = policy
        self._server: asyncio.Server | None = None
        self._port = 0
        self._open: set[asyncio.Task[None] | None] = set()
        self.refused: list[str] = []
        """Hosts that were asked for and refused, the latest last."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_CHUNK)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server:
            self._server.close()
        await end(*self._open)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._open.add(task)
        try:
            if len(self._open) > _MOST_CONNECTIONS:
                await _answer(writer, 503, "Too many connections")
            elif head := await read_head(reader):
                await self._forward(head, reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError, ValueError):
            pass
        finally:
            self._open.discard(task)
            writer.close()

    async def _forward(self, head: Head, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tunnel = head.method == "CONNECT"
        try:
            destination = _tunnel_end(head.target) if tunnel else self._policy.destination(head.target)
            if destination.host in _ERRANDS:
                await _answer(writer, 403, "Not now")
                return
            far_reader, far_writer = await self._dial(destination)
        except AddressRefused as error:
            self.refused.append(head.target)
            del self.refused[:-32]
            log.info("The browser was kept from an address: %s", error.message)
            await _answer(writer, 403, error.message)
            return
        except (OSError, TimeoutError):
            await _answer(writer, 502, "The site does not answer")
            return
        try:
            if tunnel:
                writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
                await _both_ways(reader, writer, far_reader, far_writer)
            else:
                await _exchange(head, reader, writer, far_reader, far_writer)
        finally:
            far_writer.close()

    async def _dial(self, destination: Destination) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        addresses = await self._policy.addresses(destination)
        for address in addresses[:-1]:
            with suppress(OSError, TimeoutError):
                return await _connect(address, destination.port)
        return await _connect(addresses[-1], destination.port)


async def _connect(address: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    async with asyncio.timeout(CONNECT_SECONDS):
        return await asyncio.open_connection(address, port, limit=_CHUNK)


def _tunnel_end(target: str) -> Destination:
    host, _, port = target.rpartition(":")
    if not port.isdecimal():
        raise AddressRefused("that is not an address")
    return Destination(canonical(host.removeprefix("[").removesuffix("]")), int(port))


async def _exchange(
    head: Head,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    far_reader: asyncio.StreamReader,
    far_writer: asyncio.StreamWriter,
) -> None:
    """One plain request and its answer. Nothing further is read, so no second request can slip through."""
    far_writer.write(head.for_origin())
    for size in _pieces(head.length):
        far_writer.write(await reader.readexactly(size))
        await far_writer.drain()
    while answer := await read_head(far_reader):
        writer.write(answer.closing())
        if not answer.interim:
            break
    await _pump(far_reader, writer)


async def _both_ways(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    far_reader: asyncio.StreamReader,
    far_writer: asyncio.StreamWriter,
) -> None:
    ways = {
        asyncio.create_task(_pump(reader, far_writer)),
        asyncio.create_task(_pump(far_reader, writer)),
    }
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end(*ways)


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    """Pass on what comes, up to the most that one connection may carry."""
    most = LARGEST
    while most > 0 and (data := await source.read(_CHUNK)):
        sink.write(data)
        await sink.drain()
        most -= len(data)


def _pieces(length: int) -> list[int]:
    whole, rest = divmod(length, _CHUNK)
    return [_CHUNK] * whole + ([rest] if rest else [])


async def _answer(writer: asyncio.StreamWriter, status: int, text: str) -> None:
    body = text.encode()
    writer.write(
        f"HTTP/1.1 {status} Proxy\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )
    await writer.drain()
