"""Sound as Whisper sees it: how loud each of eighty tones is, a hundred times a second."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from voice_gateway.voice.audio import RATE, Samples

WINDOW, HOP = 400, 160
_BINS = WINDOW // 2 + 1
_LINEAR_TO, _LINEAR_STEP, _LOG_STEP = 1000.0, 200 / 3, np.log(6.4) / 27
"""The scale of pitch is even up to 1 kHz and a power of it beyond, as Slaney drew it."""


def log_mel(samples: Samples, tones: int = 80) -> NDArray[np.float32]:
    """One row for each tone, one column for each hundredth of a second."""
    padded = np.pad(samples, WINDOW // 2, mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    spectrum = np.fft.rfft(windows * _hann(), axis=-1)[: len(samples) // HOP]
    power = (np.abs(spectrum) ** 2).astype(np.float32)
    heard = np.log10(np.maximum(tone_filters(tones) @ power.T, 1e-10))
    heard = np.maximum(heard, heard.max() - 8.0)
    return np.asarray((heard + 4.0) / 4.0, np.float32)


@cache
def _hann() -> NDArray[np.float32]:
    return np.hanning(WINDOW + 1)[:-1].astype(np.float32)


@cache
def tone_filters(tones: int = 80) -> NDArray[np.float32]:
    """How much each frequency adds to each tone: triangles of the same area."""
    steps = np.linspace(0, _mel(RATE / 2), tones + 2)
    edges = np.where(
        steps < _LINEAR_TO / _LINEAR_STEP,
        steps * _LINEAR_STEP,
        _LINEAR_TO * np.exp(_LOG_STEP * (steps - _LINEAR_TO / _LINEAR_STEP)),
    )
    distance = edges[:, None] - np.linspace(0, RATE / 2, _BINS)[None, :]
    rising = -distance[:-2] / np.diff(edges)[:-1, None]
    falling = distance[2:] / np.diff(edges)[1:, None]
    area = 2 / (edges[2:] - edges[:-2])
    return np.asarray(np.maximum(0, np.minimum(rising, falling)) * area[:, None], np.float32)


def _mel(hertz: float) -> float:
    return float(_LINEAR_TO / _LINEAR_STEP + np.log(hertz / _LINEAR_TO) / _LOG_STEP)
