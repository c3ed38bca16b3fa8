"""An Anthropic server that answers by script, in the shapes a real one sends."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.servers.http import Connection, LoopbackServer, serve

Step = Callable[[Connection], Any]


@dataclass
class ScriptedAnthropic:
    server: LoopbackServer
    steps: list[Step]

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def chats(self) -> list[dict[str, Any]]:
        return [request.body for request in self.server.requests]


@asynccontextmanager
async def scripted_anthropic(steps: Sequence[Step] = ()) -> AsyncIterator[ScriptedAnthropic]:
    async def handle(connection: Connection) -> None:
        if claude.steps:
            await claude.steps.pop(0)(connection)
        else:
            await fail(500, "api_error", "the script has run out")(connection)

    async with serve(handle) as server:
        claude = ScriptedAnthropic(server, list(steps))
        yield claude


def say(text: str) -> Step:
    return _reply([{"type": "text", "text": text}] if text else [], "end_turn")


def call(*calls: tuple[str, dict[str, Any]], text: str = "") -> Step:
    blocks: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    blocks += [
        {"type": "tool_use", "id": f"toolu_{index:024d}", "name": name, "input": arguments}
        for index, (name, arguments) in enumerate(calls)
    ]
    return _reply(blocks, "tool_use")


def fail(status: int, kind: str, text: str) -> Step:
    async def step(connection: Connection) -> None:
        await connection.send_json({"type": "error", "error": {"type": kind, "message": text}}, status=status)

    return step


def _reply(blocks: list[dict[str, Any]], reason: str) -> Step:
    async def step(connection: Connection) -> None:
        message = {
            "id": "msg_01",
            "type": "message",
            "role": "assistant",
            "model": connection.request.body["model"],
            "content": blocks,
            "stop_reason": reason,
            "stop_sequence": None,
            "usage": {"input_tokens": 20, "output_tokens": 10},
        }
        if not connection.request.body.get("stream"):
            await connection.send_json(message)
            return
        await connection.start_chunks("text/event-stream")
        for event in _events(message, blocks, reason):
            await connection.chunk(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
        await connection.end_chunks()

    return step


def _events(message: dict[str, Any], blocks: list[dict[str, Any]], reason: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    ]
    for index, block in enumerate(blocks):
        if block["type"] == "text":
            start: dict[str, Any] = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": block["text"]}
        else:
            start = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        events += [
            {"type": "content_block_start", "index": index, "content_block": start},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    ending = {
        "type": "message_delta",
        "delta": {"stop_reason": reason, "stop_sequence": None},
        "usage": {"output_tokens": 10},
    }
    return [*events, ending, {"type": "message_stop"}]
