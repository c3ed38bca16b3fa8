"""One measured figure and what it should be."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Figure:
    name: str
    """Its key in `build/bench.json`."""

    value: float
    meaning: str
    target: float | None = None
    better: Literal["lower", "higher"] = "lower"

    @property
    def reached(self) -> bool | None:
        if self.target is None:
            return None
        return self.value <= self.target if self.better == "lower" else self.value >= self.target
