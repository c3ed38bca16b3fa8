"""Tells people things that nobody has just asked for, in the room where they belong."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from voice_gateway.errors import GatewayError

Hear = Callable[[str], Awaitable[None]]
"""Says a text to whoever is there. Raises when that cannot be done."""


class NobodyListens(GatewayError):
    """There is nobody whom it could be told."""


@dataclass(frozen=True, eq=False)
class _Listener:
    room: str
    hear: Hear


class Announcer:
    """Knows who listens, and where: the page, the terminal, a satellite in a room."""

    def __init__(self) -> None:
        self._listeners: list[_Listener] = []
        self.joined: list[Callable[[], None]] = []
        """Each is told when somebody begins to listen, who may be told what nobody heard."""

    @contextmanager
    def listening(self, hear: Hear, room: str = "") -> Iterator[None]:
        """Be told what is said in a room; without one, what is said anywhere."""
        listener = _Listener(room.casefold(), hear)
        self._listeners.append(listener)
        for tell in self.joined:
            tell()
        try:
            yield
        finally:
            self._listeners.remove(listener)

    async def tell(self, text: str, room: str = "") -> None:
        """Raises `NobodyListens` when it reached nobody, so that it can be told later.

        Where nobody listens in the room, everybody is told: better in the wrong room than not at all.
        """
        there = [one for one in self._listeners if room and one.room == room.casefold()]
        everywhere = [one for one in self._listeners if not one.room]
        reached = 0
        for listener in [*there, *everywhere] if there else self._listeners:
            try:
                await listener.hear(text)
                reached += 1
            except Exception:  # noqa: S112 - another one may hear it
                continue
        if not reached:
            raise NobodyListens("Nobody is listening right now.", fix="Open the page, or start a satellite.")
