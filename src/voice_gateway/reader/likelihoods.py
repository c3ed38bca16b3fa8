"""Scores as probabilities."""

from collections.abc import Sequence
from math import exp


def likelihoods(labels: Sequence[str], logits: Sequence[float]) -> dict[str, float]:
    """How likely each label is by its score; together they are one."""
    highest = max(logits)
    powers = [exp(logit - highest) for logit in logits]
    whole = sum(powers)
    return {label: power / whole for label, power in zip(labels, powers, strict=True)}
