"""The clips: every sentence in quiet and in three loudnesses of noise, each by another voice."""

import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path

import numpy as np

from voice_gateway.measuring.hearing import rooms
from voice_gateway.measuring.hearing.voices import VOICES, Voice, speak
from voice_gateway.measuring.tasks.home_tasks import HomeTask, HomeTasks
from voice_gateway.voice.audio import RATE, Samples, Sound, from_samples, read_wav, write_wav

LEVELS = (None, 20, 10, 5)
"""Decibels by which a voice is louder than the noise; None is a quiet room."""

NOISES = ("kitchen", "music", "television")
LEAD, TAIL = 0.3, 0.5
"""Seconds of the room alone, before and after the voice."""

_ON_TELEVISION = (
    "The prime minister said on Tuesday that the talks would go on until the end of the week",
    "And after the break we will be back with the weather for the weekend",
    "I never told him that I was going to leave the city, and he never asked me",
)


@dataclass(frozen=True)
class Clip:
    """A sentence as one voice says it in one room."""

    tasks: HomeTasks
    task: HomeTask
    text: str
    voice: Voice
    noise: str = ""
    decibels: int | None = None
    echo: bool = False

    @property
    def name(self) -> str:
        where = f"{self.noise}-{self.decibels}dB" if self.decibels is not None else "quiet"
        words = "-".join(self.text.lower().replace("'", "").split())[:60]
        return f"{self.tasks.path.stem}_{words}_{self.voice}_{where}{'_echo' if self.echo else ''}"

    def sound(self, kept: Path | None = None) -> Sound:
        """The clip, the same every time; `kept` is a folder where it may lie already."""
        file = kept / f"{self.name}.wav" if kept else None
        if file and file.exists():
            return read_wav(file)
        sound = self._made()
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_wav(file, sound)
        return sound

    def _made(self) -> Sound:
        rng = np.random.default_rng(zlib.crc32(self.name.encode()))
        voice = speak(self.voice, self.text).samples()
        speech = np.concatenate([np.zeros(int(LEAD * RATE)), voice, np.zeros(int(TAIL * RATE))])
        speech = 0.5 * speech / np.abs(speech).max()
        if self.echo:
            speech = rooms.echoing(speech.astype(np.float32), rng)
        if self.decibels is not None:
            speech = rooms.mixed(speech, self._noise()(len(speech), rng), self.decibels)
        return from_samples(speech, RATE)

    def _noise(self) -> rooms.Noise:
        if self.noise == "television":
            return rooms.television(_on_television(self.voice))
        return rooms.kitchen if self.noise == "kitchen" else rooms.music


@cache
def _on_television(but: Voice) -> list[Samples]:
    """Somebody other than who speaks."""
    others = [voice for voice in VOICES if voice.engine == "flite" and voice != but]
    return [speak(who, text).samples() for who, text in zip(cycle(others), _ON_TELEVISION, strict=False)]


def all_clips(files: Sequence[HomeTasks], voices: Sequence[Voice], count: int | None = None) -> list[Clip]:
    """Every sentence at every loudness, in an order of which any beginning is a fair sample."""
    said = [(tasks, task, text) for tasks in files for task in tasks.tasks for text in task.say]
    clips = [
        Clip(
            tasks,
            task,
            text,
            voices[(number + 2 * step) % len(voices)],
            NOISES[(number + step) % len(NOISES)] if level is not None else "",
            level,
            echo=(number // len(voices) + step) % 2 == 0,
        )
        for number, (tasks, task, text) in enumerate(said)
        for step, level in enumerate(LEVELS)
    ]
    random.Random(88).shuffle(clips)  # noqa: S311 - the same order every time is what is wanted
    return list(islice(clips, count))
