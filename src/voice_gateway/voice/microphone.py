"""Where sound comes from: the sound server's microphone, or a recording that plays as if spoken."""

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Protocol

from voice_gateway.voice.audio import FRAME_BYTES, FRAME_SECONDS, RATE, SILENT_FRAME, Sound
from voice_gateway.voice.errors import SoundError
from voice_gateway.voice.pulse import Direction, PulseStream

BACKLOG = 1000
"""Frames that may wait to be heard (half a minute); when nobody listens for longer, the oldest are lost."""

STALLED = 4
"""Seconds without a frame after which a microphone has gone: a sound server may not say so."""

FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
"""Seconds between attempts to open a microphone that has gone."""

SILENCE_AFTER = 3.0
"""Seconds of silence after a recording."""

log = logging.getLogger(__name__)


class Microphone(Protocol):
    """Something that is listened to."""

    def check(self) -> None:
        """Raise `SoundError` when there is nothing to be heard with."""

    def frames(self) -> AsyncIterator[bytes]:
        """Frame after frame. Raises `SoundError` when the microphone goes away; a recording ends."""


class PulseMicrophone:
    """A microphone of the sound server; by default the one that the desktop has chosen."""

    def __init__(self, device: str | None = None) -> None:
        self._device = device

    def check(self) -> None:
        self._open().close()

    async def frames(self) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        heard: asyncio.Queue[bytes | SoundError] = asyncio.Queue()
        stream = await asyncio.to_thread(self._open)
        ended = threading.Event()

        def take(item: bytes | SoundError) -> None:
            if heard.qsize() >= BACKLOG:
                heard.get_nowait()
            heard.put_nowait(item)

        def listen() -> None:
            try:
                while not ended.is_set():
                    loop.call_soon_threadsafe(take, stream.read(FRAME_BYTES))
            except SoundError as error:
                if not ended.is_set():
                    loop.call_soon_threadsafe(take, error)
            except RuntimeError:
                pass  # the loop has closed: nobody listens any more
            finally:
                stream.close()

        threading.Thread(target=listen, name="microphone", daemon=True).start()
        try:
            while True:
                item = await _unless_stalled(heard)
                if isinstance(item, SoundError):
                    raise item
                yield item
        finally:
            ended.set()

    def _open(self) -> PulseStream:
        return PulseStream(Direction.RECORD, self._device, RATE, FRAME_SECONDS)


async def _unless_stalled(heard: asyncio.Queue[bytes | SoundError]) -> bytes | SoundError:
    """The next frame. A microphone delivers silence too, so one that delivers nothing has gone.

    It is waited for second by second: a machine that stood still for long has missed only one of them.
    """
    for _ in range(STALLED):
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                return await heard.get()
    return SoundError("The microphone has fallen silent.", fix="Plug it in again.")


class RecordedMicrophone:
    """A recording, heard at the pace at which it was spoken, and some silence after it."""

    def __init__(self, sound: Sound) -> None:
        self._frames = [*sound.frames(), *[SILENT_FRAME] * round(SILENCE_AFTER / FRAME_SECONDS)]

    def check(self) -> None:
        return

    async def frames(self) -> AsyncIterator[bytes]:
        began = time.monotonic()
        for number, frame in enumerate(self._frames, 1):
            await asyncio.sleep(max(0.0, began + number * FRAME_SECONDS - time.monotonic()))
            yield frame


class ReturningMicrophone:
    """Another microphone that may be unplugged: when it goes, it is looked for until it is back."""

    def __init__(self, microphone: Microphone) -> None:
        self._microphone = microphone

    def check(self) -> None:
        self._microphone.check()

    async def frames(self) -> AsyncIterator[bytes]:
        wait = FIRST_WAIT
        while True:
            try:
                async with aclosing(self._microphone.frames()) as frames:  # type: ignore[type-var]
                    async for frame in frames:
                        if wait != FIRST_WAIT:
                            log.info("The microphone is back")
                            wait = FIRST_WAIT
                        yield frame
                return
            except SoundError as error:
                log.warning("%s Looking for it again in %.1f s", error.message, wait)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
