"""Writes a line word by word: words that it knows, and words that it copies from what was read.

A decoder of a few layers upon the encoder, in NumPy. Several beginnings of a line are followed at once, and
the likeliest whole lines are what comes of it, each as soon as no other can become likelier.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voice_gateway.reader.encoder import Floats, Norm
from voice_gateway.reader.pen_layers import Layer, Linear, Seen, softmax

MATRICES: Final = ("look", "seen", "ask", "heard", "told", "wide", "narrow")
NORMS: Final = ("look_norm", "ask_norm", "wide_norm")
POINTING: Final = ("copied", "point", "pointed")
WEIGHTS, VOCABULARY = "pen.npz", "words.txt"

_START, _END = 0, 1
"""The first two words of the vocabulary, which nobody says."""


@dataclass(frozen=True)
class Reading:
    """What was read: a column of numbers for each piece, and the words with the piece each begins with."""

    states: Floats
    words: Sequence[str]
    places: Sequence[int]


@dataclass(frozen=True)
class Line:
    """What was written, and how likely that was."""

    words: tuple[str, ...]
    likelihood: float


@dataclass(frozen=True)
class Pen:
    """The weights, as numbers of four bytes: all of them are needed for each word."""

    vocabulary: Sequence[str]
    known: Linear
    """A row for each word of the vocabulary, and how often it is written at all."""

    places: Floats
    layers: Sequence[Layer]
    norm: Norm
    copied: Linear
    """Makes of a piece that was copied what is looked at afterwards."""

    point: Linear
    pointed: Linear
    """A word is copied where what is pointed with, and what is pointed at, are alike."""

    def write(
        self,
        reading: Reading,
        beams: int,
        share: float = 0.0,
        never: Collection[str] = (),
        behind: Collection[str] = (),
    ) -> Iterator[Line]:
        """The likeliest lines, the likeliest first; `beams` of them are followed at once.

        What has at most that `share` of the likelihood of the likeliest is not followed, and whoever takes
        only the first line waits for no other. A line, and what stands in it behind one of the words
        `behind`, never begins with one of `never`.
        """
        return islice(_Writing(self, reading, beams, share, never, behind).lines(), beams)


def load_pen(folder: Path) -> Pen:
    """The pen in a folder."""
    with np.load(folder / WEIGHTS) as file:
        numbers: Mapping[str, NDArray[Any]] = dict(file)

    def linear(name: str, bias: str = "") -> Linear:
        weight = numbers[f"{name}.bytes"].astype(np.float32) * numbers[f"{name}.worth"][:, None]
        return Linear(weight, numbers[bias or f"{name}.bias"])

    def norm(name: str) -> Norm:
        return Norm(numbers[f"{name}.weight"], numbers[f"{name}.bias"])

    layers = [
        Layer(
            {name: linear(f"layers.{number}.{name}") for name in MATRICES},
            {name: norm(f"layers.{number}.{name}") for name in NORMS},
        )
        for number in range(sum(name.endswith(".look.bytes") for name in numbers))
    ]
    vocabulary = (folder / VOCABULARY).read_text(encoding="utf-8").splitlines()
    known = linear("words", "often")
    return Pen(vocabulary, known, numbers["places"], layers, norm("norm"), *map(linear, POINTING))


@dataclass(frozen=True)
class _Beginning:
    """A line as far as it is written: the numbers of its words, and how likely they are together."""

    words: tuple[int, ...] = ()
    likelihood: float = 1.0

    @property
    def last(self) -> int:
        return self.words[-1] if self.words else _START


class _Writing:
    """One sentence that is being written."""

    def __init__(
        self,
        pen: Pen,
        reading: Reading,
        beams: int,
        share: float,
        never: Collection[str],
        behind: Collection[str],
    ) -> None:
        self._pen, self._beams, self._share = pen, beams, share
        states = np.ascontiguousarray(reading.states.T)
        said = states[list(reading.places)]
        self._pointed, self._copied = pen.pointed.of(said), pen.copied.of(said)
        self._read = [layer.of_source(states) for layer in pen.layers]
        # A word is one word, whether it is known, said once or said twice.
        self._words = list(dict.fromkeys((*pen.vocabulary, *reading.words)))
        numbers = {word: number for number, word in enumerate(self._words)}
        self._said = [numbers[word] for word in reading.words]
        self._never = [numbers[word] for word in never if word in numbers]
        self._behind = {numbers[word] for word in behind if word in numbers} | {_START}

    def lines(self) -> Iterator[Line]:
        pen = self._pen
        begun, x = [_Beginning()], pen.known.weight[[_START]]
        written = [Seen.nothing(x.shape[1]) for _ in pen.layers]
        done: list[_Beginning] = []
        for place in pen.places:
            chances, pointed, written = self._next(x + place, begun, written)
            further = self._further(begun, chances)
            done += [each for _, each in further if each.last == _END]
            further = [(line, each) for line, each in further if each.last != _END]
            # What is begun only becomes less likely.
            yield from self._taken(done, max((each.likelihood for _, each in further), default=0.0))
            if not further:
                return
            begun, lines = [each for _, each in further], np.array([line for line, _ in further])
            written = [each.of(lines) for each in written]
            x = np.stack([self._as_written(each.last, pointed[line]) for line, each in further])
        yield from self._taken(done, 0.0)

    def _taken(self, done: list[_Beginning], enough: float) -> Iterator[Line]:
        """Those that are at least so likely, the likeliest first; they are not done any more."""
        done.sort(key=lambda each: each.likelihood)
        while done and done[-1].likelihood >= enough:
            each = done.pop()
            yield Line(tuple(self._words[word] for word in each.words[:-1]), each.likelihood)

    def _next(
        self, x: Floats, begun: Sequence[_Beginning], written: Sequence[Seen]
    ) -> tuple[Floats, Floats, list[Seen]]:
        """How likely each word is behind each line, and each place of a word; and what is written by then."""
        pen = self._pen
        seen: list[Seen] = []
        for layer, before, read in zip(pen.layers, written, self._read, strict=True):
            x, with_it = layer.of(x, before, read)
            seen.append(with_it)
        x = pen.norm.of(x, 1)
        points = pen.point.of(x) @ self._pointed.T / np.float32(np.sqrt(x.shape[1]))
        ways = softmax(np.concatenate([pen.known.of(x), points], axis=1))
        known, pointed = np.split(ways, [len(pen.vocabulary)], axis=1)
        chances = np.zeros((len(x), len(self._words)), np.float32)
        chances[:, : known.shape[1]] = known
        for place, word in enumerate(self._said):
            chances[:, word] += pointed[:, place]
        if self._never:
            begins = [row for row, each in enumerate(begun) if each.last in self._behind]
            chances[np.ix_(begins, self._never)] = 0.0
        return chances, pointed, seen

    def _further(self, begun: Sequence[_Beginning], chances: Floats) -> list[tuple[int, _Beginning]]:
        """The likeliest lines with one word more, each with the number of the line that it goes on from."""
        likelihoods = chances * np.array([[each.likelihood] for each in begun], np.float32)
        enough = float(likelihoods.max()) * self._share
        found: list[tuple[int, _Beginning]] = []
        for at in np.argsort(-likelihoods, axis=None)[: self._beams]:
            line, word = divmod(int(at), chances.shape[1])
            likelihood, each = float(likelihoods[line, word]), begun[line]
            if likelihood > enough:
                found.append((line, _Beginning((*each.words, word), likelihood)))
        return found

    def _as_written(self, word: int, pointed: Floats) -> Floats:
        """What is looked at of a word that was written: itself, or the place that it was copied from."""
        if word < len(self._pen.vocabulary):
            known: Floats = self._pen.known.weight[word]
            return known
        places = [place for place, said in enumerate(self._said) if said == word]
        copied: Floats = self._copied[max(places, key=lambda place: float(pointed[place]))]
        return copied
