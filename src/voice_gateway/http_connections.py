"""HTTP on a connection, with bounds that hold before anyone is asked for a token."""

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from voice_gateway.connections import Connections, Place

HEADER_SECONDS = 10.0
"""For a request's headers to come in, counted from the connection or from the answer before."""

MOST = 500
PER_CLIENT = 100
"""Connections. A page in a browser holds up to six of them."""

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\nContent-Length: 33\r\n\r\n"
    b'{"error":"Too many connections."}'
)


class BoundedProtocol(H11Protocol):
    """Takes a place for each connection, and hangs up on requests whose headers never end."""

    places: ClassVar[Connections]
    header_seconds: ClassVar[float] = HEADER_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._place: Place | None = None
        self._impatience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._place = self.places.admit(self.client[0] if self.client else "", transport.close)
        if self._place is None:
            transport.write(_FULL)
            transport.close()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._calm()
        if self._place:
            self.places.leave(self._place)

    def handle_events(self) -> None:
        super().handle_events()
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """See whether a request is being answered, or is still to come."""
        begun = self.cycle is not None and not self.cycle.response_complete
        if self._place:
            self._place.busy = begun and not self.cycle.more_body
        if begun:
            self._calm()
        elif self._impatience is None:
            self._impatience = self.loop.call_later(self.header_seconds, self.transport.close)

    def _calm(self) -> None:
        if self._impatience:
            self._impatience.cancel()
            self._impatience = None


def bounded_protocol() -> type[BoundedProtocol]:
    """The protocol for one server, with places of its own."""
    return type("BoundedProtocol", (BoundedProtocol,), {"places": Connections(MOST, PER_CLIENT)})
