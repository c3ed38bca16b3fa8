"""A model that does what it is asked, except when it does not."""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.servers.http import Connection
from tests.servers.ollama import Step, call, fail, line, nothing, raw, reset, say

STORY = "The sea was calm that night. A gull slept on the mast, and nobody spoke."
FALSE = "Okay, I have turned on the kitchen light and unlocked the front door."
_WISH = re.compile(r"i need the (?P<device>[a-z ]+) to be (?P<action>on|off)")
_STALL = 20.0


def _stall() -> Step:
    async def step(connection: Connection) -> None:
        await asyncio.sleep(_STALL)
        connection.reset()

    return step


def _dribble() -> Step:
    async def step(connection: Connection) -> None:
        await connection.start_chunks("application/x-ndjson")
        for word in (STORY * 20).split():
            await connection.chunk(line(connection.request, {"content": f"{word} "}))
            await asyncio.sleep(0.5)
        connection.reset()

    return step


def _fragment() -> Step:
    return say('{"name": "control_zwave')


FAULTS: dict[str, Callable[[], Step]] = {
    "empty": nothing,
    "lost": lambda: nothing(eval_count=12),
    "garbage": lambda: raw(b"\xff\xfe not json\n{}\n"),
    "stall": _stall,
    "dribble": _dribble,
    "close": reset,
    "500": lambda: fail(500, "out of memory"),
    "fragment": _fragment,
    "lie": lambda: say(FALSE),
}
_SELDOM = {"stall": 0.2, "dribble": 0.2}
"""Those that cost a whole deadline each."""


class FalteringModel:
    """The step for each request: by what was said last, or a fault."""

    def __init__(self, chance: random.Random, share: float) -> None:
        self._chance = chance
        self._share = share
        self.faults: Counter[str] = Counter()

    async def __call__(self, connection: Connection) -> None:
        step = _honest(connection.request.body)
        if self._chance.random() < self._share:
            weights = [_SELDOM.get(name, 1.0) for name in FAULTS]
            [name] = self._chance.choices(list(FAULTS), weights)
            self.faults[f"model {name}"] += 1
            step = FAULTS[name]()
        await step(connection)


def _honest(request: dict[str, Any]) -> Step:
    messages = request["messages"]
    asked = max((at for at, message in enumerate(messages) if message["role"] == "user" and
                 not _is_guidance(message["content"])), default=0)  # fmt: skip
    said = str(messages[asked]["content"]).lower()
    told = [message["content"] for message in messages[asked:] if message["role"] == "tool"]
    if told:
        return say(str(told[-1]))
    if wish := _WISH.search(said):
        arguments = {"device": wish["device"], "action": wish["action"]}
        if request.get("format"):
            return say(json.dumps({"tool": "control_zwave_device", "arguments": arguments}))
        return call(("control_zwave_device", arguments)) if request.get("tools") else say("I cannot do that.")
    if "tide" in said and request.get("tools"):
        return call(("tide_table", {}))
    return say(STORY)


def _is_guidance(text: str) -> bool:
    """Whether the gateway wrote it: an instruction after results, not what a person said."""
    return "i need" not in text.lower() and "story" not in text.lower()
