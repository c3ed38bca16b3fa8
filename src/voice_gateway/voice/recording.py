"""Collects what is said after the wake word, until the speaker stops."""

from enum import StrEnum

import numpy as np

from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import FRAME_BYTES, FRAME_SECONDS, RATE, Sound
from voice_gateway.voice.foreground import Foreground
from voice_gateway.voice.vad import SPEECH, STILL_SPEECH, VoiceActivity

SHORTEST = 0.25
"""Seconds of speech below which nothing was said: a cough, or the end of the wake word."""

PAUSE = 0.09
"""Seconds of silence after which it is worth to begin transcribing; most gaps between words are shorter."""

STILL = -70.0
"""Decibels of full scale below which nobody begins to speak, so that it need not be looked into."""

LEAD, TAIL = 0.3, 0.25
"""Seconds of sound that are kept before and after the speech."""


class Ending(StrEnum):
    """Why a recording ended."""

    SPOKEN = "spoken"
    NO_SPEECH = "no speech detected"
    TOO_SHORT = "too short"
    TOO_QUIET = "too quiet"


class Recording:
    """A recording that grows frame by frame and knows when it is over."""

    def __init__(
        self, activity: VoiceActivity, settings: VoiceSettings, patience: float | None = None
    ) -> None:
        """`patience` is how many seconds somebody has to begin, where not those of the settings."""
        self._activity = activity
        self._settings = settings
        self._patience = patience or settings.patience
        self._frames: list[bytes] = []
        self._foreground = Foreground()
        self._speaking = False
        self._first = self._last = self._speech = 0
        self.enough = settings.silence
        """Seconds of silence that end it."""

        activity.reset()

    def add(self, frame: bytes) -> None:
        self._speaking = not self._is_still(frame) and self._activity.hear(frame) >= (
            STILL_SPEECH if self._speaking else SPEECH
        )
        self._frames.append(frame)
        self._foreground.add(frame, speech=self._speaking)
        if self._speaking:
            theirs = np.flatnonzero(self._foreground.theirs())
            self._first, self._last, self._speech = int(theirs[0]), int(theirs[-1]) + 1, len(theirs)

    def _is_still(self, frame: bytes) -> bool:
        """Nobody has spoken yet, nor does now: most of the time that is listened in."""
        return not self._speech and Sound(frame).loudness < STILL

    @property
    def spoke(self) -> bool:
        """Whether enough was heard to be words."""
        return self._speech * FRAME_SECONDS >= SHORTEST

    @property
    def words_until(self) -> int:
        """Up to which frame there is speech; when it grows, somebody went on speaking."""
        return self._last

    @property
    def pausing(self) -> bool:
        """Whether the speaker has just paused, and may have finished."""
        return self.spoke and self.silence >= PAUSE

    @property
    def over(self) -> bool:
        """Whether the speaker has finished, or never began."""
        settings = self._settings
        length = len(self._frames) * FRAME_SECONDS
        if not self.spoke:
            return length >= self._patience and self.silence > PAUSE
        return self.silence >= self.enough or length >= settings.longest

    @property
    def ending(self) -> Ending:
        """What the recording is worth."""
        if not self._speech:
            return Ending.NO_SPEECH
        if not self.spoke:
            return Ending.TOO_SHORT
        return Ending.TOO_QUIET if self.speech().loudness < self._settings.quietest else Ending.SPOKEN

    def speech(self) -> Sound:
        """The part of the recording in which somebody speaks.

        With silence before and behind, also where the words came in one breath with the wake word: what
        begins all at once is easily misheard.
        """
        first = self._first - round(LEAD / FRAME_SECONDS)
        last = self._last + round(TAIL / FRAME_SECONDS)
        heard = b"".join(self._frames[max(0, first) : last])
        quiet = b"\0" * (FRAME_BYTES * max(0, -first))
        return Sound((quiet + heard).ljust((last - first) * FRAME_BYTES, b"\0"))

    @property
    def silence(self) -> float:
        """Seconds since the last word."""
        return (len(self._frames) - self._last) * FRAME_SECONDS


def spoken_part(sound: Sound, activity: VoiceActivity, settings: VoiceSettings) -> Sound:
    """Of a sound that was recorded elsewhere, where somebody speaks to us; all of it where nobody does."""
    recording = Recording(activity, settings)
    for frame in sound.at(RATE).frames():
        recording.add(frame)
    return recording.speech() if recording.spoke else sound
