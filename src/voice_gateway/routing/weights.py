"""What the router has learned: one small table, mapped into memory, and a few numbers beside it."""

import json
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_TABLE = "router.npy"
_NUMBERS = "router.json"


@dataclass(frozen=True)
class Weights:
    """A score for every bucket and label, and how scores become decisions."""

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

    table: NDArray[np.int8] = field(repr=False, compare=False)


def load(folder: Path | None = None) -> Weights:
    """The weights that ship with the package, or those in a folder."""
    place = folder or Path(str(files(__package__))) / "trained"
    numbers = json.loads((place / _NUMBERS).read_text(encoding="utf-8"))
    # A plain array over the mapping: reading a row of a memmap costs ten times as much.
    table = np.asarray(np.load(place / _TABLE, mmap_mode="r")).view(np.ndarray)
    for name in ("labels", "scales", "bias"):
        numbers[name] = tuple(numbers[name])
    return Weights(**numbers, table=table)


def save(weights: Weights, folder: Path) -> None:
    """Write the weights where `load` finds them."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / _TABLE, weights.table)
    numbers = {name: value for name, value in asdict(weights).items() if name != "table"}
    (folder / _NUMBERS).write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
