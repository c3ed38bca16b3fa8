"""Tells who speaks to us from others further away: a television, people at the other end of the room."""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from voice_gateway.voice.audio import FULL_SCALE

FURTHER = 9.0
"""Decibels below the one who speaks to us at which somebody else does."""

QUIET = 30.0
"""Decibels below a voice at which a room is quiet: then every word in it is theirs, however soft."""

BLURRED = 8
"""Frames over which loudness is taken: a syllable is never as loud as the next."""

LOUD = 95
"""Percent of what was spoken that is softer than what counts as the loudness of a voice."""

SOFT = 10
"""Percent of all frames that are softer than what counts as the loudness of the room."""


class Foreground:
    """Follows one recording, frame by frame."""

    def __init__(self) -> None:
        self._recent: deque[float] = deque(maxlen=BLURRED)
        self._loudness: list[float] = []
        self._speech: list[bool] = []

    def add(self, frame: bytes, *, speech: bool) -> None:
        samples = np.frombuffer(frame, "<i2").astype(np.float32) / FULL_SCALE
        self._recent.append(float(np.mean(samples * samples)))
        self._loudness.append(10 * np.log10(np.mean(self._recent) + 1e-12))
        self._speech.append(speech)

    def theirs(self) -> NDArray[np.bool_]:
        """In which frames the one speaks who is nearest."""
        speech, loudness = np.array(self._speech, bool), np.array(self._loudness)
        if not speech.any():
            return speech
        voice = np.percentile(loudness[speech], LOUD)
        if np.percentile(loudness, SOFT) < voice - QUIET:
            return speech
        near: NDArray[np.bool_] = loudness >= voice - FURTHER
        return speech & near
