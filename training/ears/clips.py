"""Spoken sentences as files: eight bits a sample, as telephones send them, and which sentence each is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

CURVE = 255.0
"""How much softer sounds are drawn apart, as in µ-law."""


@dataclass(frozen=True)
class Clips:
    """Many sounds behind each other."""

    sounds: NDArray[np.uint8]
    ends: NDArray[np.int64]
    lines: NDArray[np.int32]
    """The number of each sentence among the sayings."""

    def __len__(self) -> int:
        return len(self.ends)

    def sound(self, number: int) -> NDArray[np.float32]:
        begin = self.ends[number - 1] if number else 0
        return _straight(self.sounds[begin : self.ends[number]])


def write_clips(path: Path, spoken: Iterable[tuple[int, NDArray[np.float32]]]) -> int:
    """Sentences and their sounds, trimmed and all as loud."""
    lines, sounds = [], []
    for line, sound in spoken:
        if (trimmed := _trimmed(sound)).size:
            lines.append(line)
            sounds.append(_curved(0.9 * trimmed / np.abs(trimmed).max()))
    ends = np.cumsum([len(each) for each in sounds])
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez(file, sounds=np.concatenate(sounds), ends=ends, lines=np.array(lines, np.int32))
    return len(lines)


def read_clips(folder: Path) -> Iterator[Clips]:
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as file:
            yield Clips(file["sounds"], file["ends"], file["lines"])


def _curved(sound: NDArray[np.float32]) -> NDArray[np.uint8]:
    bent = np.sign(sound) * np.log1p(CURVE * np.abs(sound)) / np.log1p(CURVE)
    return np.asarray(np.round((bent + 1) * 127.5), np.uint8)


def _straight(curved: NDArray[np.uint8]) -> NDArray[np.float32]:
    bent = curved.astype(np.float32) / 127.5 - 1
    return np.asarray(np.sign(bent) * np.expm1(np.abs(bent) * np.log1p(CURVE)) / CURVE, np.float32)


def _trimmed(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    loud = np.flatnonzero(np.abs(sound) > 0.01 * np.abs(sound).max(initial=0))
    return sound[max(0, loud[0] - 480) : loud[-1] + 960] if loud.size else sound[:0]
