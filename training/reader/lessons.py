"""Sentences as numbers, on the device where they are needed."""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, untyped-decorator, no-any-return"

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.acts.measure import ACTS
from voice_gateway.reader.word_pieces import WordPieces
from voice_gateway.routing.acts import Act

Rows = Sequence[dict[str, Any]]

_LONGEST_FIRST = 50
"""Sentences are sorted by length within so many batches, so that those of a batch are alike."""

_PUNCTUATION = re.compile(r"[^\w\s']+")
_WAYS = 4


def batches(lengths: NDArray[np.int64], size: int, random: Random) -> list[list[int]]:
    """All of them, in another order each time."""
    order = list(range(len(lengths)))
    random.shuffle(order)
    found: list[list[int]] = []
    for begin in range(0, len(order), size * _LONGEST_FIRST):
        near = sorted(order[begin : begin + size * _LONGEST_FIRST], key=lambda each: lengths[each])
        found += [near[place : place + size] for place in range(0, len(near), size)]
    random.shuffle(found)
    return found


class ActLessons:
    """Sentences with what each does."""

    def __init__(self, rows: Rows, pieces: WordPieces, verbs: Sequence[str], device: torch.device) -> None:
        cut = [pieces.cut(row["text"]) for row in rows]
        self.lengths = np.array([len(each) for each in cut])
        heard = [pieces.cut(_PUNCTUATION.sub(" ", row["text"])) for row in rows]
        self.pieces, self.heard = (_on(_padded(each, 0), device) for each in (cut, heard))
        said = np.array([[verb in (row["verbs"] or ()) for verb in verbs] for row in rows], np.float32)
        self.acts = torch.tensor([ACTS.index(Act(row["act"])) for row in rows], device=device)
        self.verbs = _on(said, device)
        self.counts = torch.tensor([float(row["counts"]) for row in rows], device=device)
        self.known = torch.tensor([float(row["verbs"] is not None) for row in rows], device=device)

    def some(self, chosen: Sequence[int], *, heard: bool = False) -> Tensor:
        """The pieces of these sentences, no wider than the longest of them; `heard`, without punctuation."""
        pieces = self.heard if heard else self.pieces
        return pieces[list(chosen), : int(self.lengths[list(chosen)].max())].long()


class WishLessons:
    """Sentences with the wish that each is; `words` is how many are known."""

    def __init__(self, rows: Sequence[Sequence[Any]], words: int, device: torch.device) -> None:
        self.lengths = np.array([len(pieces) for pieces, _, _ in rows])
        self._said = np.array([len(places) for _, places, _ in rows])
        self._long = np.array([len(choices) for _, _, choices in rows])
        written = [[0, *(_known(each) for each in choices[:-1])] for _, _, choices in rows]
        copied = [[-1, *(_copied(each, places) for each in choices[:-1])] for _, places, choices in rows]
        wanted = np.full((len(rows), max(self._long), _WAYS), -1, np.int16)
        for row, (_, _, choices) in enumerate(rows):
            for place, ways in enumerate(choices):
                wanted[row, place, : len(ways)] = [each if each >= 0 else words - 1 - each for each in ways]
        self._wanted = _on(wanted, device)
        self._pieces, self._places, self._written, self._copied = (
            _on(_padded(each, empty), device)
            for each, empty in (
                ([row[0] for row in rows], 0),
                ([row[1] for row in rows], -1),
                (written, 0),
                (copied, -1),
            )
        )

    def some(self, chosen: Sequence[int]) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Pieces, places of words, what is written and what of it is copied, and what is wanted next."""
        rows = list(chosen)
        wide, said, long = (int(each[rows].max()) for each in (self.lengths, self._said, self._long))
        widths = ((self._pieces, wide), (self._places, said), (self._written, long), (self._copied, long))
        pieces, places, written, copied = (each[rows, :width].long() for each, width in widths)
        return pieces, places, written, copied, self._wanted[rows, :long].long()


def _known(ways: Sequence[int]) -> int:
    return max(ways[0], 0)


def _copied(ways: Sequence[int], places: Sequence[int]) -> int:
    """The piece that is copied; -1 for a word that is known."""
    return -1 if ways[0] >= 0 else places[-1 - ways[0]]


def _padded(rows: Sequence[Sequence[int]], empty: int) -> NDArray[np.int16]:
    padded = np.full((len(rows), max(map(len, rows))), empty, np.int16)
    for number, each in enumerate(rows):
        padded[number, : len(each)] = each
    return padded


def _on(numbers: NDArray[Any], device: torch.device) -> Tensor:
    return torch.from_numpy(numbers).to(device)
