"""Several model servers as one: one of those that are well and not too busy answers, and one that dies costs
no answer.

It stands where requests leave, so that it serves every client alike. All servers have the same models.
"""

import hashlib
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import httpx

from voice_gateway.certificates import trusted
from voice_gateway.models.hedging import Hedge, Pace, only_says

_REST: Final = 2.0
"""Seconds for which a server that failed is left alone, doubled each time that it fails on end."""

_LONGEST_REST: Final = 30.0
_MORE: Final = 2
"""Requests by which the favourite of a home may be busier than others: its prompts are warm there."""

_OVERLOADED: Final = (502, 503, 504)


@dataclass
class ModelServer:
    """One server, and how it is doing."""

    url: httpx.URL
    busy: int = 0
    """Requests that it answers now."""

    failed: int = 0
    """How often on end it did not answer."""

    rests_until: float = 0.0
    answered: int = 0
    pace: Pace = field(default_factory=Pace)

    def fails(self) -> None:
        self.failed += 1
        self.rests_until = time.monotonic() + min(_LONGEST_REST, _REST * 2 ** (self.failed - 1))

    def answers(self) -> None:
        self.answered += 1
        self.failed, self.rests_until = 0, 0.0

    @property
    def is_well(self) -> bool:
        return time.monotonic() >= self.rests_until


_known: WeakValueDictionary[str, ModelServer] = WeakValueDictionary()
"""Of this process: what one home has seen of a server, the others know."""


@dataclass
class Pool(httpx.AsyncBaseTransport):
    """Sends each request to one of the servers; to the next where the first does not begin to answer."""

    servers: Sequence[ModelServer]
    home: str = ""
    """Whose requests these are."""

    hedge: Hedge = field(default_factory=Hedge)
    inner: httpx.AsyncBaseTransport = field(
        default_factory=lambda: httpx.AsyncHTTPTransport(trusted(), limits=httpx.Limits(max_connections=100))
    )

    @classmethod
    def of(cls, urls: Sequence[str], home: str = "") -> "Pool":
        return cls([_known.setdefault(url, ModelServer(httpx.URL(url))) for url in urls], home)

    def in_order(self) -> list[ModelServer]:
        """Those that are well first; of them the favourite of the home, unless it is much busier."""
        least = min((server.busy for server in self.servers if server.is_well), default=0)

        def rank(server: ModelServer) -> tuple[bool, bool, int, str]:
            overrun = server.busy > least + _MORE
            return (not server.is_well, overrun, server.busy if overrun else 0, self._taste(server))

        return sorted(self.servers, key=rank)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        servers = self.in_order()
        late = servers[0].pace.late
        if late is None or len(servers) == 1 or not servers[1].is_well or not await only_says(request):
            return await self._answered(servers, request)
        return await self.hedge.first_to_begin(
            late, partial(self._answered, servers, request), partial(self._answered, servers[1:], request)
        )

    async def _answered(self, servers: Sequence[ModelServer], request: httpx.Request) -> httpx.Response:
        """By the first of them that begins to."""
        last: httpx.Response | None = None
        lost: httpx.TransportError | None = None
        for server in servers:
            if last:
                await last.aclose()
            try:
                last = await self._asked(server, request)
            except httpx.TransportError as error:
                server.fails()
                lost, last = error, None
                continue
            if last.status_code not in _OVERLOADED:
                server.answers()
                return last
            server.fails()
        if last:
            return last
        raise lost or httpx.ConnectError("There is no model server.", request=request)

    async def aclose(self) -> None:
        await self.inner.aclose()

    async def _asked(self, server: ModelServer, request: httpx.Request) -> httpx.Response:
        server.busy += 1
        asked_at = time.monotonic()
        response: httpx.Response | None = None
        try:
            url = request.url.copy_with(scheme=server.url.scheme, host=server.url.host, port=server.url.port)
            headers = request.headers.copy()
            headers["host"] = url.netloc.decode()
            sent = httpx.Request(
                request.method, url, headers=headers, stream=request.stream, extensions=request.extensions
            )
            response = await self.inner.handle_async_request(sent)
            pieces = aiter(response.stream)  # type: ignore[arg-type]
            begun = await anext(pieces, b"")
        except BaseException:
            server.busy -= 1
            if response:
                await response.aclose()
            raise
        server.pace.note(time.monotonic() - asked_at)
        return httpx.Response(
            response.status_code,
            headers=response.headers,
            stream=_Counted(begun, pieces, response, server),
            extensions=response.extensions,
        )

    def _taste(self, server: ModelServer) -> str:
        """The same order of servers for a home every time, and another one for other homes."""
        return hashlib.sha256(f"{self.home} {server.url}".encode()).hexdigest()


class _Counted(httpx.AsyncByteStream):
    """An answer on its way. Its server is busy with it until it ends, and not well where it breaks off."""

    def __init__(
        self, begun: bytes, pieces: AsyncIterator[bytes], response: httpx.Response, server: ModelServer
    ) -> None:
        self._begun = begun
        self._pieces = pieces
        self._response = response
        self._server = server
        self._open = True

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            yield self._begun
            async for piece in self._pieces:
                yield piece
        except httpx.TransportError:
            self._server.fails()
            raise

    async def aclose(self) -> None:
        if self._open:
            self._open = False
            self._server.busy -= 1
        await self._response.aclose()
