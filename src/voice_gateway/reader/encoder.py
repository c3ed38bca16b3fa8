"""A small encoder of sentences (BERT's design, MiniLM's size), in NumPy and eight-bit weights.

Half of its 23 megabytes are the words, of which only those that are said are ever read from the disk. The
layers stay as bytes, and are numbers only while they are needed: that makes a sentence a fifth slower, and
saves thirty megabytes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]

HEADS: Final = 12
_EPSILON: Final = 1e-12
MATRICES: Final = ("look", "seen", "wide", "narrow")
"""As they follow each other in the bytes of a layer; the last takes in four times as much as the others."""

NORMS: Final = ("seen_norm", "norm")
WORDS, LAYERS, NUMBERS = "words.npy", "layers.npy", "numbers.npz"


@dataclass(frozen=True)
class Matrix:
    """A linear layer: a row of bytes for each number that comes out, their worth, and what is added."""

    bytes: Bytes
    worth: Floats
    bias: Floats

    def of(self, x: Floats, room: Floats) -> Floats:
        """The product; `room` has place for the bytes as numbers, which is quicker than to find some anew."""
        weights = room[: self.bytes.size].reshape(self.bytes.shape)
        np.copyto(weights, self.bytes)
        product: Floats = weights @ x
        product *= self.worth
        product += self.bias
        return product


@dataclass(frozen=True)
class Norm:
    """Brings every column, or every row, to the same middle and width. Its own numbers lie likewise."""

    weight: Floats
    bias: Floats

    def of(self, x: Floats, along: int = 0) -> Floats:
        many = np.float32(x.shape[along])  # `mean` takes longer, and this is done sixty times a sentence
        x = x - x.sum(along, keepdims=True) / many
        x /= np.sqrt((x * x).sum(along, keepdims=True) / many + _EPSILON)
        x *= self.weight
        x += self.bias
        return x


@dataclass(frozen=True)
class Layer:
    """Every piece looks at every other one, and then thinks by itself. A piece is a column."""

    look: Matrix
    """What each piece asks, offers and says, one under the other."""

    seen: Matrix
    seen_norm: Norm
    wide: Matrix
    narrow: Matrix
    norm: Norm

    def of(self, x: Floats, room: Floats) -> Floats:
        width, pieces = x.shape
        asks, offers, says = self.look.of(x, room).reshape(3, HEADS, width // HEADS, pieces)
        likeness = asks.transpose(0, 2, 1) @ offers / np.float32(np.sqrt(width // HEADS))
        attention = np.exp(likeness - likeness.max(axis=2, keepdims=True))
        attention /= attention.sum(axis=2, keepdims=True)
        heard = (says @ attention.transpose(0, 2, 1)).reshape(width, pieces)
        x = self.seen_norm.of(x + self.seen.of(heard, room))
        return self.norm.of(x + self.narrow.of(gelu(self.wide.of(x, room)), room))


class Encoder:
    """Turns each piece of a sentence into a column of numbers that says what it is about there."""

    def __init__(self, words: Bytes, layers: Bytes, numbers: Mapping[str, Floats]) -> None:
        self._words = words
        self._worth, self._places = numbers["words.worth"], numbers["places"]
        self._norm = Norm(*(_column(numbers[f"norm.{each}"]) for each in ("weight", "bias")))
        self._layers = [_layer(row, number, numbers) for number, row in enumerate(layers)]
        self._widest = max(layer.wide.bytes.size for layer in self._layers)

    def encode(self, pieces: Sequence[int]) -> Floats:
        """A column for each piece."""
        chosen = np.asarray(pieces)
        said = (
            self._words[chosen].astype(np.float32) * self._worth[chosen, None] + self._places[: len(chosen)]
        )
        x = self._norm.of(np.ascontiguousarray(said.T))
        room = np.empty(self._widest, np.float32)
        for layer in self._layers:
            x = layer.of(x, room)
        return x


def load_encoder(folder: Path) -> tuple[Encoder, dict[str, Floats]]:
    """The encoder in a folder, and all numbers there, those of what stands upon it among them."""
    with np.load(folder / NUMBERS) as file:
        numbers = dict(file)
    words, layers = (np.load(folder / name, mmap_mode="r") for name in (WORDS, LAYERS))
    return Encoder(words, layers, numbers), numbers


def _layer(row: Bytes, number: int, numbers: Mapping[str, Floats]) -> Layer:
    """A layer from its row of bytes, in which its matrices follow each other."""
    matrices: list[Matrix] = []
    begin = 0
    width = len(numbers["norm.weight"])
    for name in MATRICES:
        columns = 4 * width if name == "narrow" else width
        worth, bias = numbers[f"{number}.{name}.worth"], numbers[f"{number}.{name}.bias"]
        end = begin + len(worth) * columns
        matrices.append(Matrix(row[begin:end].reshape(len(worth), columns), _column(worth), _column(bias)))
        begin = end
    look, seen, wide, narrow = matrices
    seen_norm, norm = (
        Norm(_column(numbers[f"{number}.{name}.weight"]), _column(numbers[f"{number}.{name}.bias"]))
        for name in NORMS
    )
    return Layer(look, seen, seen_norm, wide, narrow, norm)


def _column(numbers: Floats) -> Floats:
    return numbers[:, None]


def gelu(x: Floats) -> Floats:
    """The bend between two layers."""
    bent: Floats = np.tanh(np.float32(0.7978845608) * (x + np.float32(0.044715) * x * x * x))
    return np.float32(0.5) * x * (1 + bent)
