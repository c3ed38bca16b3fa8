"""What the linear models have learned: a small table each, mapped into memory, and a few numbers."""

import json
import mmap
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from math import exp, sqrt
from pathlib import Path
from struct import Struct
from typing import TypeVar

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

    table: memoryview = field(repr=False, compare=False)
    """A row for every bucket, and in it a byte with a sign for every label."""

    def probabilities(self, buckets: Sequence[int]) -> dict[str, float]:
        """How likely each label is for a sentence with these features."""
        row = Struct(f"{len(self.labels)}b")
        rows = [row.unpack_from(self.table, bucket * row.size) for bucket in buckets]
        summed = map(sum, zip(*rows, strict=True))
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
    with (place / f"{name}.npy").open("rb") as file:
        table = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    # NumPy's form begins with a description as long as its ninth and tenth bytes say. NumPy itself would take
    # 11 MB and a while to come, and adds up rows that are so few and so short no faster.
    table = table[10 + int.from_bytes(table[8:10], "little") :]
    for each in ("labels", "scales", "bias"):
        numbers[each] = tuple(numbers[each])
    return kind(**numbers, table=table)


def save(weights: Table, name: str, folder: Path) -> None:
    """Write the weights where `load` finds them."""
    import numpy as np

    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / f"{name}.npy", np.frombuffer(weights.table, np.int8).reshape(-1, len(weights.labels)))
    numbers = {key: value for key, value in vars(weights).items() if key != "table"}
    (folder / f"{name}.json").write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
