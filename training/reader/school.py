"""What is taught, in which way, and the network that it is taught to."""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, untyped-decorator, no-any-return"

import argparse
import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from training.acts.measure import ACTS
from training.reader.lessons import ActLessons, Rows
from training.reader.network import Network, read_base
from training.reader.unpacking import unpacked
from training.reader.wishes_file import Lesson, read_lessons
from voice_gateway.reader.sentence_model import PIECES
from voice_gateway.reader.word_pieces import WordPieces, read_pieces


@dataclass(frozen=True)
class Plan:
    """How the weights are found."""

    epochs: int
    wishes: int = 512
    """So many in a batch."""
    acts: int = 192
    rate: float = 3e-4
    depth: int = 3
    agreement: float = 1.0
    """How much it counts that a wish is written alike whatever is hidden of its sentence."""
    pen_share: float = 3
    """How much quicker the pen learns, which begins with nothing."""
    decay: float = 0.01
    smoothing: float = 0.02
    warming: float = 0.05
    dropout: float = 0.12
    hidden: float = 0.05
    """The share of the pieces of a sentence that is hidden while its wish is learned."""
    mean_over: float = 0.03
    """The share of all steps that the mean of the weights looks back on."""
    seed: int = 1
    run: int = 1
    """Which of the runs that their mean is taken of."""


@dataclass(frozen=True)
class School:
    """All that is taught, and the network before it has learned anything."""

    rows: Rows
    dev: Rows
    kept_back: Rows
    pieces: WordPieces
    verbs: list[str]
    words: list[str]
    wishes: list[Lesson]
    begin: dict[str, Tensor]
    device: torch.device

    @classmethod
    def of(cls, options: argparse.Namespace) -> "School":
        with gzip.open(options.acts, "rt", encoding="utf-8") as file:
            rows: list[dict[str, Any]] = [json.loads(line) for line in file]
        taught = [row for row in rows if row["part"] == "train"]
        words, wishes = read_lessons(options.wishes)
        mine = [row for row in taught if row["hand"] not in options.without]
        return cls(
            rows=mine,
            dev=[row for row in rows if row["part"] == "dev"],
            kept_back=[row for row in taught if row["hand"] in options.without],
            pieces=read_pieces(pieces_of(options)),
            verbs=sorted({verb for row in mine for verb in row["verbs"] or ()}),
            words=words,
            wishes=wishes,
            begin=_begin(options),
            device=torch.device("cuda" if torch.cuda.is_available() else "cpu"),
        )

    def network(self, plan: Plan) -> Network:
        torch.manual_seed(plan.seed)
        sizes = (len(ACTS), len(self.verbs), len(self.words))
        return Network(self.begin, *sizes, plan.depth, plan.dropout).to(self.device)

    def lessons_of(self, rows: Rows) -> ActLessons:
        return ActLessons(rows, self.pieces, self.verbs, self.device)


def _begin(options: argparse.Namespace) -> dict[str, Tensor]:
    """The weights of who has read much and learned nothing of ours, or of who goes on learning."""
    if options.base:
        return read_base(options.base)
    return {name: torch.from_numpy(each) for name, each in unpacked(options.onto).items()}


def pieces_of(options: argparse.Namespace) -> Path:
    """The file of word pieces beside these weights."""
    return options.base / "vocab.txt" if options.base else options.onto / PIECES
