"""An Ollama that has one model and fetches others."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.servers.http import Connection, serve


@dataclass
class PullingOllama:
    url: str = ""
    pulled: list[str] = field(default_factory=list)


@asynccontextmanager
async def pulling_ollama() -> AsyncIterator[PullingOllama]:
    far = PullingOllama()

    async def handle(connection: Connection) -> None:
        if connection.request.path == "/api/tags":
            await connection.send_json({"models": [{"name": "llama3.2:1b"}]})
        elif connection.request.path == "/api/pull":
            far.pulled.append(connection.request.body["model"])
            steps = [{"status": "pulling", "total": 100, "completed": 40}, {"status": "success"}]
            await connection.send("\n".join(map(json.dumps, steps)).encode())
        else:
            await connection.send_json({"error": "not found"}, status=404)

    async with serve(handle) as server:
        far.url = server.url
        yield far
