"""Trains the reader of speech acts. Needs torch and NumPy, and of the gateway only its source.

PYTHONPATH=src python -m training.acts.train --base FOLDER --out FOLDER
"""

# Torch is no dependency of the gateway, so that its types are mostly not there.
# mypy: disable-error-code="import-not-found, misc, untyped-decorator, no-any-return"

import argparse
import gzip
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.acts.measure import ACTS, Card, Judged, measured, temperature
from training.acts.network import Network, read_base
from training.acts.packing import pack
from training.progress import tell
from voice_gateway.routing.acts import Act
from voice_gateway.routing.encoder import Floats
from voice_gateway.routing.word_pieces import WordPieces

PACKAGE = Path(__file__).parents[2] / "src" / "voice_gateway" / "routing" / "trained" / "acts"
CARD = Path(__file__).parent / "scorecard.json"
FOLDS = 4
_LONGEST_FIRST = 50
"""Sentences are sorted by length within so many batches, so that those of a batch are alike."""

_PUNCTUATION = re.compile(r"[^\w\s']+")

Rows = Sequence[dict[str, Any]]


@dataclass(frozen=True)
class Plan:
    """How the weights are found."""

    epochs: int
    batch: int = 128
    rate: float = 2e-4
    decay: float = 0.01
    smoothing: float = 0.02
    warming: float = 0.06


class Lessons:
    """Sentences as numbers, on the device where they are needed."""

    def __init__(self, rows: Rows, pieces: WordPieces, verbs: Sequence[str], device: torch.device) -> None:
        cut = [pieces.cut(row["text"]) for row in rows]
        self.lengths = np.array([len(each) for each in cut])
        heard = [pieces.cut(_PUNCTUATION.sub(" ", row["text"])) for row in rows]
        self.pieces, self.heard = (torch.from_numpy(_padded(each)).to(device) for each in (cut, heard))
        said = np.array([[verb in (row["verbs"] or ()) for verb in verbs] for row in rows], np.float32)
        self.acts = torch.tensor([ACTS.index(Act(row["act"])) for row in rows], device=device)
        self.verbs = torch.from_numpy(said).to(device)
        self.counts = torch.tensor([float(row["counts"]) for row in rows], device=device)
        self.known = torch.tensor([float(row["verbs"] is not None) for row in rows], device=device)

    def __len__(self) -> int:
        return len(self.lengths)

    def some(self, chosen: Sequence[int], *, heard: bool = False) -> Tensor:
        """The pieces of these sentences, no wider than the longest of them; `heard`, without punctuation."""
        pieces = self.heard if heard else self.pieces
        return pieces[list(chosen), : int(self.lengths[list(chosen)].max())]


def _padded(cut: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    padded = np.zeros((len(cut), max(map(len, cut))), np.int64)
    for number, each in enumerate(cut):
        padded[number, : len(each)] = each
    return padded


def main() -> None:
    options = _options()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    base = read_base(options.base)
    names = (options.base / "vocab.txt").read_text(encoding="utf-8").splitlines()
    pieces = WordPieces({piece: number for number, piece in enumerate(names)})
    with gzip.open(options.data, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    rows, dev = [row for row in rows if row["part"] == "train"], [row for row in rows if row["part"] == "dev"]
    verbs = sorted({verb for row in rows for verb in row["verbs"] or ()})
    plan = Plan(options.epochs)

    def taught(some: Rows, seeds: Sequence[int]) -> Network:
        """The mean of one network for each seed, all of which began alike."""
        lessons = Lessons(some, pieces, verbs, device)
        networks = [train(_new(base, verbs, device), lessons, plan, seed) for seed in seeds]
        mean = {
            name: torch.stack([each.state_dict()[name] for each in networks]).mean(0)
            for name in networks[0].state_dict()
        }
        networks[0].load_state_dict(mean)
        return networks[0]

    def acts_of(network: Network, some: Rows) -> Floats:
        return read(network, Lessons(some, pieces, verbs, device))

    degree, cards = 1.0, dict[str, Card]()
    hands = sorted({row["hand"] for row in rows} - {""})
    if options.validate and hands:
        held: list[Judged] = []
        found: list[Floats] = []
        for fold in range(min(FOLDS, len(hands))):
            tell(f"without the hands of fold {fold + 1}")
            out = set(hands[fold::FOLDS])
            network = taught([row for row in rows if row["hand"] not in out], options.seeds[:1])
            kept_back = [row for row in rows if row["hand"] in out]
            found.append(acts_of(network, kept_back))
            held += [_judged(row) for row in kept_back]
        logits = np.concatenate(found)
        degree = temperature(logits, np.array([ACTS.index(each.act) for each in held]))
        cards["hands held out"] = measured(logits / np.float32(degree), held)
    tell(f"training on {len(rows)} sentences")
    network = taught(rows, options.seeds)
    if dev:
        cards["dev"] = measured(acts_of(network, dev) / np.float32(degree), [_judged(row) for row in dev])
    weights = {name: each.cpu().numpy() for name, each in network.state_dict().items()}
    pack(weights, names, ACTS, verbs, degree, options.out)
    card = {"trained_on": len(rows), "plan": asdict(plan), "seeds": options.seeds, "temperature": degree}
    figures = {name: asdict(each) for name, each in cards.items()}
    options.card.write_text(json.dumps(card | figures, indent=2) + "\n", encoding="utf-8")
    tell(f"weights in {options.out}, score card in {options.card}")


def _judged(row: dict[str, Any]) -> Judged:
    return Judged(Act(row["act"]), row["written"])


def _new(base: dict[str, Tensor], verbs: Sequence[str], device: torch.device) -> Network:
    torch.manual_seed(0)
    return Network(base, len(ACTS), len(verbs)).to(device)


def train(network: Network, lessons: Lessons, plan: Plan, seed: int) -> Network:
    """Teach both heads and everything below them."""
    torch.manual_seed(seed)
    random = Random(seed)
    steps = plan.epochs * (len(lessons) // plan.batch + 1)
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=plan.decay)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / (plan.warming * steps)) * max(0.0, 1 - step / steps)
    )
    network.train()
    for epoch in range(plan.epochs):
        for chosen in _batches(lessons, plan.batch, random):
            loss = _loss(network, lessons, chosen, plan, heard=random.random() < 0.5)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
        tell(f"seed {seed}, epoch {epoch + 1} of {plan.epochs}: {loss.item():.3f}")
    return network


def _loss(network: Network, lessons: Lessons, chosen: Sequence[int], plan: Plan, *, heard: bool) -> Tensor:
    device = lessons.pieces.device
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        acts, verbs = network(lessons.some(chosen, heard=heard))
    rows = list(chosen)
    counts, known = lessons.counts[rows], lessons.known[rows]
    act = functional.cross_entropy(
        acts.float(), lessons.acts[rows], reduction="none", label_smoothing=plan.smoothing
    )
    verb = functional.binary_cross_entropy_with_logits(
        verbs.float(), lessons.verbs[rows], reduction="none"
    ).sum(1)
    both = (act * counts).sum() / counts.sum()
    return both + (verb * counts * known).sum() / (counts * known).sum().clamp(min=1)


def _batches(lessons: Lessons, size: int, random: Random) -> list[list[int]]:
    order = list(range(len(lessons)))
    random.shuffle(order)
    found: list[list[int]] = []
    for begin in range(0, len(order), size * _LONGEST_FIRST):
        near = sorted(order[begin : begin + size * _LONGEST_FIRST], key=lambda each: lessons.lengths[each])
        found += [near[place : place + size] for place in range(0, len(near), size)]
    random.shuffle(found)
    return found


@torch.no_grad()
def read(network: Network, lessons: Lessons) -> Floats:
    """The scores of all acts for all sentences."""
    network.eval()
    found = [
        network(lessons.some(range(begin, min(begin + 512, len(lessons)))))[0].cpu().numpy()
        for begin in range(0, len(lessons), 512)
    ]
    return np.concatenate(found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.acts.train", description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="folder of model.safetensors and vocab.txt")
    parser.add_argument("--data", type=Path, default=Path("build/acts/lesson.jsonl.gz"))
    parser.add_argument("--out", type=Path, default=PACKAGE, help="folder for the weights")
    parser.add_argument("--card", type=Path, default=CARD, help="file for the score card")
    parser.add_argument("--epochs", type=int, default=7)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--validate", action=argparse.BooleanOptionalAction, default=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
