"""What is announced reaches people at every gateway of a home, and "stop" silences what rings at another."""

from typing import TYPE_CHECKING, Any, Final

from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.line import Line
from voice_gateway.planning import Announcer, NobodyListens

if TYPE_CHECKING:
    from nats.aio.subscription import Subscription

_ANSWER: Final = 1.5
"""Seconds within which another gateway must have told it."""


class SharedAnnouncer(Announcer):
    """Tells those who listen here, and asks the other gateways to tell those who listen there."""

    def __init__(self, line: Line, gateway: str) -> None:
        super().__init__()
        self._line = line
        self._gateway = gateway

    async def serve(self) -> "list[Subscription]":
        return [
            await self._line.answering("tell", self._tell_asked),
            await self._line.answering("silence", self._silence_told),
        ]

    async def tell(self, text: str, room: str = "") -> None:
        told = {"text": text, "room": room, "gateway": self._gateway}
        try:
            await super().tell(text, room)
        except NobodyListens:
            try:
                await self._line.ask("tell", told, _ANSWER)
            except Unanswered:
                raise NobodyListens("Nobody is listening right now.") from None
        else:
            await self._line.tell("tell", told)

    async def _tell_asked(self, asked: dict[str, Any]) -> dict[str, Any] | None:
        if asked["gateway"] == self._gateway:
            return None
        try:
            await super().tell(asked["text"], asked["room"])
        except NobodyListens:
            return None
        return {"heard": True}

    async def _silence_told(self, told: dict[str, Any]) -> None:
        self.silence(told["room"])
