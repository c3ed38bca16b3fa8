"""What the linear models have learned: a small table each, mapped into memory, and a few numbers."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from math import exp, sqrt
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

ROUTER = "router"
ACTS = "acts"


@dataclass(frozen=True)
class Table:
    """A score for every bucket and label, and how scores become probabilities."""

    labels: tuple[str, ...]
    scales: tuple[float, ...]
    """What one step of the table is worth, for each label."""

    bias: tuple[float, ...]
    temperature: float
    """Divides the scores, so that a confidence of 0.9 is right nine times in ten."""

    table: NDArray[np.int8] = field(repr=False, compare=False)

    def probabilities(self, buckets: Sequence[int]) -> dict[str, float]:
        """How likely each label is for a sentence with these features."""
        summed = self.table[buckets].sum(axis=0, dtype="int32").tolist()
        length = sqrt(len(buckets))
        logits = [
            (total * scale / length + bias) / self.temperature
            for total, scale, bias in zip(summed, self.scales, self.bias, strict=True)
        ]
        highest = max(logits)
        powers = [exp(logit - highest) for logit in logits]
        whole = sum(powers)
        return {label: power / whole for label, power in zip(self.labels, powers, strict=True)}


@dataclass(frozen=True)
class Weights(Table):
    """What the router has learned, and how probabilities become decisions."""

    favour: dict[str, float]
    """How much each probability counts when labels compete: a missing tool costs more than an unused one."""

    close_from: float
    """Another intent is close when its favoured probability is at least this."""

    unsupported_from: float
    """The gateway says "I can't do that" only when it is at least this likely that it cannot."""


_Kind = TypeVar("_Kind", bound=Table)


def load(kind: type[_Kind], name: str, folder: Path | None = None) -> _Kind:
    """The weights of that name that ship with the package, or those in a folder."""
    place = folder or Path(str(files(__package__))) / "trained"
    numbers = json.loads((place / f"{name}.json").read_text(encoding="utf-8"))
    # A plain array over the mapping: reading a row of a memmap costs ten times as much.
    table = np.asarray(np.load(place / f"{name}.npy", mmap_mode="r")).view(np.ndarray)
    for each in ("labels", "scales", "bias"):
        numbers[each] = tuple(numbers[each])
    return kind(**numbers, table=table)


def save(weights: Table, name: str, folder: Path) -> None:
    """Write the weights where `load` finds them."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / f"{name}.npy", weights.table)
    numbers = {key: value for key, value in asdict(weights).items() if key != "table"}
    (folder / f"{name}.json").write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
