"""The console on a socket."""

import asyncio
import errno
import ipaddress
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from voice_gateway.console.certificate import Certificate
from voice_gateway.errors import SettingsError
from voice_gateway.host_names import host_name
from voice_gateway.http_connections import bounded_protocol

MORE_PORTS = 20
"""How many ports after the chosen one are tried when that is taken."""

GRACE = 1
"""Seconds that running answers are given when the console ends."""


@dataclass(frozen=True)
class Serving:
    """A console that takes requests at `url`, as this machine calls it."""

    url: str
    for_others: str
    """The same as it is called from elsewhere, where it can be reached from there."""

    end: Callable[[], Awaitable[None]]
    """Take no more requests, and wait until none is answered any more; more than once is as good as once."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, at the next free port when the chosen one is taken."""
    name = host_name(host)
    last = port if port == 0 else min(port + MORE_PORTS, 65_535)
    for candidate in range(port, last + 1):
        try:
            family = socket.AF_INET6 if ":" in name else socket.AF_INET
            listener = socket.create_server((name, candidate), family=family, backlog=512)
            # Asyncio does this only for sockets it made itself; without, every answer waits 40 ms for an ACK.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listener
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                reason = error.strerror or str(error)
                raise SettingsError(f"Cannot listen on {host}:{candidate}: {reason}.", fix=_FIX) from None
    raise SettingsError(f"The ports {port} to {last} of {host} are all taken.", fix=_FIX)


_FIX = "Choose another with --host or --port."


def address(listener: socket.socket, *, from_elsewhere: bool = False, scheme: str = "http") -> str:
    """Where a browser on this machine finds it, or one on another."""
    host, port = listener.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        loopback = "::1" if ":" in host else "127.0.0.1"
        host = own_address(listener.family) if from_elsewhere else loopback
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def own_address(family: int = socket.AF_INET) -> str:
    """The address by which this machine goes out into its network; its name when it is in none."""
    far = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"  # belong to nobody
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))  # only chooses a route: nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


@asynccontextmanager
async def serving(
    app: ASGIApp,
    listener: socket.socket,
    ending: Callable[[], None] = lambda: None,
    certificate: Certificate | None = None,
) -> AsyncIterator[Serving]:
    """Serve while the block lasts; on entering, requests are already answered.

    `ending` is called first at the end: it lets those go who would listen for ever.
    """
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE,
        http=bounded_protocol(),
        server_header=False,
        ws="none",
        ssl_certfile=certificate.file if certificate else None,
        ssl_keyfile=certificate.key if certificate else None,
    )
    scheme = "https" if certificate else "http"
    server = _Server(config)

    async def end() -> None:
        ending()
        server.end()
        with _quietly():
            await task
            # Uvicorn cancels answers that take too long to end, but does not wait until they have.
            if cut_off := set(server.server_state.tasks):
                await asyncio.wait(cut_off, timeout=GRACE)
        listener.close()

    task = asyncio.create_task(server.serve(sockets=[listener]))
    await asyncio.wait({task, starting := asyncio.create_task(server.has_started.wait())},
                       return_when=asyncio.FIRST_COMPLETED)  # fmt: skip
    starting.cancel()
    try:
        if task.done():
            task.result()
            raise SettingsError("The console could not be started.", fix="Run it again with --debug.")
        there, elsewhere = (
            address(listener, scheme=scheme),
            address(listener, from_elsewhere=True, scheme=scheme),
        )
        yield Serving(there, elsewhere, end)
    finally:
        await end()


@contextmanager
def _quietly() -> Iterator[None]:
    """An answer that is cut off because everything ends is no error to tell of."""
    log = logging.getLogger("uvicorn.error")
    before = log.level
    log.setLevel(logging.CRITICAL)
    yield
    # Who is told a second time to end never comes here: it stays quiet until the program is gone.
    log.setLevel(before)


class _Server(uvicorn.Server):
    """Uvicorn without its signal handlers: what else runs must be ended too, which is up to the caller."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.has_started = asyncio.Event()
        self._ending = asyncio.Event()

    def end(self) -> None:
        self.should_exit = True
        self._ending.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.has_started.set()

    async def main_loop(self) -> None:
        """Once a second, for the date in every answer; Uvicorn itself looks ten times whether to end."""
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self._ending.wait()
