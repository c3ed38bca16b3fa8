"""A Z-Wave server whose lights count every command that reaches them, and which can go away."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

_BINARY_SWITCH = 37
_SCHEMA = 44
NETWORK = 3967882672
"""The number of the network, by which others know its nodes too."""


class CountingHome:
    """Plain lights, by name. What they were told is kept in order."""

    def __init__(self, names: list[str]) -> None:
        self._nodes = dict(enumerate(names, 2))
        self.on = dict.fromkeys(names, False)
        self.commands: dict[str, list[bool]] = {name: [] for name in names}
        self.outages = 0
        """Grows when the server goes away and when it comes back."""

        self._server: Server | None = None
        self._port = 0

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self._port}"

    @asynccontextmanager
    async def running(self) -> AsyncIterator["CountingHome"]:
        await self._open()
        try:
            yield self
        finally:
            await self._close()

    async def go_away(self, seconds: float) -> None:
        """Break every connection, as a server that was killed, and come back after a while."""
        self.outages += 1
        await self._close()
        await asyncio.sleep(seconds)
        await self._open()
        self.outages += 1

    async def _open(self) -> None:
        self._server = await serve(self._serve, "127.0.0.1", self._port)
        self._port = next(iter(self._server.sockets)).getsockname()[1]

    async def _close(self) -> None:
        if self._server:
            for connection in list(self._server.connections):
                connection.transport.abort()
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, socket: ServerConnection) -> None:
        versions = {"driverVersion": "15", "serverVersion": "3", "minSchemaVersion": 0}
        with suppress(ConnectionClosed):
            await socket.send(json.dumps({"type": "version", "maxSchemaVersion": _SCHEMA, **versions}))
            async for text in socket:
                request = json.loads(text)
                answer = {"type": "result", "success": True, "messageId": request["messageId"]}
                for message in ({**answer, "result": self._result(request)}, *self._events(request)):
                    await socket.send(json.dumps(message))

    def _result(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["command"]:
            case "start_listening":
                nodes = [self._node(number) for number in self._nodes]
                return {"state": {"controller": {"homeId": NETWORK}, "driver": {}, "nodes": nodes}}
            case "node.set_value":
                name = self._nodes[request["nodeId"]]
                self.on[name] = bool(request["value"])
                self.commands[name].append(self.on[name])
                return {"result": {"status": 255}}
            case _:
                return {}

    def _events(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        """What the light reports after it was told or asked something."""
        if request["command"] not in ("node.set_value", "node.poll_value"):
            return []
        number = request["nodeId"]
        value = {**self._value(number, "currentValue"), "newValue": self.on[self._nodes[number]]}
        told = {"source": "node", "event": "value updated", "nodeId": number, "args": value}
        return [{"type": "event", "event": told}]

    def _node(self, number: int) -> dict[str, Any]:
        values = [self._value(number, name) for name in ("currentValue", "targetValue")]
        name, room = self._nodes[number], self._nodes[number].split()[0].title()
        return {
            "nodeId": number,
            "name": name,
            "location": room,
            "status": 4,
            "ready": True,
            "values": values,
        }

    def _value(self, number: int, name: str) -> dict[str, Any]:
        on = self.on[self._nodes[number]]
        return {"endpoint": 0, "commandClass": _BINARY_SWITCH, "property": name, "value": on}
