"""What the router has learned: a small table, mapped into memory, and a few numbers."""

import json
import mmap
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from math import sqrt
from pathlib import Path
from struct import Struct

from voice_gateway.reader.likelihoods import likelihoods

NAME = "router"


@dataclass(frozen=True)
class Weights:
    """A score for every bucket and label, how scores become probabilities, and these become decisions."""

    labels: tuple[str, ...]
    scales: tuple[float, ...]
    """What one step of the table is worth, for each label."""

    bias: tuple[float, ...]
    temperature: float
    """Divides the scores, so that a confidence of 0.9 is right nine times in ten."""

    favour: dict[str, float]
    """How much each probability counts when labels compete: a missing tool costs more than an unused one."""

    close_from: float
    """Another intent is close when its favoured probability is at least this."""

    unsupported_from: float
    """The gateway says "I can't do that" only when it is at least this likely that it cannot."""

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
        return likelihoods(self.labels, logits)


def load() -> Weights:
    """The weights that ship with the package."""
    place = Path(str(files(__package__))) / "trained"
    numbers = json.loads((place / f"{NAME}.json").read_text(encoding="utf-8"))
    with (place / f"{NAME}.npy").open("rb") as file:
        table = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    # NumPy's form begins with a description as long as its ninth and tenth bytes say. NumPy itself adds up
    # rows that are so few and so short no faster.
    table = table[10 + int.from_bytes(table[8:10], "little") :]
    for each in ("labels", "scales", "bias"):
        numbers[each] = tuple(numbers[each])
    return Weights(**numbers, table=table)
