"""For some seconds after an answer, a satellite listens on without the wake word."""

import time

from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.recording import Ending, Recording
from voice_gateway.voice.vad import VoiceActivity

ECHO = 0.3
"""Seconds in which the last word of the answer fades."""


class GoingOn:
    """Waits until the answer was played, which nobody tells us, and then for somebody to go on."""

    def __init__(self, activity: VoiceActivity, settings: VoiceSettings, answer: float) -> None:
        """`answer` is how many seconds the answer lasts that was just sent."""
        self._from = time.monotonic() + answer + ECHO
        self._recording = Recording(activity, settings, settings.follow_up)

    def hear(self, frame: bytes) -> bool:
        """Whether it is over: something was said, or nothing in time."""
        if time.monotonic() < self._from:
            return False
        self._recording.add(frame)
        return self._recording.over

    @property
    def said(self) -> Recording | None:
        return self._recording if self._recording.ending is Ending.SPOKEN else None
