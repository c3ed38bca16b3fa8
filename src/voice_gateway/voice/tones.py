"""Short sounds that say: I heard you, I am thinking, something went wrong, there is something to tell."""

from functools import cache

import numpy as np

from voice_gateway.voice.audio import Sound, from_samples
from voice_gateway.voice.speaker import RATE

LOUDNESS = 0.2


@cache
def heard() -> Sound:
    """Two rising notes: speak now."""
    return _notes((660, 0.07), (880, 0.09))


@cache
def thinking() -> Sound:
    """One soft low note: this takes a moment."""
    return _notes((440, 0.12), loudness=LOUDNESS / 2)


@cache
def error() -> Sound:
    """Two falling notes: that did not work."""
    return _notes((440, 0.1), (311, 0.18))


@cache
def bell() -> Sound:
    """Three high notes: something is to be told that nobody has just asked for."""
    return _notes((988, 0.12), (1319, 0.12), (988, 0.2))


def _notes(*notes: tuple[float, float], loudness: float = LOUDNESS) -> Sound:
    return from_samples(loudness * np.concatenate([_note(*note) for note in notes]), RATE)


def _note(frequency: float, seconds: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A sine that swells and fades, so that nothing clicks."""
    count = int(seconds * RATE)
    wave = np.sin(2 * np.pi * frequency * np.arange(count) / RATE)
    return np.asarray(wave * np.hanning(count) ** 0.5)
