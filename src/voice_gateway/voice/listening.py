"""Hears a sentence: waits for the wake word, records, and begins to transcribe before the silence ends."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from voice_gateway.voice.audio import FRAME_SECONDS
from voice_gateway.voice.parts import VoiceParts
from voice_gateway.voice.recording import Ending, Recording
from voice_gateway.voice.utterance import Hear, Utterance
from voice_gateway.voice.weighing import NOTHING_SAID, Said

SKIPPED = "⏩ Skipping transcription - %s"

log = logging.getLogger(__name__)


class Ears:
    """The stream of frames, for whoever listens at the moment."""

    def __init__(self, parts: VoiceParts, hear: Hear) -> None:
        self._parts = parts
        self._hear = hear
        self._frames: asyncio.Queue[bytes | Exception | None] = asyncio.Queue()
        self._ended = False
        self.open = asyncio.Event()
        """Set as soon as sound comes in, or it is known why none will."""

        self._pump = asyncio.create_task(self._fill())

    async def next(self) -> bytes | None:
        """The next frame; None when a recording has ended. Waiting for it may be cancelled at any time."""
        item = None if self._ended else await self._frames.get()
        self._ended = not isinstance(item, bytes)
        if isinstance(item, Exception):
            raise item
        return item

    async def close(self) -> None:
        self._pump.cancel()
        with suppress(asyncio.CancelledError):
            await self._pump

    async def _fill(self) -> None:
        try:
            async for frame in self._parts.microphone.frames():
                self._frames.put_nowait(frame)
                self.open.set()
            self._frames.put_nowait(None)
        except Exception as error:
            self._frames.put_nowait(error)
        finally:
            self.open.set()

    async def wake_word(
        self, follow_up: float = 0, is_meant: Callable[[str], bool] = lambda _text: False
    ) -> "Woken | None":
        """Wait until the wake word is heard; None when there is nothing more to hear.

        For some seconds, one may also go on without it, with a sentence that is meant for us.
        """
        wake = self._parts.wake
        wake.reset()
        more = self._utterance(follow_up) if follow_up else None
        while (frame := await self.next()) is not None:
            if (certainty := wake.hear(frame)) >= wake.cutoff:
                log.info("“%s” heard (%.2f)", wake.phrase, certainty)
                wake.reset()
                return Woken()
            if more:
                await more.add(frame)
                if not more.over:
                    continue
                said = await more.said() if more.recording.ending is Ending.SPOKEN else NOTHING_SAID
                more = None
                if said.text and is_meant(said.text):
                    return Woken(said)
                log.info("Not for us: %s", said.text or "nothing")
        return None

    async def pass_over(self, seconds: float) -> None:
        """Let sound go by unheard."""
        for _ in range(round(seconds / FRAME_SECONDS)):
            if await self.next() is None:
                return

    async def sentence(self) -> Said:
        """What is said now; no words when there were none."""
        utterance = self._utterance()
        recording = utterance.recording
        while not utterance.over and (frame := await self.next()) is not None:
            await utterance.add(frame)
        ended = time.perf_counter()
        if recording.ending is not Ending.SPOKEN:
            utterance.give_up()
            log.info(SKIPPED, recording.ending)
            return NOTHING_SAID
        said = await utterance.said()
        waited = recording.silence + time.perf_counter() - ended
        log.info("Heard: %s (%.2f s after the last word)", said.text or "nothing", waited)
        return said

    def _utterance(self, patience: float | None = None) -> Utterance:
        parts = self._parts
        recording = Recording(parts.activity, parts.settings, patience)
        return Utterance(recording, parts.settings, self._hear, parts.turn_end)


@dataclass(frozen=True)
class Woken:
    """Somebody speaks to us."""

    said: Said = NOTHING_SAID
    """What was said already, by someone who went on without the wake word."""
