"""Hears a sentence: waits for the wake word, records, and begins to transcribe before the silence ends."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from voice_gateway.voice.audio import FRAME_SECONDS, Sound
from voice_gateway.voice.complete import is_complete
from voice_gateway.voice.parts import VoiceParts
from voice_gateway.voice.recording import Ending, Recording

SKIPPED = "⏩ Skipping transcription - %s"

Hear = Callable[[Sound], Awaitable[str]]

log = logging.getLogger(__name__)


class Ears:
    """The stream of frames, for whoever listens at the moment."""

    def __init__(self, parts: VoiceParts, hear: Hear) -> None:
        """`hear` writes down what was said."""
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
        parts, wake = self._parts, self._parts.wake
        wake.reset()
        more = Recording(parts.activity, parts.settings, follow_up) if follow_up else None
        while (frame := await self.next()) is not None:
            if (certainty := wake.hear(frame)) >= wake.cutoff:
                log.info("“%s” heard (%.2f)", wake.phrase, certainty)
                wake.reset()
                return Woken()
            if more:
                more.add(frame)
                if not more.over:
                    continue
                text = await self._transcribe(more) if more.ending is Ending.SPOKEN else ""
                more = None
                if text and is_meant(text):
                    return Woken(text)
                log.info("Not for us: %s", text or "nothing")
        return None

    async def pass_over(self, seconds: float) -> None:
        """Let sound go by unheard."""
        for _ in range(round(seconds / FRAME_SECONDS)):
            if await self.next() is None:
                return

    async def sentence(self) -> "Heard":
        """What is said now, in words."""
        parts = self._parts
        recording = Recording(parts.activity, parts.settings)
        guess: Guess | None = None
        while not recording.over and (frame := await self.next()) is not None:
            recording.add(frame)
            if guess and guess.until != recording.words_until and not guess.task.done():
                continue  # the speaker went on; the thread is busy with the old guess for a moment longer
            if recording.pausing and (guess is None or guess.until != recording.words_until):
                guess = self._guess(recording)
            if guess:
                recording.complete = guess.until == recording.words_until and guess.says_all
        ended = time.perf_counter()
        if recording.ending is not Ending.SPOKEN:
            log.info(SKIPPED, recording.ending)
            return Heard("", recording.ending)
        if guess is None or guess.until != recording.words_until:
            guess = self._guess(recording)
        text = await guess.task
        waited = recording.silence + time.perf_counter() - ended
        log.info("Heard: %s (%.2f s after the last word)", text or "nothing", waited)
        return Heard(text, recording.ending if text else Ending.NO_SPEECH)

    def _guess(self, recording: Recording) -> "Guess":
        text = asyncio.create_task(self._transcribe(recording))
        ear, speech = self._parts.turn_end, recording.speech()
        finished = asyncio.create_task(asyncio.to_thread(ear.finished, speech)) if ear else None
        return Guess(recording.words_until, text, finished)

    async def _transcribe(self, recording: Recording) -> str:
        return await self._hear(recording.speech())


@dataclass(frozen=True)
class Woken:
    """Somebody speaks to us."""

    text: str = ""
    """What was said already, by someone who went on without the wake word."""


@dataclass(frozen=True)
class Heard:
    """A sentence, or why there is none."""

    text: str
    ending: Ending


@dataclass(frozen=True)
class Guess:
    """A transcription of everything up to a pause, which may turn out to have been the end."""

    until: int
    task: asyncio.Task[str]
    finished: asyncio.Task[bool] | None = None
    """Whether it sounds as if nothing more will be said, where somebody listens to that."""

    @property
    def says_all(self) -> bool:
        """Both the words and the voice must have come to an end."""
        whole = self.task.done() and not self.task.exception() and is_complete(self.task.result())
        if self.finished is None or not whole:
            return whole
        return self.finished.done() and not self.finished.exception() and self.finished.result()
