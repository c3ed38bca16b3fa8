"""What a pen is made of: layers that look at what is written, then at what was read. A line is a row."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_gateway.reader.encoder import HEADS, Floats, Norm, gelu


@dataclass(frozen=True)
class Linear:
    """A row of weights for each number that comes out, and what is added."""

    weight: Floats
    bias: Floats

    def of(self, x: Floats) -> Floats:
        # Of the few rows that there are; the other way round takes nearly twice as long.
        product: Floats = (self.weight @ x.T).T
        product += self.bias
        return product


@dataclass(frozen=True)
class Seen:
    """What can be looked at: what each place offers and says, by line and head."""

    offers: Floats
    says: Floats

    @classmethod
    def nothing(cls, width: int) -> "Seen":
        empty = np.zeros((1, HEADS, 0, width // HEADS), np.float32)
        return cls(empty, empty)

    def with_one_more(self, offers: Floats, says: Floats) -> "Seen":
        return Seen(
            np.concatenate([self.offers, offers[:, :, None]], axis=2),
            np.concatenate([self.says, says[:, :, None]], axis=2),
        )

    def of(self, lines: NDArray[np.int64]) -> "Seen":
        """The same for other lines, which go on from these."""
        return Seen(self.offers[lines], self.says[lines])

    def looked_at(self, asks: Floats) -> Floats:
        likeness = asks[:, :, None] @ self.offers.transpose(0, 1, 3, 2) / np.float32(np.sqrt(asks.shape[2]))
        seen: Floats = (softmax(likeness) @ self.says).reshape(len(asks), -1)
        return seen


@dataclass(frozen=True)
class Layer:
    """Its parts by their names, which are those of `pen.MATRICES` and `pen.NORMS`."""

    linear: Mapping[str, Linear]
    norm: Mapping[str, Norm]

    def of_source(self, states: Floats) -> Seen:
        """What there is to look at of a sentence, a row for each piece."""
        offers, says = _heads(self.linear["heard"].of(states), 2)
        return Seen(offers.transpose(1, 0, 2)[None], says.transpose(1, 0, 2)[None])

    def of(self, x: Floats, written: Seen, read: Seen) -> tuple[Floats, Seen]:
        """The next row for each line, and what is written with it."""
        linear, norm = self.linear, self.norm
        asks, offers, says = _heads(linear["look"].of(norm["look_norm"].of(x, 1)), 3)
        written = written.with_one_more(offers, says)
        x = x + linear["seen"].of(written.looked_at(asks))
        (asks,) = _heads(linear["ask"].of(norm["ask_norm"].of(x, 1)), 1)
        x = x + linear["told"].of(read.looked_at(asks))
        return x + linear["narrow"].of(gelu(linear["wide"].of(norm["wide_norm"].of(x, 1)))), written


def softmax(x: Floats) -> Floats:
    """Scores as probabilities, along the last direction."""
    likely: Floats = np.exp(x - x.max(axis=-1, keepdims=True))
    likely /= likely.sum(axis=-1, keepdims=True)
    return likely


def _heads(x: Floats, parts: int) -> tuple[Floats, ...]:
    """As many parts, each by row and head."""
    return tuple(x.reshape(len(x), parts, HEADS, -1).transpose(1, 0, 2, 3))
