"""Turns that come over the message system: any gateway of a home may take one, and only one does."""

import asyncio
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from voice_gateway.action_id import new_id
from voice_gateway.caller import Caller
from voice_gateway.conversation import Conversation
from voice_gateway.errors import GatewayError
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.line import Line, NobodyThere
from voice_gateway.fleet.remembering import SharedMemory
from voice_gateway.gateway import Gateway

if TYPE_CHECKING:
    from nats.aio.subscription import Subscription

TURN: Final = "turn"
_PAUSE: Final = 0.2


class Turns:
    """Takes turns for one home."""

    def __init__(self, gateway: Gateway, memory: SharedMemory, line: Line, name: str) -> None:
        self._gateway = gateway
        self._memory = memory
        self._line = line
        self._name = name
        self._under_way: WeakValueDictionary[str, Conversation] = WeakValueDictionary()
        self.taken = 0

    async def serve(self) -> "Subscription":
        return await self._line.answering(TURN, self.take, shared=True)

    async def take(self, asked: dict[str, Any]) -> dict[str, Any]:
        """One turn, as it was asked for by `ask`."""
        self.taken += 1
        name, turn = str(asked.get("conversation") or new_id()), str(asked.get("id") or new_id())
        told = {"conversation": name, "gateway": self._name}
        try:
            if asked.get("again") and (earlier := await self._memory.answered(name, turn)):
                return earlier | told | {"again": True}
            conversation = self._under_way.get(name) or Conversation(id=name)
            self._under_way[name] = conversation
            answer = await self._gateway.turn(
                str(asked.get("text", "")), conversation, room=str(asked.get("room", "")),
                answering=asked.get("answers"), caller=Caller(str(asked.get("caller", ""))), turn_id=turn,
            )  # fmt: skip
        except GatewayError as error:
            return told | {"error": error.message, "fix": error.fix}
        return answer.as_table() | told


async def ask(
    line: Line, text: str, *, patience: float = 30, one_try: float = 8, **more: Any
) -> dict[str, Any]:
    """Ask whichever gateway takes it, and another when that one dies; nothing is done twice by that.

    `conversation`, `room`, `caller` and `answers` may be given. Raises `Unanswered` when nobody answers."""
    loop = asyncio.get_running_loop()
    until, turn, again = loop.time() + patience, new_id(), False
    while True:
        try:
            return await line.ask(TURN, {"id": turn, "text": text, "again": again, **more}, one_try)
        except NobodyThere:
            if loop.time() > until:
                raise
            await asyncio.sleep(_PAUSE)
        except Unanswered:
            if loop.time() > until:
                raise
            again = True
