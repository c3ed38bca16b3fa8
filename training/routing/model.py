"""Multinomial logistic regression over hashed features, in NumPy."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_gateway.routing.features import BUCKETS

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

LARGEST_WEIGHT = 6.0
"""Weights are cut here before they become one byte each: a few giants would cost the others precision."""


@dataclass(frozen=True)
class Bags:
    """Sentences as bags of buckets, one after the other."""

    buckets: Ints
    starts: NDArray[np.int64]
    """Where each sentence begins in `buckets`, and at last where all end."""

    @classmethod
    def of(cls, bags: Sequence[Sequence[int]]) -> "Bags":
        sizes = np.array([len(bag) for bag in bags], dtype=np.int64)
        starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes)))
        flat = np.fromiter((bucket for bag in bags for bucket in bag), dtype=np.int32, count=int(starts[-1]))
        return cls(flat, starts)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def take(self, rows: NDArray[np.int64]) -> "Bags":
        """Only these sentences, in this order."""
        sizes = self.starts[rows + 1] - self.starts[rows]
        starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes)))
        positions = np.arange(starts[-1]) - np.repeat(starts[:-1] - self.starts[rows], sizes)
        return Bags(self.buckets[positions], starts)


@dataclass(frozen=True)
class Plan:
    """How the weights are found."""

    epochs: int = 8
    batch: int = 64
    rate: float = 5.0
    decay: float = 2e-6
    caution: float = 1e-3
    """What every weight is taken to have moved already: the larger, the smaller the first steps."""

    rare: int = 2
    """Buckets met in fewer sentences than this get no weight."""

    seed: int = 7


def scores(weights: Floats, bias: Floats, bags: Bags) -> Floats:
    """The score of every label for every sentence; long sentences do not shout: length is divided out."""
    sizes = (bags.starts[1:] - bags.starts[:-1]).astype(np.float32)
    gathered = weights[bags.buckets]
    summed = np.add.reduceat(gathered, bags.starts[:-1], axis=0)
    return np.asarray(summed / np.sqrt(sizes)[:, None] + bias, dtype=np.float32)


def softmax(logits: Floats) -> Floats:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), dtype=np.float32)


def train(
    bags: Bags, labels: NDArray[np.int64], importance: Floats, count: int, plan: Plan
) -> tuple[Floats, Floats]:
    """Weights and bias that make the labels likely; AdaGrad, the rate falling to nothing at the end."""
    random = np.random.default_rng(plan.seed)
    weights = np.zeros((BUCKETS, count), dtype=np.float32)
    bias = np.zeros(count, dtype=np.float32)
    seen = np.full((BUCKETS, count), plan.caution, dtype=np.float32)
    seen_bias = np.full(count, plan.caution, dtype=np.float32)
    common = np.bincount(bags.buckets, minlength=BUCKETS) >= plan.rare
    steps = plan.epochs * -(-len(bags) // plan.batch)
    step = 0
    for _ in range(plan.epochs):
        for rows in _batches(random.permutation(len(bags)), plan.batch):
            part = bags.take(rows)
            error = softmax(scores(weights, bias, part))
            error[np.arange(len(rows)), labels[rows]] -= 1
            error *= (importance[rows] / len(rows))[:, None]
            sizes = part.starts[1:] - part.starts[:-1]
            touched, slope = _slope(part.buckets, np.repeat(error / np.sqrt(sizes)[:, None], sizes, axis=0))
            rate = plan.rate * (1 - step / steps)
            slope = slope + plan.decay * weights[touched]
            seen[touched] += slope**2
            weights[touched] -= rate * slope / np.sqrt(seen[touched])
            weights[touched] *= common[touched, None]
            slope_bias = error.sum(axis=0)
            seen_bias += slope_bias**2
            bias -= rate * slope_bias / np.sqrt(seen_bias)
            step += 1
    return weights, bias


@dataclass(frozen=True)
class Packed:
    """Weights in one byte each, with what a step of each label is worth."""

    table: NDArray[np.int8]
    scales: tuple[float, ...]
    bias: tuple[float, ...]


def packed(weights: Floats, bias: Floats) -> Packed:
    """The weights as they are shipped."""
    cut = np.clip(weights, -LARGEST_WEIGHT, LARGEST_WEIGHT)
    scales = np.maximum(np.abs(cut).max(axis=0), 1e-6) / 127
    return Packed(
        np.rint(cut / scales).astype(np.int8),
        tuple(round(float(scale), 7) for scale in scales),
        tuple(round(float(each), 5) for each in bias),
    )


def _slope(buckets: Ints, errors: NDArray[np.floating]) -> tuple[Ints, Floats]:
    """The errors summed for each bucket that occurs."""
    order = np.argsort(buckets, kind="stable")
    ordered = buckets[order]
    first = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    return ordered[first], np.add.reduceat(errors[order], first, axis=0).astype(np.float32)


def _batches(rows: NDArray[np.int64], size: int) -> Iterable[NDArray[np.int64]]:
    return (rows[start : start + size] for start in range(0, len(rows), size))
