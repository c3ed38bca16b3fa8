"""Sound as the pipeline passes it on: 16-bit mono samples and their rate."""

import io
import math
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_gateway.errors import InputError

RATE = 16_000
"""Samples per second of everything that is heard."""

FRAME = 512
"""Samples in a frame, the unit in which a microphone is heard; the voice activity model demands it."""

FRAME_BYTES = FRAME * 2
FRAME_SECONDS = FRAME / RATE
SILENT_FRAME = bytes(FRAME_BYTES)
NO_SOUND_AT_ALL = -120.0
FULL_SCALE = 32_768

Samples = NDArray[np.float32]


@dataclass(frozen=True)
class Sound:
    """A piece of sound."""

    data: bytes
    """Signed 16-bit samples of one channel, little-endian."""

    rate: int = RATE

    @property
    def seconds(self) -> float:
        return len(self.data) / 2 / self.rate

    @property
    def loudness(self) -> float:
        """Decibels below full scale: 0 is as loud as can be, -60 barely audible."""
        samples = self.samples()
        power = float(np.mean(samples * samples)) if len(samples) else 0.0
        return max(10 * math.log10(power), NO_SOUND_AT_ALL) if power > 0 else NO_SOUND_AT_ALL

    def samples(self) -> Samples:
        """The samples between -1 and 1."""
        return np.frombuffer(self.data, "<i2").astype(np.float32) / np.float32(FULL_SCALE)

    def at(self, rate: int) -> "Sound":
        """The same sound at another rate."""
        if rate == self.rate or not self.data:
            return Sound(self.data, rate)
        spectrum = np.fft.rfft(self.samples())
        count = round(len(self.data) // 2 * rate / self.rate)
        bins = count // 2 + 1
        kept = np.zeros(bins, spectrum.dtype)
        shared = min(bins, len(spectrum))
        kept[:shared] = spectrum[:shared]
        return from_samples(np.fft.irfft(kept, count) * (rate / self.rate), rate)

    def frames(self) -> Iterator[bytes]:
        """The sound in whole frames; the last one is filled with silence."""
        data = self.at(RATE).data
        for start in range(0, len(data), FRAME_BYTES):
            yield data[start : start + FRAME_BYTES].ljust(FRAME_BYTES, b"\0")


def from_samples(samples: NDArray[Any], rate: int) -> Sound:
    """Sound from numbers between -1 and 1; what goes beyond is cut."""
    scaled = np.clip(np.asarray(samples) * FULL_SCALE, -FULL_SCALE, FULL_SCALE - 1)
    return Sound(scaled.astype("<i2").tobytes(), rate)


def silence(seconds: float) -> Sound:
    return Sound(bytes(2 * round(seconds * RATE)), RATE)


def read_wav(path: Path) -> Sound:
    """The sound in a WAV file, its channels mixed. Raises `InputError` for anything else."""
    try:
        with wave.open(str(path), "rb") as file:
            width, channels, rate = file.getsampwidth(), file.getnchannels(), file.getframerate()
            raw = file.readframes(file.getnframes())
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except (wave.Error, EOFError, OSError) as error:
        raise InputError(
            f"{path} cannot be read as a WAV file: {error or 'it is empty'}.",
            fix=f"Convert it first, for example: sox {path.name} -r 16000 -c 1 -b 16 speech.wav",
        ) from None
    samples = _numbers(raw, width)
    whole = len(samples) // channels * channels
    return from_samples(samples[:whole].reshape(-1, channels).mean(axis=1), rate)


def write_wav(path: Path, sound: Sound) -> None:
    path.write_bytes(as_wav(sound))


def as_wav(sound: Sound) -> bytes:
    """The sound as a WAV file."""
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(sound.rate)
        file.writeframes(sound.data)
    return written.getvalue()


def _numbers(raw: bytes, width: int) -> NDArray[Any]:
    """Samples of any width as numbers between -1 and 1."""
    raw = raw[: len(raw) // width * width]
    if width == 1:
        return (np.frombuffer(raw, np.uint8).astype(np.float32) - 128) / 128
    if width == 3:
        padded = np.zeros((len(raw) // 3, 4), np.uint8)
        padded[:, 1:] = np.frombuffer(raw, np.uint8).reshape(-1, 3)
        return padded.view("<i4").reshape(-1).astype(np.float32) / 2**31
    kind = "<i2" if width == 2 else "<i4"
    return np.frombuffer(raw, kind).astype(np.float32) / float(2 ** (8 * width - 1))
