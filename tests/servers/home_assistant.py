"""The far side of Home Assistant's WebSocket, for what a real one cannot be made to do."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.server import ServerConnection, serve

TOKEN = "a-token-that-nobody-may-read"
Table = dict[str, Any]
Answer = Callable[["FarSide", ServerConnection, Table], Awaitable[None]]

LAMP = {
    "entity_id": "light.lamp",
    "device_id": "thing-1",
    "options": {"conversation": {"should_expose": True}},
    "aliases": ["Gerald"],
}


@dataclass
class FarSide:
    """What it knows, and what it was asked. Change `results` and `answers` to make it behave otherwise."""

    results: Table = field(
        default_factory=lambda: {
            "get_config": {"version": "2030.1.0", "state": "RUNNING", "unit_system": {"temperature": "°F"}},
            "config/floor_registry/list": [
                {"floor_id": "up", "name": "Upstairs", "aliases": ["first floor"]}
            ],
            "config/area_registry/list": [
                {"area_id": "study", "name": "Study", "aliases": ["office"], "floor_id": "up"}
            ],
            "config/device_registry/list": [
                {"id": "thing-1", "name": "Lamp", "area_id": "study", "identifiers": [["zwave_js", "1-7"]]}
            ],
            "config/entity_registry/list": [LAMP],
            "config/entity_registry/get_entries": {"light.lamp": LAMP},
            "homeassistant/expose_entity/list": {"exposed_entities": {"light.lamp": {"conversation": True}}},
            "subscribe_events": None,
            "subscribe_entities": None,
        }
    )
    states: Table = field(
        default_factory=lambda: {
            "light.lamp": {"s": "off", "a": {"friendly_name": "Lamp"}, "c": "0", "lc": 1.0}
        }
    )
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[Table] = field(default_factory=list)
    visits: int = 0
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def visited(self, socket: ServerConnection) -> None:
        self.visits += 1
        if greet := self.answers.get("greeting"):
            await greet(self, socket, {})
            return
        await socket.send(json.dumps({"type": "auth_required", "ha_version": "2030.1.0"}))
        shown = json.loads(await socket.recv())
        if shown.get("access_token") != TOKEN:
            await socket.send(json.dumps({"type": "auth_invalid", "message": "Invalid access token"}))
            return
        await socket.send(json.dumps({"type": "auth_ok", "ha_version": "2030.1.0"}))
        async for text in socket:
            message = json.loads(text)
            self.asked.append(message)
            await self.answers.get(message["type"], answer)(self, socket, message)


async def answer(far: FarSide, socket: ServerConnection, message: Table) -> None:
    """As it should be answered."""
    result = far.results[message["type"]]
    await send(socket, message, type="result", success=True, result=result)
    if message["type"] == "subscribe_entities":
        await send(socket, message, type="event", event={"a": far.states})


def fail(code: str, text: str = "") -> Answer:
    async def failing(far: FarSide, socket: ServerConnection, message: Table) -> None:
        await send(socket, message, type="result", success=False, error={"code": code, "message": text})

    return failing


async def silence(far: FarSide, socket: ServerConnection, message: Table) -> None:
    """No answer at all."""


async def hang_up(far: FarSide, socket: ServerConnection, message: Table) -> None:
    await socket.close()


async def send(socket: ServerConnection, message: Table, **content: Any) -> None:
    await socket.send(json.dumps({"id": message["id"], **content}))


@asynccontextmanager
async def far_home_assistant() -> AsyncIterator[FarSide]:
    far = FarSide()
    async with serve(far.visited, "127.0.0.1", 0) as server:
        far.port = server.sockets[0].getsockname()[1]
        yield far
