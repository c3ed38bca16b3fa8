"""JSON over a WebSocket: requests that are answered by their number, and whatever else comes in between."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.lasting import NeverSent
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from logging import Logger

    from websockets.asyncio.client import ClientConnection

_OPENING = 4.0


class Wire(ABC):
    """An open connection. Ends when the far side goes, and then fails whatever still waits."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._reader: asyncio.Task[None] | None = None
        self.versions = ""
        """What answers at the other end."""

    @abstractmethod
    def take(self, message: dict[str, Any]) -> None:
        """One message of the far side."""

    def listen(self) -> None:
        """From now on, tell `take` all that comes."""
        self._reader = asyncio.create_task(self._read())

    async def exchange(self, number: int, message: dict[str, Any]) -> Any:
        """Send a request and wait for what `answer` is told under its number."""
        from websockets.exceptions import ConnectionClosed

        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            try:
                await self._socket.send(json.dumps(message))
            except ConnectionClosed as error:
                raise NeverSent("the connection was closed") from error
            return await answer
        finally:
            self._waiting.pop(number, None)

    def answer(self, number: Any, result: Any) -> None:
        """Give a result, or an exception, to whoever waits for it; nobody may."""
        waiting = self._waiting.get(number)
        if waiting is None or waiting.done():
            return
        if isinstance(result, Exception):
            waiting.set_exception(result)
        else:
            waiting.set_result(result)

    async def ended(self) -> None:
        """Wait until the connection is over."""
        if self._reader:
            await asyncio.wait([self._reader])

    async def close(self) -> None:
        await end(self._reader)
        await self._socket.close()

    async def _read(self) -> None:
        lost = "the connection was closed"
        try:
            async for text in self._socket:
                self.take(json.loads(text))
        except Exception as error:  # whatever ends the reading ends the connection
            lost = f"the connection broke: {error}"
        finally:
            for number in tuple(self._waiting):
                self.answer(number, ConnectionLost(lost))


async def open_socket(url: str, logger: Logger | None = None) -> ClientConnection:
    """The open socket. Raises OSError, TimeoutError, InvalidURI or InvalidHandshake."""
    from websockets.asyncio.client import connect

    # The state of a large home is megabytes; a dead line is noticed by pings; the home is never behind a
    # proxy, and near enough that packing costs more than it saves.
    return await connect(
        url,
        max_size=None,
        open_timeout=_OPENING,
        ping_interval=10,
        ping_timeout=10,
        close_timeout=1,
        compression=None,
        proxy=None,
        logger=logger,
    )


def is_refused(error: Exception) -> bool:
    """Whether nothing answers there. Several addresses of one name are tried, and the text lists each."""
    return isinstance(error, ConnectionRefusedError) or "Connect call failed" in str(error)
