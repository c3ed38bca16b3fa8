"""An Ollama server that answers at once: a tool call first, and words when the result has come back.

It runs as a process of its own, so that its work is not counted as the client's.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

TOOL = "control_zwave_device"
ARGUMENTS = {"device": "kitchen light", "action": "on"}
WORDS = "Kitchen light is now on."
_ABOUT = {
    "models": [{"name": "qwen3:0.6b", "model": "qwen3:0.6b", "digest": "7df6b6e09427"}],
    "template": "{{ .Prompt }}",
    "model_info": {"qwen3.context_length": 40960},
}
"""What it tells of its one model, whatever is asked of it."""

_LENGTH = re.compile(r"content-length: *(\d+)")


@contextmanager
def instant_server() -> Iterator[str]:
    """Its address, while the block lasts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.instant_server"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def _reply(request: dict[str, Any]) -> bytes:
    stamp = {"model": request["model"], "created_at": "2026-11-15T03:07:27.503969418Z"}
    end = {
        "done": True,
        "done_reason": "stop",
        "total_duration": 152073943,
        "load_duration": 803730,
        "prompt_eval_count": len(json.dumps(request)) // 4,
        "prompt_eval_duration": 85831000,
        "eval_count": 20,
        "eval_duration": 57762000,
    }
    answered = any(message["role"] == "tool" for message in request["messages"])
    call = {"id": "call_biswwol6", "function": {"index": 0, "name": TOOL, "arguments": ARGUMENTS}}
    message: dict[str, Any] = {"role": "assistant", "content": WORDS if answered else ""}
    if not answered:
        message["tool_calls"] = [call]
    if not request.get("stream", True):
        return json.dumps({**stamp, "message": message, **end}).encode()
    empty = {"role": "assistant", "content": ""}
    lines = [{**stamp, "message": message, "done": False}, {**stamp, "message": empty, **end}]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def _serve() -> None:
    import asyncio

    async def exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                length = int(found[1]) if (found := _LENGTH.search(head)) else 0
                request = json.loads(await reader.readexactly(length)) if length else {}
                body = _reply(request) if "messages" in request else json.dumps(_ABOUT).encode()
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                    + str(len(body)).encode() + b"\r\n\r\n" + body
                )  # fmt: skip
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def serve() -> None:
        listener = await asyncio.start_server(exchange, "127.0.0.1", 0)
        print(f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}", flush=True)
        await listener.serve_forever()

    asyncio.run(serve())


if __name__ == "__main__":
    _serve()
