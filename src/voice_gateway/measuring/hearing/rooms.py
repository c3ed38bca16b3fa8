"""What a room does to a voice: it echoes, and others are loud in it. All of it is reckoned, none recorded."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from voice_gateway.voice.audio import RATE

REVERBERATION = 0.35
"""Seconds in which an echo falls by 60 dB; a furnished living room has about as much."""

ECHO = 0.35
"""How strong the echo is against what comes straight from the mouth."""

_CHORDS = ((57, 60, 64), (53, 57, 60), (48, 52, 55), (55, 59, 62))
"""Four chords of which half of all songs are made, as notes of a keyboard."""

Samples = NDArray[Any]

Noise = Callable[[int, Generator], Samples]
"""So many samples of somebody being loud."""


def echoing(speech: Samples, rng: Generator) -> Samples:
    """The voice from across a room."""
    length = int(REVERBERATION * RATE)
    fading = 10 ** (-3 * np.arange(length) / length)
    room = rng.standard_normal(length) * fading
    room[: RATE // 200] = 0  # no wall is nearer than a metre
    room *= ECHO / np.sqrt((room * room).sum())
    room[0] = 1
    return _convolved(speech, room)[: len(speech) + length]


def kitchen(count: int, rng: Generator) -> Samples:
    """An extractor fan, a humming fridge, and dishes."""
    time = np.arange(count) / RATE
    fan = _smoothed(rng.standard_normal(count), 24)
    hum = 0.3 * np.sin(2 * np.pi * 100 * time) + 0.1 * np.sin(2 * np.pi * 200 * time)
    sound = fan / fan.std() + hum
    for _ in range(max(1, count // RATE * 3)):
        start = int(rng.integers(0, max(1, count - RATE // 4)))
        ringing = np.arange(min(RATE // 4, count - start)) / RATE
        pitch, fading = rng.uniform(1800, 5200), rng.uniform(20, 60)
        sound[start : start + len(ringing)] += (
            rng.uniform(1, 4) * np.sin(2 * np.pi * pitch * ringing) * np.exp(-fading * ringing)
        )
    return np.asarray(sound, np.float32)


def music(count: int, rng: Generator) -> Samples:
    """A band: chords, a bass, a drum and a cymbal."""
    sound = np.zeros(count)
    beat = int(RATE * 60 / rng.uniform(85, 125))
    for number, start in enumerate(range(0, count, beat)):
        time = np.arange(min(beat, count - start)) / RATE
        chord = _CHORDS[number // 4 % len(_CHORDS)]
        played = np.sum([_note(note, time) for note in chord], axis=0) + 1.5 * _note(chord[0] - 12, time)
        drum = 3 * np.sin(2 * np.pi * 60 * time) * np.exp(-18 * time)
        cymbal = 0.6 * rng.standard_normal(len(time)) * np.exp(-40 * time)
        sound[start : start + len(time)] += played + (cymbal if number % 2 else drum)
    return np.asarray(sound, np.float32)


def television(speakers: Sequence[Samples]) -> Noise:
    """People who talk in it, over some music."""

    def heard(count: int, rng: Generator) -> Samples:
        talk = np.concatenate([speakers[number] for number in rng.permutation(len(speakers))])
        talk = np.resize(talk, count + RATE)[rng.integers(0, RATE) :][:count]
        under = music(count, rng)
        return (_levelled(talk) + 0.3 * _levelled(under)).astype(np.float32)

    return heard


def mixed(speech: Samples, noise: Samples, decibels: float) -> Samples:
    """Both together, the speech louder by so many decibels."""
    spoken = speech[np.abs(speech) > 0.02 * np.abs(speech).max()]
    loudness = float(np.sqrt(np.mean(spoken * spoken)))
    together = speech + _levelled(noise) * loudness * 10 ** (-decibels / 20)
    return (together / max(1.0, float(np.abs(together).max()))).astype(np.float32)


def _note(number: int, time: Samples) -> Samples:
    pitch = 440 * 2 ** ((number - 69) / 12)
    tones = sum(np.sin(2 * np.pi * pitch * overtone * time) / overtone for overtone in range(1, 6))
    return np.asarray(tones * np.exp(-2 * time))


def _levelled(sound: Samples) -> Samples:
    return np.asarray(sound / max(1e-9, float(np.sqrt(np.mean(sound * sound)))))


def _smoothed(sound: Samples, width: int) -> Samples:
    return np.convolve(sound, np.hanning(width) / width, "same")


def _convolved(one: Samples, other: Samples) -> Samples:
    size = len(one) + len(other) - 1
    return np.fft.irfft(np.fft.rfft(one, size) * np.fft.rfft(other, size), size).astype(np.float32)
