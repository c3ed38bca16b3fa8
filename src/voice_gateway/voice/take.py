"""One sound as it was heard: what may have been said, and how likely that is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Take:
    """One sound as a transcriber has heard it."""

    texts: tuple[str, ...]
    """What may have been said, the likeliest first; at least one, which is empty when nothing was."""

    chances: tuple[float, ...] = ()
    """How likely each of them is, where that is known."""

    likelihoods: Callable[[Sequence[str]], list[float]] | None = None
    """How likely the sound is under each of some sentences, as natural logarithms, where that can be told."""

    second: Callable[[], "Take"] | None = None
    """Has another transcriber listen to the same sound, where there is one; it takes its time."""
