"""The protocol of a zwave-js-server: JSON over a WebSocket, requests answered by id, events in between."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.errors import ConnectionLost

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

NEWEST, OLDEST = 44, 15
"""The versions of the server's schema that this client understands."""
RESULTS_SINCE = 29
"""From this schema on, a written value is answered with what the device said."""

_OPENING = 4.0
Event = dict[str, Any]


class NeverSent(ConnectionLost):
    """The line was down before the request could leave; it can be sent again without doing anything twice."""


class RequestFailed(Exception):
    """The server answered that it could not do it."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.code: str = answer.get("errorCode") or ""
        self.zwave_code: int = answer.get("zwaveErrorCode") or 0
        text = answer.get("zwaveErrorMessage") or answer.get("message") or self.code
        super().__init__(str(text))


class Connection:
    """An open connection. Ends when the server goes, and then fails whatever still waits."""

    def __init__(self, socket: ClientConnection, hear: Callable[[Event], None]) -> None:
        self._socket = socket
        self._hear = hear
        self._numbers = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.schema = OLDEST
        self.versions = ""

    async def begin(self) -> dict[str, Any]:
        """Agree on a schema and start listening; gives the whole state of the network."""
        greeting = json.loads(await self._socket.recv())
        self.schema = min(NEWEST, int(greeting.get("maxSchemaVersion", 0)))
        lowest = int(greeting.get("minSchemaVersion", 0))
        self.versions = f"driver {greeting.get('driverVersion')}, server {greeting.get('serverVersion')}"
        if self.schema < max(OLDEST, lowest):
            raise ConnectionLost(f"its version does not fit ({self.versions}); update the Z-Wave server")
        self._reader = asyncio.create_task(self._read())
        await self.request("initialize", schemaVersion=self.schema)
        state: dict[str, Any] = (await self.request("start_listening"))["state"]
        return state

    async def request(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Send a command and wait for its answer. Raises RequestFailed, or ConnectionLost when the line
        breaks."""
        number = str(next(self._numbers))
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            from websockets.exceptions import ConnectionClosed

            try:
                await self._socket.send(json.dumps({"messageId": number, "command": command, **arguments}))
            except ConnectionClosed as error:
                raise NeverSent("the connection was closed") from error
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def ended(self) -> None:
        """Wait until the connection is over."""
        await asyncio.wait([self._reader])

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                self._take(json.loads(text))
        except Exception as error:  # whatever ends the reading ends the connection
            self._fail(ConnectionLost(f"the connection broke: {error}"))
        else:
            self._fail(ConnectionLost("the connection was closed"))
        finally:
            self._fail(ConnectionLost("the connection was closed"))

    def _take(self, message: dict[str, Any]) -> None:
        match message.get("type"):
            case "event":
                self._hear(message.get("event") or {})
            case "result":
                waiting = self._waiting.get(str(message.get("messageId")))
                if waiting is None or waiting.done():
                    return
                if message.get("success"):
                    waiting.set_result(message.get("result") or {})
                else:
                    waiting.set_exception(RequestFailed(message))
            case _:
                return

    def _fail(self, error: ConnectionLost) -> None:
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(error)

    async def close(self) -> None:
        if hasattr(self, "_reader"):
            self._reader.cancel()
            await asyncio.wait([self._reader])
        await self._socket.close()


@contextlib.asynccontextmanager
async def connect(url: str, hear: Callable[[Event], None]) -> AsyncIterator[Connection]:
    """Open a connection. Raises ConnectionLost with the reason."""
    from websockets.asyncio.client import connect as open_socket
    from websockets.exceptions import InvalidHandshake, InvalidURI

    try:
        # A large network's state is megabytes; a dead line is noticed by pings; the home is never behind a
        # proxy.
        socket = await open_socket(
            url,
            max_size=None,
            open_timeout=_OPENING,
            ping_interval=10,
            ping_timeout=10,
            close_timeout=1,
            proxy=None,
        )
    except InvalidURI as error:
        raise ConnectionLost(f"{url} is not an address such as ws://127.0.0.1:3000") from error
    except (OSError, TimeoutError, InvalidHandshake) as error:
        raise ConnectionLost(_reason(error)) from error
    connection = Connection(socket, hear)
    try:
        yield connection
    finally:
        await connection.close()


def _reason(error: Exception) -> str:
    if isinstance(error, ConnectionRefusedError) or "refused" in str(error).lower():
        return "nothing answers there"
    return "it does not answer" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
