"""Speaks, and listens meanwhile for somebody who cuts in."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from voice_gateway.voice import tones
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.interruption import Cut, StopWord
from voice_gateway.voice.listening import Ears
from voice_gateway.voice.mouth import Mouth
from voice_gateway.voice.parts import VoiceParts
from voice_gateway.voice.states import State, StateMachine

THINKING_AFTER, THINKING_EVERY = 1.2, 3.0
"""Seconds of silence before a tone says that this takes longer, and between two of them."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class CutShort:
    """What was being spoken was cut off."""

    how: Cut
    heard: str
    """What was spoken until then."""


class Speaking:
    """The mouth of the pipeline, which ears can stop."""

    def __init__(self, parts: VoiceParts, states: StateMachine) -> None:
        self._parts = parts
        self._states = states

    def mouth(self) -> Mouth:
        parts, states = self._parts, self._states
        return Mouth(
            parts.speech, parts.speaker, lambda: states.to(State.SPEAKING), parts.sounds_like_wake_word
        )

    def tone(self, sound: Sound) -> None:
        if self._parts.settings.tones:
            self._parts.speaker.play(sound)

    async def unless_cut(
        self, speech: Coroutine[Any, Any, None], mouth: Mouth, ears: Ears
    ) -> CutShort | None:
        """Speak to the end, or until somebody cuts in."""
        speaking = asyncio.create_task(speech)
        watching = asyncio.create_task(self._watch(ears, mouth))
        try:
            await asyncio.wait({speaking, watching}, return_when=asyncio.FIRST_COMPLETED)
            if speaking.done():
                speaking.result()
                return None
            how = watching.result()
            heard = mouth.cut()
            log.info("Cut off by the %s", how)
            speaking.cancel()
            with suppress(asyncio.CancelledError):
                await speaking
            return CutShort(how, heard)
        finally:
            for task in (speaking, watching):
                task.cancel()

    async def _watch(self, ears: Ears, mouth: Mouth) -> Cut:
        """Listen for somebody who cuts in; returns only when somebody does."""
        parts, settings = self._parts, self._parts.settings
        stop = StopWord(parts.activity, parts.speaker, parts.transcriber.transcribe, settings.quietest)
        parts.wake.reset()
        while (frame := await ears.next()) is not None:
            speaking = self._states.state is State.SPEAKING
            cutoff = min(parts.wake.cutoff, settings.wake_cutoff_speaking) if speaking else parts.wake.cutoff
            if parts.wake.hear(frame) >= cutoff and not mouth.says_wake_word:
                return Cut.WAKE_WORD
            if speaking and settings.stop_word and await stop.hear(frame):
                return Cut.STOP
        await asyncio.Event().wait()
        raise AssertionError

    @asynccontextmanager
    async def keeping_company(self) -> AsyncIterator[None]:
        """While it takes long, a tone now and then says that somebody is there."""
        company = asyncio.create_task(self._company())
        try:
            yield
        finally:
            company.cancel()

    async def _company(self) -> None:
        wait = THINKING_AFTER
        while True:
            await asyncio.sleep(wait)
            wait = THINKING_EVERY
            if self._states.state is State.THINKING:
                self.tone(tones.thinking())
