"""Tells people things that nobody has just asked for, in the room where they belong."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from voice_gateway.errors import GatewayError

Hear = Callable[[str], Awaitable[None]]
"""Says a text to whoever is there. Raises when that cannot be done."""

Overhear = Callable[[str, str], Awaitable[None]]
"""The same, with the room that it is meant for; an empty one is anywhere."""

RING_EVERY, RINGS = 10.0, 6
"""Seconds between two rings of a timer or an alarm that nobody has silenced, and how often it rings."""

_AT_ONCE = 0.3
"""Seconds within which a page or a terminal has shown it."""

_SILENCE = re.compile(
    r"(?:(?:please|okay|ok|hey)\W+)*"
    r"(?:stop|shut up|be quiet|quiet|silence|enough|hush|shush|turn off|switch off|i heard(?: you)?)"
    r"(?:\W+(?:it|that|please|now|the|this|my|timer|alarm|ring|ringing|bell|stop|thanks|thank you))*\W*",
    re.I,
)

_CANCELLED = re.compile(r"cancel\b.*\b(?:timer|alarm)s?\b", re.I)

log = logging.getLogger(__name__)


class NobodyListens(GatewayError):
    """There is nobody whom it could be told."""


@dataclass(frozen=True, eq=False)
class _Listener:
    room: str
    hear: Overhear


class Announcer:
    """Knows who listens, and where: the page, the terminal, a satellite in a room."""

    def __init__(self) -> None:
        self._listeners: list[_Listener] = []
        self.joined: list[Callable[[], None]] = []
        """Each is told when somebody begins to listen, who may be told what nobody heard."""

        self._rings: dict[str, asyncio.Task[None]] = {}
        self._going: set[asyncio.Task[bool]] = set()

    def ring(self, text: str, room: str = "") -> None:
        """Tell it again and again, until it is silenced there; that it was told once is for the caller."""
        self.silence(room)
        self._rings[room.casefold()] = asyncio.create_task(self._ring(text, room))

    def silence(self, room: str = "") -> bool:
        """Let nothing ring any more in a room; without one, anywhere. Whether anything did."""
        there = [at for at in self._rings if not room or at in ("", room.casefold())]
        return sum(self._rings.pop(at).cancel() for at in there) > 0

    @property
    def rings(self) -> bool:
        """Whether anything does, anywhere."""
        return bool(self._rings)

    def is_silenced_by(self, sentence: str, room: str = "", *, stops: bool = False) -> bool:
        """Whether these words want only the ring in this room to stop, which then does.

        With `stops`, somebody else reads that they want something to stop.
        """
        if _CANCELLED.search(sentence):
            self.silence(room)  # and the plan behind it is cancelled by whoever reads on
        return (stops or bool(_SILENCE.fullmatch(sentence.strip()))) and self.silence(room)

    async def _ring(self, text: str, room: str) -> None:
        for _ in range(RINGS - 1):
            await asyncio.sleep(RING_EVERY)
            try:
                await self.tell(text, room)
            except NobodyListens:
                return

    @contextmanager
    def listening(self, hear: Hear, room: str = "") -> Iterator[None]:
        """Be told what is said in a room; without one, what is said anywhere."""
        with self._added(_Listener(room.casefold(), lambda text, _room: hear(text))):
            yield

    @contextmanager
    def overhearing(self, hear: Overhear) -> Iterator[None]:
        """Be told what is said anywhere, and where."""
        with self._added(_Listener("", hear)):
            yield

    async def tell(self, text: str, room: str = "") -> None:
        """Returns when all who listen have heard it, or could not.

        Raises `NobodyListens` when it reached nobody, so that it can be told later.
        """
        if not any(await asyncio.gather(*self._telling(text, room))):
            raise _nobody()

    async def begin(self, text: str, room: str = "") -> bool:
        """Have it told, and wait for nobody who is slow to hear it: who asks for it may be one of them.

        Whether somebody has heard it by now. Raises `NobodyListens` when nobody will.
        """
        telling = self._telling(text, room)
        if not telling:
            raise _nobody()
        done, going = await asyncio.wait(telling, timeout=_AT_ONCE)
        if not going and not any(one.result() for one in done):
            raise _nobody()
        return any(one.result() for one in done)

    def _telling(self, text: str, room: str) -> list[asyncio.Task[bool]]:
        """Each at once; where nobody listens in the room, all: better in the wrong room than not at all."""
        there = [one for one in self._listeners if room and one.room == room.casefold()]
        everywhere = [one for one in self._listeners if not one.room]
        told = [*there, *everywhere] if there else list(self._listeners)
        telling = [asyncio.create_task(_hears(one, text, room)) for one in told]
        self._going.update(telling)
        for one in telling:
            one.add_done_callback(self._going.discard)
        return telling

    def somebody_came(self) -> None:
        """Of those who listen, one who heard nothing before may hear now."""
        for each in self.joined:
            each()

    @contextmanager
    def _added(self, listener: _Listener) -> Iterator[None]:
        self._listeners.append(listener)
        self.somebody_came()
        try:
            yield
        finally:
            self._listeners.remove(listener)


def _nobody() -> NobodyListens:
    return NobodyListens("Nobody is listening right now.", fix="Open the page, or start a satellite.")


async def _hears(listener: _Listener, text: str, room: str) -> bool:
    try:
        await listener.hear(text, room)
    except Exception as error:  # another one may hear it
        log.info("“%s” was not heard: %s", text, error)
        return False
    return True
