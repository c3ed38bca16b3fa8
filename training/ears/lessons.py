"""Spoken sentences as numbers, on the device where they are needed."""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, no-any-return"

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.ears.clips import CURVE, Clips
from training.ears.noise import Rooms
from voice_gateway.voice.audio import RATE
from voice_gateway.voice.mel import HOP, WINDOW
from voice_gateway.voice.whisper import PROMPT_TOKENS
from voice_gateway.voice.whisper_network import BEHIND

_MOST_BEFORE, _MOST_BEHIND = 0.4, 0.6
"""Seconds of the room alone before and behind a sentence."""

_LONGEST = 9 * RATE
_SORTED = 40
"""Sentences are sorted by length within so many batches, so that those of a batch are alike."""

_WITHOUT_HINT = 0.15
"""How often the names that a sentence has are not given."""

_EMPTY = 0.02
"""How often nobody says anything."""

_BLOCK = 8192
"""Samples of which sounds are made a multiple, so that they are quickly transformed."""

NOTHING = -100


@dataclass(frozen=True)
class Batch:
    """What is heard, what was written down before each place, and what is wanted next there."""

    tones: Tensor
    columns: Tensor
    tokens: Tensor
    wanted: Tensor


class Lessons:
    """All clips with their sentences; everybody else's clips may be heard behind each of them."""

    def __init__(
        self, clips: Iterable[Clips], sayings: Path, words: Any, filters: Tensor, rooms: Rooms
    ) -> None:
        self._rooms = rooms
        self._filters = filters
        self._device = filters.device
        self._window = torch.hann_window(WINDOW, device=self._device)
        read = list(clips)
        lengths = [np.diff(each.ends, prepend=0) for each in read]
        self.lengths = np.concatenate(lengths)
        self._begins = np.cumsum(self.lengths) - self.lengths
        self._sounds = torch.from_numpy(np.concatenate([each.sounds for each in read])).to(self._device)
        rows = [json.loads(line) for line in sayings.read_text(encoding="utf-8").splitlines()]
        lines = np.concatenate([each.lines for each in read])
        self._said = [_tokens(words, rows[line]["say"]) for line in lines]
        self._names = [rows[line]["names"] for line in lines]
        self._words = words
        self._hints: dict[tuple[str, ...], list[int]] = {}
        self._marks = {name: words.token_to_id(f"<|{name}|>") for name in _MARKS}

    def batches(self, chosen: Sequence[int], size: int, random: Random) -> Iterator[Batch]:
        """Each of the chosen once, in another order and another room each time."""
        order = [number for number in chosen if self.lengths[number] <= _LONGEST]
        random.shuffle(order)
        for begin in range(0, len(order), size * _SORTED):
            near = sorted(order[begin : begin + size * _SORTED], key=lambda number: self.lengths[number])
            parts = [near[place : place + size] for place in range(0, len(near), size)]
            random.shuffle(parts)
            for part in parts:
                yield self.batch(part, random)

    def batch(self, part: Sequence[int], random: Random) -> Batch:
        rows, device = len(part), self._device
        said = [random.random() >= _EMPTY for _ in part]
        lead = torch.tensor([random.randrange(int(_MOST_BEFORE * RATE)) for _ in part], device=device)
        tail = torch.tensor([random.randrange(int(_MOST_BEHIND * RATE)) for _ in part], device=device)
        begins, lengths = (
            torch.from_numpy(each[list(part)]).to(device) for each in (self._begins, self.lengths)
        )
        counts = lead + lengths + tail
        wide = _BLOCK * math.ceil(int(counts.max()) / _BLOCK)
        time = torch.arange(wide, device=device)[None] - lead[:, None]
        there = (time >= 0) & (time < lengths[:, None]) & torch.tensor(said, device=device)[:, None]
        speech = self._straight(begins[:, None] + time.clamp(min=0)) * there
        # Other people, one after the other, begin anywhere.
        first = torch.randint(0, len(self._sounds) - wide, (rows, 1), device=device)
        others = self._straight(first + torch.arange(wide, device=device)) * there.any(1, keepdim=True)
        tones, columns = self.tones(self._rooms.heard(speech, others), counts)
        return Batch(tones, columns, *self._written(part, said, random))

    def tones(self, heard: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
        """Sounds as Whisper sees them, and how many columns each has: some silence is behind each."""
        frames = counts // HOP
        columns = 2 * ((frames + 1) // 2 + BEHIND)
        there = torch.arange(heard.shape[1], device=self._device)[None] < counts[:, None]
        padded = torch.nn.functional.pad(heard * there, (0, HOP))
        spectrum = torch.stft(
            padded, WINDOW, HOP, window=self._window, center=True, pad_mode="reflect", return_complex=True
        )
        power = self._filters @ spectrum.abs().square()
        tones = power.clamp(min=1e-10).log10()
        real = (torch.arange(tones.shape[2], device=self._device)[None] < frames[:, None])[:, None]
        loudest = tones.masked_fill(~real, -10.0).amax((1, 2), keepdim=True)
        tones = (torch.maximum(tones, loudest - 8.0) + 4.0) / 4.0
        wide = int(columns.max())
        return torch.nn.functional.pad(tones * real, (0, max(0, wide - tones.shape[2])))[:, :, :wide], columns

    def _straight(self, places: Tensor) -> Tensor:
        bent = self._sounds[places.clamp(max=len(self._sounds) - 1)].float() / 127.5 - 1
        return bent.sign() * torch.expm1(bent.abs() * math.log1p(CURVE)) / CURVE

    def _written(self, part: Sequence[int], there: Sequence[bool], random: Random) -> tuple[Tensor, Tensor]:
        marks = self._marks
        rows, wanted = [], []
        for row, number in enumerate(part):
            names, said = self._names[number], self._said[number] if there[row] else []
            hinted = names and random.random() >= _WITHOUT_HINT
            start = [
                *(self._hint(tuple(names)) if hinted else ()),
                marks["startoftranscript"],
                marks["notimestamps"],
            ]
            rows.append([*start, *said])
            wanted.append([*[NOTHING] * (len(start) - 1), *said, marks["endoftext"]])
        wide = max(map(len, rows))
        tokens = [[*row, *[0] * (wide - len(row))] for row in rows]
        answers = [[*row, *[NOTHING] * (wide - len(row))] for row in wanted]
        return torch.tensor(tokens, device=self._device), torch.tensor(answers, device=self._device)

    def _hint(self, names: tuple[str, ...]) -> list[int]:
        """The names as the transcriber is given them; counted once."""
        if names not in self._hints:
            tokens = _tokens(self._words, f"{', '.join(names)}.")
            self._hints[names] = [self._marks["startofprev"], *tokens[:PROMPT_TOKENS]]
        return self._hints[names]


_MARKS = ("startofprev", "startoftranscript", "notimestamps", "endoftext")


def _tokens(words: Any, text: str) -> list[int]:
    return list(words.encode(f" {text}", add_special_tokens=False).ids)
