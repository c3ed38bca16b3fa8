"""Short ways to ask the engine, and the tools and examples that the tests share."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx

from voice_gateway.engine import ChatRequest, End, Engine, Piece
from voice_gateway.engine.models import PACKAGED_NAME

Json = dict[str, Any]

CONTROL: Json = {
    "type": "function",
    "function": {
        "name": "control_device",
        "description": "Turn a home device on or off",
        "parameters": {
            "type": "object",
            "properties": {
                "deviceName": {"type": "string"},
                "action": {"type": "string", "enum": ["on", "off"]},
            },
            "required": ["deviceName", "action"],
        },
    },
}
CLOCK: Json = {
    "type": "function",
    "function": {
        "name": "get_current_datetime",
        "description": "Get the current date and time",
        "parameters": {"type": "object", "properties": {}},
    },
}
LONG_INSTRUCTIONS = " ".join(f"Rule {number}: be brief, kind and exact." for number in range(1, 11))


def user(text: str) -> Json:
    return {"role": "user", "content": text}


def system(text: str) -> Json:
    return {"role": "system", "content": text}


def called(device: str, action: str) -> Json:
    """An assistant's message that calls the device tool."""
    function = {"name": "control_device", "arguments": {"deviceName": device, "action": action}}
    return {"role": "assistant", "content": "", "tool_calls": [{"function": function}]}


def worked_examples() -> list[Json]:
    """So many examples that even the smallest model calls the tool by itself."""
    examples = (
        ("switch the hall lamp off", "hall lamp", "off"),
        ("turn the fan on", "fan", "on"),
        ("turn off the bedroom light", "bedroom light", "off"),
    )
    return [system("You are a home assistant.")] + [
        message for said, device, action in examples for message in (user(said), called(device, action))
    ]


def body(messages: list[Json], *, tokens: int = 8, **more: Any) -> Json:
    """The body of a chat request that is answered the same way each time."""
    options = {"temperature": 0, "num_predict": tokens, "seed": 1} | more.pop("options", {})
    return {"model": PACKAGED_NAME, "messages": messages, "options": options} | more


def request(messages: list[Json], *, tokens: int = 8, **more: Any) -> ChatRequest:
    return ChatRequest.model_validate(body(messages, tokens=tokens, **more))


async def ask(engine: Engine, asked: ChatRequest) -> tuple[str, End]:
    """The whole answer, and how it ended."""
    text = ""
    async for item in engine.chat(asked):
        if isinstance(item, End):
            return text, item
        text += item.content
    raise AssertionError("no end")


async def first_piece(items: AsyncIterator[Piece | End]) -> Piece:
    item = await anext(items)
    assert isinstance(item, Piece)
    return item


async def until(true: Callable[[], bool]) -> None:
    """Wait until something holds that nobody tells us about."""
    while not true():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


def lines(response: httpx.Response) -> list[Json]:
    return [json.loads(line) for line in response.text.splitlines()]
