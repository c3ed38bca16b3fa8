"""Home Assistant's protocol: JSON over a WebSocket, a token first, then commands answered by id, and events
in between."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.home_assistant.reaching import reason, socket_address
from voice_gateway.devices.lasting import Refused
from voice_gateway.devices.wire import Wire, open_socket

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

_OPENING = 4.0
_ANSWERING = 10.0
"""Seconds in which any command but a service is answered."""

Event = dict[str, Any]
Hear = Callable[[Event], None]

log = logging.getLogger(__name__)

# At its finest level the library writes down all that is sent, and the first thing sent is the token.
_frames = logging.getLogger("websockets.client.home_assistant")
_frames.setLevel(logging.INFO)


class RequestFailed(Exception):
    """Home Assistant answered that it could not do it. `detail` is for its owner and never said aloud."""

    def __init__(self, error: dict[str, Any]) -> None:
        self.code = str(error.get("code") or "unknown_error")
        self.key = str(error.get("translation_key") or "")
        self.detail = str(error.get("message") or "")
        super().__init__(self.code)


class Connection(Wire):
    """An open connection to Home Assistant."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__(socket)
        self._numbers = itertools.count(1)
        self._hearing: dict[int, Hear] = {}

    async def begin(self, token: str) -> None:
        """Show the token and start listening. Raises Refused when it is not accepted."""
        greeting = await self._received()
        if greeting.get("type") != "auth_required":
            raise ConnectionLost("what answers there is not Home Assistant")
        await self._socket.send(json.dumps({"type": "auth", "access_token": token}))
        answer = await self._received()
        match answer.get("type"):
            case "auth_ok":
                self.versions = f"Home Assistant {answer.get('ha_version') or greeting.get('ha_version')}"
                self.listen()
            case "auth_invalid":
                raise Refused("it does not accept the token; make a new one there (your profile, Security)")
            case _:
                raise ConnectionLost("what answers there is not Home Assistant")

    async def request(self, command: str, *, limit: float = _ANSWERING, **arguments: Any) -> Any:
        """Send a command and wait for its result.

        Raises RequestFailed, or ConnectionLost when the line breaks or nothing comes within the limit.
        """
        return await self._request(next(self._numbers), command, arguments, limit)

    async def subscribe(self, command: str, hear: Hear, **arguments: Any) -> None:
        """Send a command that is followed by events, each of which is told to `hear`."""
        number = next(self._numbers)
        self._hearing[number] = hear
        await self._request(number, command, arguments, _ANSWERING)

    async def _received(self) -> dict[str, Any]:
        from websockets.exceptions import ConnectionClosed

        try:
            async with asyncio.timeout(_OPENING):
                message = json.loads(await self._socket.recv())
        except TimeoutError as error:
            raise ConnectionLost("it does not answer") from error
        except ConnectionClosed as error:
            raise ConnectionLost("it closed the connection") from error
        except ValueError as error:
            raise ConnectionLost("what answers there is not Home Assistant") from error
        return message if isinstance(message, dict) else {}

    async def _request(self, number: int, command: str, arguments: dict[str, Any], limit: float) -> Any:
        try:
            async with asyncio.timeout(limit):
                return await self.exchange(number, {"id": number, "type": command, **arguments})
        except TimeoutError as error:
            raise ConnectionLost("it did not answer in time") from error

    def take(self, message: dict[str, Any]) -> None:
        number = message.get("id")
        match message.get("type"):
            case "event":
                if hear := self._hearing.get(number or 0):
                    self._tell(hear, message.get("event") or {})
            case "result":
                if message.get("success"):
                    self.answer(number, message.get("result"))
                    return
                failed = RequestFailed(message.get("error") or {})
                log.info("Home Assistant answered %s: %s", failed.code, failed.detail)
                self.answer(number, failed)

    def _tell(self, hear: Hear, event: Event) -> None:
        try:
            hear(event)
        except Exception:  # one event that nobody foresaw must not end the connection
            log.exception("An event of Home Assistant was not understood")


@contextlib.asynccontextmanager
async def connect(url: str, token: str) -> AsyncIterator[Connection]:
    """Open a connection that has been let in. Raises ConnectionLost with the reason."""
    from websockets.exceptions import InvalidHandshake

    try:
        socket = await open_socket(socket_address(url), _frames)
    except (OSError, ValueError, InvalidHandshake) as error:
        raise ConnectionLost(reason(error, url)) from error
    connection = Connection(socket)
    try:
        await connection.begin(token)
        yield connection
    finally:
        await connection.close()
