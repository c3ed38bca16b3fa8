"""How far the reader can be trusted: accuracy, calibration, and what a threshold on `asks_now` costs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.routing.calibrate import expected_error
from training.routing.model import Floats, softmax
from voice_gateway.routing.acts import Act

ACTS = tuple(Act)

THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
KEPT = 0.97
"""The share of commands that a lenient threshold must keep."""

PASSED = 0.005
"""The share of what asks for nothing that a strict threshold lets through."""

_NOTHING = (Act.NOTHING, Act.TALK)


@dataclass(frozen=True)
class Judged:
    """What a sentence is, and what its writer called it."""

    act: Act
    written: str


@dataclass(frozen=True)
class Point:
    """A threshold on `asks_now`."""

    threshold: float
    passed: float
    """The share of what asks for nothing that is at or above it."""

    kept: float
    """The share of commands that are at or above it."""


@dataclass(frozen=True)
class Card:
    """Everything measured on one set of sentences."""

    rows: int
    accuracy: float
    asks_accuracy: float
    """How often `asks` is on the right side of one half."""

    calibration_error: float
    recall: dict[str, float]
    passed_by_kind: dict[str, float]
    """By what the writer called it: the share of what asks for nothing that passes at one half."""

    risk: list[Point]
    lenient: Point
    strict: Point


def temperature(logits: Floats, truth: NDArray[np.int64]) -> float:
    """The divisor of the scores under which the truth is least surprising."""

    def surprise(each: float) -> float:
        likely = softmax(logits / np.float32(each))[np.arange(len(truth)), truth]
        return float(-np.log(np.maximum(likely, 1e-9)).mean())

    return round(float(min(np.linspace(0.3, 3.0, 109), key=surprise)), 4)


def measured(logits: Floats, rows: Sequence[Judged]) -> Card:
    """The figures of one set of sentences."""
    probabilities = softmax(logits)
    truth = np.array([ACTS.index(row.act) for row in rows])
    taken = probabilities.argmax(axis=1)
    now = probabilities[:, ACTS.index(Act.COMMAND)]
    idle = np.isin(truth, [ACTS.index(act) for act in _NOTHING])
    commands = truth == ACTS.index(Act.COMMAND)
    asks = 1 - probabilities[:, [ACTS.index(act) for act in _NOTHING]].sum(axis=1)
    kinds = np.array([row.written for row in rows])

    def point(threshold: float) -> Point:
        passed, kept = (now[idle] >= threshold).mean(), (now[commands] >= threshold).mean()
        return Point(round(threshold, 4), round(float(passed), 4), round(float(kept), 4))

    return Card(
        rows=len(rows),
        accuracy=_share(taken == truth),
        asks_accuracy=_share((asks > 0.5) == ~idle),
        calibration_error=round(expected_error(probabilities.max(axis=1), taken == truth), 4),
        recall={act: _share(taken[truth == place] == place) for place, act in enumerate(ACTS)},
        passed_by_kind={kind: _share(now[idle & (kinds == kind)] >= 0.5) for kind in sorted({*kinds[idle]})},
        risk=[point(threshold) for threshold in THRESHOLDS],
        lenient=point(float(np.quantile(now[commands], 1 - KEPT, method="lower"))),
        strict=point(_strict(now[idle])),
    )


def _strict(idle: Floats) -> float:
    """The lowest threshold that lets at most the share `PASSED` through."""
    ordered = np.sort(idle)[::-1]
    return float(ordered[int(PASSED * len(ordered))]) + 1e-4


def _share(hits: NDArray[np.bool_]) -> float:
    return round(float(hits.mean()), 4) if len(hits) else 0.0
