"""Cross-validation: every public sentence is judged by a router that has seen neither it nor its like."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.routing.calibrate import Calibration, calibration_error, chosen
from training.routing.corpus import Row
from training.routing.data import Lesson
from training.routing.grammar import LABELS
from training.routing.model import Floats, Plan, scores, softmax, train


@dataclass(frozen=True)
class Estimate:
    """A share over all folds together, and how much it differs from fold to fold."""

    rows: int
    mean: float
    spread: float
    """The standard deviation between folds that have such rows."""


def folds(rows: Sequence[Row], count: int, seed: int) -> NDArray[np.int64]:
    """The fold of every row. Groups stay together, the largest are dealt first so that folds are alike."""
    sizes: dict[str, int] = {}
    for row in rows:
        sizes[row.group] = sizes.get(row.group, 0) + 1
    random = np.random.default_rng(seed)
    shuffled = [list(sizes)[place] for place in random.permutation(len(sizes))]
    filled = np.zeros(count, dtype=np.int64)
    fold_of: dict[str, int] = {}
    for group in sorted(shuffled, key=lambda group: -sizes[group]):
        fold_of[group] = int(filled.argmin())
        filled[fold_of[group]] += sizes[group]
    return np.array([fold_of[row.group] for row in rows])


def held_out_scores(
    plain: Lesson,
    respelled: Lesson,
    own: Lesson | None,
    fold: NDArray[np.int64],
    plan: Plan,
    tell: Callable[[str], None],
) -> Floats:
    """The scores of every row by a model trained on the other folds."""
    found = np.zeros((len(fold), len(LABELS)), dtype=np.float32)
    for number in range(int(fold.max()) + 1):
        tell(f"fold {number + 1} of {int(fold.max()) + 1}")
        kept, held = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        lesson = plain.take(kept) + respelled.take(kept)
        if own:
            lesson += own
        weights, bias = train(lesson.bags, lesson.labels, lesson.importance, len(LABELS), plan)
        found[held] = scores(weights, bias, plain.bags.take(held))
    return found


def estimates(
    logits: Floats, rows: Sequence[Row], fold: NDArray[np.int64], calibration: Calibration, close_from: float
) -> dict[str, Estimate]:
    """Recall of every label by source, and how many harmless sentences were taken for a device command."""
    probabilities = softmax(logits / np.float32(calibration.temperature))
    taken = chosen(probabilities, calibration.favour)
    truth = np.array([LABELS.index(row.label) for row in rows])
    right = _right(taken, truth)
    near = probabilities * np.array([calibration.favour[label] for label in LABELS]) >= close_from
    reachable = right | near[np.arange(len(truth)), truth]
    sources = np.array([row.source for row in rows])
    found: dict[str, Estimate] = {}
    for number, label in enumerate(LABELS):
        found[label] = _estimate(right, fold, truth == number)
        if number < 4:
            found[f"{label} with close"] = _estimate(reachable, fold, truth == number)
        for source in sorted(set(sources[truth == number])):
            found[f"{label} {source}"] = _estimate(right, fold, (truth == number) & (sources == source))
    found["false device"] = _estimate(taken == 0, fold, truth >= 4)
    found["false device with close"] = _estimate((taken == 0) | near[:, 0], fold, truth >= 4)
    for source in sorted(set(sources)):
        found[f"false device {source}"] = _estimate(taken == 0, fold, (truth >= 4) & (sources == source))
    return found


def held_out_calibration_error(logits: Floats, rows: Sequence[Row], calibration: Calibration) -> float:
    """How far confidence and truth are apart on sentences that were not seen."""
    probabilities = softmax(logits / np.float32(calibration.temperature))
    taken = chosen(probabilities, calibration.favour)
    right = _right(taken, np.array([LABELS.index(row.label) for row in rows]))
    return round(calibration_error(probabilities, taken, right), 4)


def _right(taken: NDArray[np.int64], truth: NDArray[np.int64]) -> NDArray[np.bool_]:
    return np.asarray((taken == truth) | ((taken >= 4) & (truth >= 4)))


def _estimate(hit: NDArray[np.bool_], fold: NDArray[np.int64], among: NDArray[np.bool_]) -> Estimate:
    shares = [hit[among & (fold == number)].mean() for number in np.unique(fold[among])]
    if not shares:
        return Estimate(0, 0.0, 0.0)
    return Estimate(int(among.sum()), round(float(hit[among].mean()), 4), round(float(np.std(shares)), 4))
