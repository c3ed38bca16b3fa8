"""Sound as Whisper sees it."""

import numpy as np

from voice_gateway.voice.audio import RATE
from voice_gateway.voice.mel import log_mel


def tone(hertz: float, seconds: float = 1.0) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE).astype(np.float32)


def test_a_second_is_a_hundred_columns_of_eighty_tones() -> None:
    assert log_mel(tone(440)).shape == (80, 100)
    assert log_mel(tone(440, 8.0), 128).shape == (128, 800)


def test_a_higher_note_is_seen_further_up() -> None:
    loudest = [int(log_mel(tone(hertz))[:, 50].argmax()) for hertz in (200, 400, 1000, 2000, 4000)]
    assert loudest == sorted(set(loudest))


def test_nothing_is_further_than_eighty_decibels_below_the_loudest() -> None:
    seen = log_mel(np.concatenate([tone(440), np.zeros(RATE, np.float32)]))
    assert seen.max() - seen.min() <= 2.0 + 1e-6
