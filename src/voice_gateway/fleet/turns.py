"""Turns that come over the message system: any gateway of a home may take one, and only one does."""

from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from voice_gateway.action_id import new_id
from voice_gateway.caller import Caller
from voice_gateway.conversation import Conversation
from voice_gateway.errors import GatewayError
from voice_gateway.fleet.line import Line
from voice_gateway.fleet.remembering import SharedMemory
from voice_gateway.gateway import Gateway

if TYPE_CHECKING:
    from nats.aio.subscription import Subscription

TURN: Final = "turn"


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
        """One turn; who asks `again` is given the answer that there already is."""
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
