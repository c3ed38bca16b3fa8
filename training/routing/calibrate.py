"""From scores on sentences the router has not seen: how sure it may be, and which labels it should favour."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.routing.corpus import Row
from training.routing.grammar import LABELS
from training.routing.model import Floats, softmax

MOST_FALSE_DEVICE = 0.007
"""The share of harmless sentences that may be taken for a device command; the target is under 0.01.
Every corpus counts the same, however long it is: a home is not a bank."""

FEWEST_ROWS = 500
"""A share of fewer rows says little about one in a hundred."""

FAVOURED = ("device", "datetime", "volume")
"""Labels whose tools answer at once; to miss them costs more than to bind them in vain."""


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
    harmless = _harmless_by_source(rows)
    best = _favour(1.0)
    probabilities = softmax(logits / np.float32(temperature))
    for advantage in np.exp(np.linspace(0.0, 3.0, 61)):
        favour = _favour(float(advantage))
        taken = chosen(probabilities, favour)
        if np.mean([(taken[among] == 0).mean() for among in harmless]) > MOST_FALSE_DEVICE:
            break
        best = favour
    return Calibration(round(temperature, 4), best)


def chosen(probabilities: Floats, favour: dict[str, float]) -> NDArray[np.int64]:
    """The label of every row. `general` and `other` stand together against labels that bind tools."""
    favoured = probabilities * np.array([favour[label] for label in LABELS])
    nothing = favoured[:, 4] + favoured[:, 5]
    with_tools = favoured[:, :4].argmax(axis=1)
    without_tools = 4 + favoured[:, 4:].argmax(axis=1)
    return np.asarray(np.where(favoured[:, :4].max(axis=1) > nothing, with_tools, without_tools))


def confidence(probabilities: Floats, taken: NDArray[np.int64]) -> Floats:
    """How likely each decision is right."""
    nothing = probabilities[:, 4] + probabilities[:, 5]
    return np.where(taken >= 4, nothing, probabilities[np.arange(len(taken)), taken])


def calibration_error(probabilities: Floats, taken: NDArray[np.int64], right: NDArray[np.bool_]) -> float:
    """How far the confidence of decisions and their truth are apart."""
    return expected_error(confidence(probabilities, taken), right)


def expected_error(sure: Floats, right: NDArray[np.bool_]) -> float:
    """The expected calibration error in ten steps of confidence."""
    steps = np.minimum((sure * 10).astype(int), 9)
    gaps = [abs(float((sure[steps == step] - right[steps == step]).sum())) for step in np.unique(steps)]
    return sum(gaps) / len(sure)


def _harmless_by_source(rows: Sequence[Row]) -> list[NDArray[np.bool_]]:
    """Which rows need no tools, for each source that has enough of them to count on."""
    sources = sorted({row.source for row in rows})
    found = [
        np.array([row.source == each and row.label in ("general", "other") for row in rows])
        for each in sources
    ]
    return [among for among in found if among.sum() >= FEWEST_ROWS] or [np.logical_or.reduce(found)]


def _favour(advantage: float) -> dict[str, float]:
    return {label: round(advantage, 4) if label in FAVOURED else 1.0 for label in LABELS}


def _surprise(probabilities: Floats, truth: NDArray[np.int64]) -> float:
    """The mean negative log-likelihood; `general` and `other` are one answer, for both bind no tools."""
    nothing = probabilities[:, 4] + probabilities[:, 5]
    likely = np.where(truth >= 4, nothing, probabilities[np.arange(len(truth)), truth])
    return float(-np.log(np.maximum(likely, 1e-9)).mean())
