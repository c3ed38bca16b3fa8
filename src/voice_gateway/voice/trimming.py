"""Cuts the silence before the first word, and most of that behind the last."""

import numpy as np

from voice_gateway.voice.audio import Sound

SILENT = 45.0
"""Decibels below its loudest moment at which a voice says nothing yet; the softest of sounds are above."""

BEFORE, BEHIND = 0.03, 0.25
"""Seconds that are kept: for a sound that grows out of nothing, and as the pause before the next sentence."""

MOMENT = 0.01


def trimmed(sound: Sound) -> Sound:
    """The same words, heard at once."""
    moment = round(MOMENT * sound.rate)
    samples = sound.samples()
    power = np.square(samples[: len(samples) // moment * moment].reshape(-1, moment)).mean(axis=1)
    spoken = np.flatnonzero(power > power.max(initial=0.0) * 10 ** (-SILENT / 10))
    if not len(spoken):
        return sound
    first = max(0, int(spoken[0]) * moment - round(BEFORE * sound.rate))
    last = (int(spoken[-1]) + 1) * moment + round(BEHIND * sound.rate)
    return Sound(sound.data[2 * first : 2 * last], sound.rate)
