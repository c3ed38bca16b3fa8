"""For some seconds after an answer, a satellite listens on without the wake word."""

import time

from voice_gateway.voice.recording import Ending
from voice_gateway.voice.utterance import Utterance
from voice_gateway.voice.weighing import NOTHING_SAID, Said

ECHO = 0.3
"""Seconds in which the last word of the answer fades."""


class GoingOn:
    """Waits until the answer was played, which nobody tells us, and then for somebody to go on."""

    def __init__(self, utterance: Utterance, answer: float) -> None:
        """`answer` is how many seconds the answer lasts that was just sent."""
        self._from = time.monotonic() + answer + ECHO
        self._utterance = utterance

    async def hear(self, frame: bytes) -> bool:
        """Whether it is over: something was said, or nothing in time."""
        if time.monotonic() < self._from:
            return False
        await self._utterance.add(frame)
        return self._utterance.over

    async def said(self) -> Said:
        spoken = self._utterance.recording.ending is Ending.SPOKEN
        return await self._utterance.said() if spoken else NOTHING_SAID
