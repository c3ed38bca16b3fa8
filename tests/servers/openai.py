"""A server with OpenAI's chat API that answers by script, in the shapes a real one sends."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.servers.http import Connection, LoopbackServer, serve

Step = Callable[[Connection], Any]


@dataclass
class ScriptedOpenAI:
    server: LoopbackServer
    steps: list[Step] = field(default_factory=list)
    otherwise: Step | None = None

    @property
    def url(self) -> str:
        return f"{self.server.url}/v1"

    @property
    def chats(self) -> list[dict[str, Any]]:
        return [request.body for request in self.server.requests if request.path.endswith("/completions")]


@asynccontextmanager
async def scripted_openai(*steps: Step, otherwise: Step | None = None) -> AsyncIterator[ScriptedOpenAI]:
    async def handle(connection: Connection) -> None:
        step = scripted.steps.pop(0) if scripted.steps else scripted.otherwise or fail(500, "run out")
        await step(connection)

    async with serve(handle) as server:
        scripted = ScriptedOpenAI(server, list(steps), otherwise)
        yield scripted


def say(text: str) -> Step:
    return _reply({"content": text}, "stop")


def call(name: str, arguments: dict[str, Any]) -> Step:
    made = {"name": name, "arguments": json.dumps(arguments)}
    return _reply(
        {"content": None, "tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": made}]},
        "tool_calls",
    )


def fail(status: int, text: str) -> Step:
    async def step(connection: Connection) -> None:
        await connection.send_json({"error": {"message": text, "type": "server_error"}}, status=status)

    return step


async def reset(connection: Connection) -> None:
    connection.reset()


def _reply(message: dict[str, Any], reason: str) -> Step:
    async def step(connection: Connection) -> None:
        shared = {"id": "chatcmpl-1", "created": 1, "model": connection.request.body["model"]}
        usage = {"prompt_tokens": 20, "completion_tokens": 10, "total_tokens": 30}
        whole = {"role": "assistant", **message}
        if not connection.request.body.get("stream"):
            choice = {"index": 0, "message": whole, "finish_reason": reason}
            await connection.send_json(
                {**shared, "object": "chat.completion", "choices": [choice], "usage": usage}
            )
            return
        await connection.start_chunks("text/event-stream")
        for choices in (
            [{"index": 0, "delta": whole}],
            [{"index": 0, "delta": {}, "finish_reason": reason}],
            [],
        ):
            told = {**shared, "object": "chat.completion.chunk", "choices": choices}
            told |= {} if choices else {"usage": usage}
            await connection.chunk(f"data: {json.dumps(told)}\n\n".encode())
        await connection.chunk(b"data: [DONE]\n\n")
        await connection.end_chunks()

    return step
