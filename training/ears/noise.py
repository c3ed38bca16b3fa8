"""Rooms and what is loud in them, reckoned for many sounds at once.

Nothing here is shared with the rooms in which hearing is measured: echoes, fans, dishes and bands are made in
another way, so that what is learned from them has to hold in others.
"""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, no-any-return"

import math

import torch
from torch import Tensor

from voice_gateway.voice.audio import RATE

_QUIET, _VOICES, _MUSIC = 0.18, 0.42, 0.18
"""How often there is no noise, are there other voices, is there music; else there is a household's noise."""

_LEAST_OVER_VOICES, _LEAST, _MOST = 3.0, 1.0, 22.0
"""Decibels by which who is meant is louder than the noise."""

_KEEPS = 8
"""Seconds of each noise that is made beforehand."""


class Rooms:
    """Makes noise once, and mixes it into sounds."""

    def __init__(self, device: torch.device, many: int = 160) -> None:
        self._device = device
        count = _KEEPS * RATE
        self._music = torch.stack([self._band(count) for _ in range(many)])
        self._household = torch.stack([self._appliances(count) for _ in range(many)])

    def heard(self, speech: Tensor, others: Tensor) -> Tensor:
        """What a microphone hears of each sound; `others` are voices that may talk at the same time."""
        rows, count = speech.shape
        sound = self._echoed(speech, torch.rand(rows, device=self._device) < 0.5)
        sound = self._coloured(sound, 5.0)
        kind = torch.rand(rows, device=self._device)
        loud = [_QUIET, _QUIET + _VOICES, _QUIET + _VOICES + _MUSIC]
        music, household = self._some(self._music, rows, count), self._some(self._household, rows, count)
        voices = _levelled(self._echoed(others, torch.rand(rows, device=self._device) < 0.5))
        voices = voices + torch.rand(rows, 1, device=self._device) * 0.5 * _levelled(music)
        noise = torch.where((kind < loud[1])[:, None], voices, household)
        noise = torch.where(((kind >= loud[1]) & (kind < loud[2]))[:, None], music, noise)
        least = torch.where(kind < loud[1], _LEAST_OVER_VOICES, _LEAST)
        decibels = least + (_MOST - least) * torch.rand(rows, device=self._device)
        decibels = torch.where(kind < loud[0], 40.0 + 20 * torch.rand_like(decibels), decibels)
        mixed = sound + _levelled(noise) * (_loudness(sound) * 10 ** (-decibels / 20))[:, None]
        peak = mixed.abs().amax(1, keepdim=True).clamp(min=1e-4)
        return mixed / peak * 10 ** (-1.2 * torch.rand(rows, 1, device=self._device))

    def _echoed(self, sound: Tensor, which: Tensor) -> Tensor:
        """Walls give back what is said, some in more time than others and some more softly."""
        rows, count = sound.shape
        length = 8192
        time = torch.arange(length, device=self._device) / RATE
        falls = 0.12 + 0.5 * torch.rand(rows, 1, device=self._device)
        room = torch.randn(rows, length, device=self._device) * torch.exp(-6.9 * time / falls)
        first = 16 + torch.randint(0, 240, (rows, 1), device=self._device)
        room = torch.where(torch.arange(length, device=self._device)[None] < first, 0.0, room)
        strength = 0.1 + 0.6 * torch.rand(rows, 1, device=self._device)
        room = strength * room / room.norm(dim=1, keepdim=True).clamp(min=1e-6)
        room[:, 0] = 1.0
        size = count + length
        echoed = torch.fft.irfft(torch.fft.rfft(sound, size) * torch.fft.rfft(room, size), size)[:, :count]
        return torch.where(which[:, None], echoed, sound)

    def _coloured(self, sound: Tensor, decibels: float) -> Tensor:
        """As another microphone would hear it: some pitches louder and some softer."""
        spectrum = torch.fft.rfft(sound)
        points = decibels * torch.randn(sound.shape[0], 1, 10, device=self._device)
        curve = torch.nn.functional.interpolate(points, spectrum.shape[1], mode="linear", align_corners=True)
        return torch.fft.irfft(spectrum * 10 ** (curve[:, 0] / 20), sound.shape[1])

    def _some(self, kept: Tensor, rows: int, count: int) -> Tensor:
        chosen = kept[torch.randint(0, len(kept), (rows,), device=self._device)]
        moved = torch.roll(chosen, int(torch.randint(0, kept.shape[1], (1,))), 1)
        return moved.repeat(1, math.ceil(count / kept.shape[1]))[:, :count]

    def _appliances(self, count: int) -> Tensor:
        """Something that runs, with a colour of its own and perhaps a hum, and things that clatter."""
        steady = self._coloured(torch.randn(1, count, device=self._device), 9.0)[0]
        steady = steady / steady.std()
        time = torch.arange(count, device=self._device) / RATE
        if torch.rand(1) < 0.5:
            steady = steady + 0.5 * torch.sin(2 * math.pi * _between(45, 240) * time)
        if torch.rand(1) < 0.3:
            steady = steady * (1 + 0.7 * torch.sin(2 * math.pi * _between(0.5, 6) * time))
        for _ in range(int(_between(0, 24))):
            start = int(_between(0, count - 8000))
            ring = torch.arange(8000, device=self._device) / RATE
            pitches = [_between(600, 6500) for _ in range(3)]
            fading = torch.exp(-_between(12, 90) * ring)
            tones = sum(torch.sin(2 * math.pi * pitch * ring) for pitch in pitches)
            steady[start : start + 8000] += _between(0.5, 3) * fading * tones
        return _levelled(steady[None])[0]

    def _band(self, count: int) -> Tensor:
        """Notes of one scale at the beat of a song, and something to keep the time."""
        sound = torch.zeros(count + RATE, device=self._device)
        beat = int(RATE * 60 / _between(70, 160) / 2)
        root, scale = _between(40, 60), (0, 2, 4, 5, 7, 9, 11) if torch.rand(1) < 0.5 else (0, 3, 5, 7, 10)
        partials = [_between(0, 1) / (number + 1) for number in range(6)]
        time = torch.arange(RATE, device=self._device) / RATE
        for start in range(0, count, beat):
            for _ in range(int(_between(1, 4))):
                note = root + scale[int(_between(0, len(scale)))] + 12 * int(_between(0, 3))
                pitch = 440 * 2 ** ((note - 69) / 12)
                tones = sum(
                    share * torch.sin(2 * math.pi * pitch * (number + 1) * time)
                    for number, share in enumerate(partials)
                )
                sound[start : start + RATE] += _between(0.3, 1) * tones * torch.exp(-_between(1, 8) * time)
            if torch.rand(1) < 0.6:
                struck = torch.randn(RATE, device=self._device) * torch.exp(-_between(15, 60) * time)
                sound[start : start + RATE] += _between(0.2, 1.5) * struck
        return _levelled(sound[None, :count])[0]


def _between(least: float, most: float) -> float:
    return least + (most - least) * float(torch.rand(1))


def _loudness(sound: Tensor) -> Tensor:
    """Of what is said, without the pauses."""
    said = sound.abs() > 0.02 * sound.abs().amax(1, keepdim=True)
    return ((sound * sound * said).sum(1) / said.sum(1).clamp(min=1)).sqrt().clamp(min=1e-5)


def _levelled(sound: Tensor) -> Tensor:
    return sound / (sound * sound).mean(1, keepdim=True).sqrt().clamp(min=1e-6)
