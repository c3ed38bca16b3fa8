"""An Ollama server that answers by script, in the shapes a real one sends."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.servers.http import Connection, LoopbackServer, Request, serve
from voice_gateway.models.ability import Abilities, Tally

RECORDINGS = Path(__file__).parent / "recordings"

Step = Callable[[Connection], Any]
"""One scripted answer to `/api/chat`."""

MODEL = "qwen3:0.6b"
KNOWN = Abilities(Tally(8, 8), Tally(8, 8), talks=True)
"""What is remembered of a model that was met before, and calls tools by itself."""

DIGEST = "7df6b6e09427a769808717c0a93cadc4ae99ed4eb8bf5ca557c90846becea435"


@dataclass
class ScriptedOllama:
    server: LoopbackServer
    steps: list[Step]
    """What is left of the script."""

    otherwise: Step | None = None
    """The answer when it has run out; without one, the server answers 500."""

    models: list[str] = field(default_factory=lambda: [MODEL])
    digest: str = DIGEST
    """Of all of them."""

    described: dict[str, Any] = field(default_factory=lambda: {"model_info": {}})
    """What `/api/show` says beside the capabilities."""

    running: dict[str, int] = field(default_factory=lambda: {MODEL: 4096})
    """The window of each model that is loaded. One that is asked for with another is loaded anew."""

    loads: int = 0

    def load(self, request: Request) -> None:
        """Have the model running as a request wants it, as Ollama does."""
        window = (request.body.get("options") or {}).get("num_ctx", 4096)
        if self.running.get(request.body["model"]) != window:
            self.running[request.body["model"]] = window
            self.loads += 1

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def chats(self) -> list[dict[str, Any]]:
        """The body of every chat request, in order; requests that only load a model are left out."""
        return [
            request.body
            for request in self.server.requests
            if request.path == "/api/chat" and request.body["messages"]
        ]


@asynccontextmanager
async def scripted_ollama(steps: Sequence[Step] = ()) -> AsyncIterator[ScriptedOllama]:
    script = list(steps)

    async def handle(connection: Connection) -> None:
        request = connection.request
        if request.path == "/api/tags":
            listed = [{"name": name, "model": name, "digest": ollama.digest} for name in ollama.models]
            await connection.send_json({"models": listed})
        elif request.path == "/api/ps":
            running = [
                {"name": name, "model": name, "context_length": window}
                for name, window in ollama.running.items()
            ]
            await connection.send_json({"models": running})
        elif request.path == "/api/version":
            await connection.send_json({"version": "0.33.0"})
        elif request.path == "/api/show":
            await connection.send_json(
                {"capabilities": ["completion", "tools", "thinking"], **ollama.described}
            )
        elif request.path != "/api/chat":
            await connection.send_json({"error": "not found"}, status=404)
        elif request.body["model"] not in ollama.models:
            await connection.send_json({"error": f"model '{request.body['model']}' not found"}, status=404)
        elif not request.body["messages"]:
            ollama.load(request)
            await connection.send_json(_end(request, done_reason="load"))
        elif step := ollama.steps.pop(0) if ollama.steps else ollama.otherwise:
            ollama.load(request)
            await step(connection)
        else:
            await connection.send_json({"error": "the script has run out"}, status=500)

    async with serve(handle) as server:
        ollama = ScriptedOllama(server, script)
        yield ollama


def say(text: str, *, eval_count: int | None = None, done_reason: str = "stop", **facts: Any) -> Step:
    """Answer in words, a few characters at a time when streaming."""

    async def step(connection: Connection) -> None:
        pieces = [text[i : i + 7] for i in range(0, len(text), 7)]
        count = len(pieces) if eval_count is None else eval_count
        await _send(
            connection,
            [{"content": piece} for piece in pieces],
            eval_count=count,
            done_reason=done_reason,
            **facts,
        )

    return step


def call(*calls: tuple[str, Any], text: str = "", **facts: Any) -> Step:
    """Call tools, as Ollama sends it: a chunk of its own before the last."""

    async def step(connection: Connection) -> None:
        made = [
            {"id": f"call_{index:08d}", "function": {"index": index, "name": name, "arguments": arguments}}
            for index, (name, arguments) in enumerate(calls)
        ]
        parts: list[dict[str, Any]] = [{"content": text}, {"content": "", "tool_calls": made}]
        await _send(connection, parts, eval_count=20, **facts)

    return step


def call_then_say(called: tuple[str, Any], text: str) -> Step:
    """Call, and speak once the result is there: right for whoever asks, in whatever order."""

    async def step(connection: Connection) -> None:
        answered = connection.request.body["messages"][-1]["role"] == "tool"
        await (say(text) if answered else call(called))(connection)

    return step


def nothing(*, eval_count: int = 0, **facts: Any) -> Step:
    """An empty reply."""
    return say("", eval_count=eval_count, **facts)


def loading() -> Step:
    return say("", done_reason="load")


def fail(status: int, text: str) -> Step:
    async def step(connection: Connection) -> None:
        await connection.send_json({"error": text}, status=status)

    return step


def raw(body: bytes, *, status: int = 200, kind: str = "application/x-ndjson") -> Step:
    async def step(connection: Connection) -> None:
        await connection.send(body, status=status, kind=kind)

    return step


def replay(name: str, *, status: int = 200) -> Step:
    """What a real server sent, line by line; as one object when it is asked not to stream."""
    body = (RECORDINGS / f"{name}.ndjson").read_bytes()

    async def step(connection: Connection) -> None:
        if status != 200 or connection.request.body.get("stream", True):
            await connection.send(body, status=status, kind="application/x-ndjson")
            return
        lines = [json.loads(line) for line in body.splitlines()]
        content = "".join(line["message"]["content"] for line in lines)
        calls = [call for line in lines for call in line["message"].get("tool_calls", ())]
        message = {"role": "assistant", "content": content, **({"tool_calls": calls} if calls else {})}
        await connection.send_json({**lines[-1], "message": message})

    return step


def reset() -> Step:
    async def step(connection: Connection) -> None:
        connection.reset()

    return step


def hang() -> Step:
    async def step(connection: Connection) -> None:
        await asyncio.sleep(3600)

    return step


def break_off(text: str) -> Step:
    """Begin a reply and break the connection before its end."""

    async def step(connection: Connection) -> None:
        await connection.start_chunks("application/x-ndjson")
        await connection.chunk(line(connection.request, {"content": text}))
        await asyncio.sleep(0.05)
        connection.reset()

    return step


async def _send(connection: Connection, parts: list[dict[str, Any]], **end: Any) -> None:
    request = connection.request
    if not request.body.get("stream", True):
        message = {"role": "assistant", "content": "".join(part["content"] for part in parts)}
        message |= {key: value for part in parts for key, value in part.items() if key != "content"}
        await connection.send_json({**_end(request, **end), "message": message})
        return
    await connection.start_chunks("application/x-ndjson")
    for part in parts:
        await connection.chunk(line(request, part))
    await connection.chunk(json.dumps(_end(request, **end)).encode() + b"\n")
    await connection.end_chunks()


def line(request: Request, part: dict[str, Any]) -> bytes:
    return (
        json.dumps({**_start(request), "message": {"role": "assistant", **part}, "done": False}).encode()
        + b"\n"
    )


def _start(request: Request) -> dict[str, Any]:
    return {"model": request.body["model"], "created_at": "2026-11-15T03:07:27.503969418Z"}


def _end(request: Request, *, done_reason: str = "stop", eval_count: int = 1, **facts: Any) -> dict[str, Any]:
    end = {
        **_start(request),
        "message": {"role": "assistant", "content": ""},
        "done": True,
        "done_reason": done_reason,
    }
    if done_reason == "load":
        return end
    prompt = sum(len(message.get("content") or "") for message in request.body["messages"]) // 3 + 20
    prompt += len(json.dumps(request.body.get("tools") or [])) // 3
    return end | {
        "total_duration": 152073943,
        "load_duration": 803730,
        "prompt_eval_count": prompt,
        "prompt_eval_duration": 85831000,
        "eval_count": eval_count,
        "eval_duration": 57762000,
        **facts,
    }
