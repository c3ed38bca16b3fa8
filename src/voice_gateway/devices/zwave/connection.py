"""The protocol of a zwave-js-server: JSON over a WebSocket, requests answered by id, events in between."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.wire import Wire, is_refused, open_socket

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

NEWEST, OLDEST = 44, 15
"""The versions of the server's schema that this client understands."""
RESULTS_SINCE = 29
"""From this schema on, a written value is answered with what the device said."""

Event = dict[str, Any]


class RequestFailed(Exception):
    """The server answered that it could not do it."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.code: str = answer.get("errorCode") or ""
        self.zwave_code: int = answer.get("zwaveErrorCode") or 0
        text = answer.get("zwaveErrorMessage") or answer.get("message") or self.code
        super().__init__(str(text))


class Connection(Wire):
    """An open connection to the server."""

    def __init__(self, socket: ClientConnection, hear: Callable[[Event], None]) -> None:
        super().__init__(socket)
        self._hear = hear
        self._numbers = itertools.count(1)
        self.schema = OLDEST

    async def begin(self) -> dict[str, Any]:
        """Agree on a schema and start listening; gives the whole state of the network."""
        greeting = json.loads(await self._socket.recv())
        self.schema = min(NEWEST, int(greeting.get("maxSchemaVersion", 0)))
        lowest = int(greeting.get("minSchemaVersion", 0))
        self.versions = f"driver {greeting.get('driverVersion')}, server {greeting.get('serverVersion')}"
        if self.schema < max(OLDEST, lowest):
            raise ConnectionLost(f"its version does not fit ({self.versions}); update the Z-Wave server")
        self.listen()
        await self.request("initialize", schemaVersion=self.schema)
        state: dict[str, Any] = (await self.request("start_listening"))["state"]
        return state

    async def request(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Send a command and wait for its answer. Raises RequestFailed, or ConnectionLost when the line
        breaks."""
        number = next(self._numbers)
        message = {"messageId": str(number), "command": command, **arguments}
        answer: dict[str, Any] = await self.exchange(number, message)
        return answer

    def take(self, message: dict[str, Any]) -> None:
        match message.get("type"):
            case "event":
                self._hear(message.get("event") or {})
            case "result":
                number = str(message.get("messageId"))
                result = (message.get("result") or {}) if message.get("success") else RequestFailed(message)
                self.answer(int(number) if number.isdigit() else None, result)


@contextlib.asynccontextmanager
async def connect(url: str, hear: Callable[[Event], None]) -> AsyncIterator[Connection]:
    """Open a connection. Raises ConnectionLost with the reason."""
    from websockets.exceptions import InvalidHandshake, InvalidURI

    try:
        socket = await open_socket(url)
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
    if is_refused(error):
        return "nothing answers there"
    return "it does not answer" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
