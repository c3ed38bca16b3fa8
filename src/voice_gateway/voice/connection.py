"""One connection of a Wyoming client, from its first event to its last."""

import asyncio
import logging
from contextlib import ExitStack

from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event
from wyoming.server import AsyncEventHandler

from voice_gateway.errors import GatewayError
from voice_gateway.voice.audio import RATE
from voice_gateway.voice.frames import Malformed, read_frame
from voice_gateway.voice.wyoming import WyomingService

IDLE_SECONDS = 600.0
"""For the next event. Who listens for the wake word sends sound all the time."""

WRITE_SECONDS = 30.0
"""For a client to take what it is sent."""

log = logging.getLogger(__name__)


class Connection(AsyncEventHandler):
    """Reads events one after the other. What is wrong with one is told; what is with the client ends it."""

    def __init__(
        self, service: WyomingService, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        super().__init__(reader, writer)
        self.service = service
        self.while_open = ExitStack()
        """What ends with the connection."""

        self.floor = asyncio.Condition()
        """Held by whoever speaks to the client: an answer, or an announcement."""

    async def handle(self, event: Event) -> None:
        """What comes of an event."""
        raise NotImplementedError

    async def run(self) -> None:
        """Serve until the client leaves; one that talks nonsense is let go, and nobody else notices."""
        place = self.service.connections.admit(self.address, self._hang_up)
        try:
            if place is None:
                busy = Error(text="Too many clients are connected.", code="busy")
                await self.write_event(busy.event())
                return
            while event := await self._next():
                place.busy = True
                async with self.floor:
                    await self.handle_event(event)
                    self.floor.notify_all()
                place.busy = False
        except (
            ConnectionError,
            TimeoutError,
            ValueError,
            RecursionError,
            asyncio.IncompleteReadError,
        ) as error:
            log.info("A Wyoming client was let go: %s", error or type(error).__name__)
        finally:
            self.while_open.close()
            if place:
                self.service.leave(place)
            self.writer.close()
            async with self.floor:
                self.floor.notify_all()

    async def _next(self) -> Event | None:
        async with asyncio.timeout(IDLE_SECONDS):
            event: Event | None = await read_frame(self.reader)
            return event

    @property
    def address(self) -> str:
        peer = self.writer.get_extra_info("peername")
        return str(peer[0]) if isinstance(peer, tuple) else ""

    def _hang_up(self) -> None:
        self.writer.transport.abort()

    async def write_event(self, event: Event) -> None:
        """Send an event. A client that does not take it is let go."""
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await super().write_event(event)
        except TimeoutError:
            self._hang_up()  # closing would wait until it has taken everything
            raise

    async def handle_event(self, event: Event) -> bool:
        try:
            await self.handle(event)
        except (ConnectionError, TimeoutError):
            raise  # the client has gone, or takes nothing any more
        except Malformed as error:
            log.info("A Wyoming client sent what makes no sense: %s", error)
            await self.write_event(Error(text=str(error), code="malformed").event())
        except GatewayError as error:
            log.warning("A Wyoming request failed: %s", error)
            await self.write_event(Error(text=error.message, code=type(error).__name__).event())
        except Exception as error:
            log.warning("A Wyoming request failed: %s", error, exc_info=True)
            await self.write_event(Error(text=str(error), code=type(error).__name__).event())
        return True

    async def speak(self, text: str) -> float:
        """Send the sound of a text; how many seconds of it there are."""
        began: AudioStart | None = None
        seconds = 0.0
        async for sound in self.service.speak(text):
            if began is None:
                began = AudioStart(rate=sound.rate, width=2, channels=1)
                await self.write_event(began.event())
            for start in range(0, len(sound.data), 4096):
                piece = sound.data[start : start + 4096]
                await self.write_event(AudioChunk(rate=sound.rate, width=2, channels=1, audio=piece).event())
            seconds += sound.seconds
        if began is None:
            await self.write_event(AudioStart(rate=RATE, width=2, channels=1).event())
        await self.write_event(AudioStop().event())
        return seconds
