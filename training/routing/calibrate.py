"""From scores on sentences the router has not seen: how sure it may be, and which labels it should favour."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.routing.corpus import Row
from training.routing.grammar import LABELS
from training.routing.model import Floats, softmax

MOST_FALSE_DEVICE = 0.006
"""The share of harmless sentences that may be taken for a device command; the target is under 0.01."""

FAVOURED = ("datetime", "volume")
"""Labels that get half of the device's advantage: missing their tool is as bad, but rarer."""


@dataclass(frozen=True)
class Calibration:
    temperature: float
    favour: dict[str, float]


def calibrate(logits: Floats, rows: Sequence[Row]) -> Calibration:
    """The temperature that fits best, then the largest advantage of `device` that is harmless enough."""
    truth = np.array([LABELS.index(row.label) for row in rows])
    temperatures = np.linspace(0.3, 3.0, 109)
    temperature = float(
        min(temperatures, key=lambda each: _surprise(softmax(logits / np.float32(each)), truth))
    )
    harmless = np.array([row.label in ("general", "other") for row in rows])
    best = _favour(1.0)
    probabilities = softmax(logits / np.float32(temperature))
    for advantage in np.exp(np.linspace(0.0, 3.0, 61)):
        favour = _favour(float(advantage))
        taken = chosen(probabilities, favour)
        if (taken[harmless] == 0).mean() > MOST_FALSE_DEVICE:
            break
        best = favour
    return Calibration(round(temperature, 4), best)


def chosen(probabilities: Floats, favour: dict[str, float]) -> NDArray[np.int64]:
    """The label of every row."""
    return np.asarray((probabilities * np.array([favour[label] for label in LABELS])).argmax(axis=1))


def _favour(advantage: float) -> dict[str, float]:
    half = round(advantage**0.5, 4)
    return {
        label: round(advantage, 4) if label == "device" else half if label in FAVOURED else 1.0
        for label in LABELS
    }


def _surprise(probabilities: Floats, truth: NDArray[np.int64]) -> float:
    """The mean negative log-likelihood; `general` and `other` are one answer, for both bind no tools."""
    nothing = probabilities[:, 4] + probabilities[:, 5]
    likely = np.where(truth >= 4, nothing, probabilities[np.arange(len(truth)), truth])
    return float(-np.log(np.maximum(likely, 1e-9)).mean())
