"""What is announced reaches people at every gateway of a home, and "stop" silences what rings at another."""

import time
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from voice_gateway.fleet.behind import Behind
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.line import Line
from voice_gateway.planning import Announcer, NobodyListens
from voice_gateway.planning.announcing import RING_EVERY, RINGS

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
        self._elsewhere: dict[str, float] = {}
        """The rooms in which another gateway rings, and until when at most."""

        self._behind = Behind()

    async def serve(self) -> "list[Subscription]":
        return [
            await self._line.answering("tell", self._tell_asked),
            await self._line.answering("rings", self._rings_told),
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

    def ring(self, text: str, room: str = "") -> None:
        super().ring(text, room)
        self._say("rings", room)

    @property
    def rings(self) -> bool:
        return super().rings or any(until > time.monotonic() for until in self._elsewhere.values())

    def silence(self, room: str = "") -> bool:
        here = super().silence(room)
        now = time.monotonic()
        there = [at for at in self._elsewhere if not room or at in ("", room.casefold())]
        rang = [self._elsewhere.pop(at) > now for at in there]
        if any(rang):
            self._say("silence", room)
        return here or any(rang)

    def _say(self, what: str, room: str) -> None:
        self._behind.add(partial(self._line.tell, what, {"room": room, "gateway": self._gateway}))

    async def _tell_asked(self, asked: dict[str, Any]) -> dict[str, Any] | None:
        if asked["gateway"] == self._gateway:
            return None
        try:
            await super().tell(asked["text"], asked["room"])
        except NobodyListens:
            return None
        return {"heard": True}

    async def _rings_told(self, told: dict[str, Any]) -> None:
        if told["gateway"] != self._gateway:
            self._elsewhere[told["room"].casefold()] = time.monotonic() + RING_EVERY * RINGS

    async def _silence_told(self, told: dict[str, Any]) -> None:
        if told["gateway"] != self._gateway:
            super().silence(told["room"])
            self._elsewhere.pop(told["room"].casefold(), None)
