"""The sentences the router is taught, as bags of features."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from training.routing.corpus import Row
from training.routing.grammar import LABELS, Grammar
from training.routing.model import Bags
from training.routing.spoken import respelled
from voice_gateway.routing.features import features
from voice_gateway.routing.home_words import Gazetteer, HomeWords
from voice_gateway.routing.wording import tokens

SHARES = {"device": 0.38, "volume": 0.1, "datetime": 0.1, "search": 0.1, "other": 0.14, "general": 0.18}
"""How much of the drawn sentences each label gets."""


@dataclass(frozen=True)
class Lesson:
    """Bags with the label each should get and how much it matters."""

    bags: Bags
    labels: NDArray[np.int64]
    importance: NDArray[np.float32]

    def __add__(self, other: "Lesson") -> "Lesson":
        starts = np.concatenate((self.bags.starts, other.bags.starts[1:] + self.bags.starts[-1]))
        bags = Bags(np.concatenate((self.bags.buckets, other.bags.buckets)), starts)
        labels = np.concatenate((self.labels, other.labels))
        return Lesson(bags, labels, np.concatenate((self.importance, other.importance)))

    def take(self, rows: NDArray[np.int64]) -> "Lesson":
        return Lesson(self.bags.take(rows), self.labels[rows], self.importance[rows])


def drawn(count: int, seed: int, importance: float = 1.0) -> Lesson:
    """Sentences of our own grammar. Half of them know the names of their home, half do not."""
    random = Random(seed)
    grammar = Grammar(seed)
    bags: list[list[int]] = []
    labels: list[int] = []
    for label, share in SHARES.items():
        for sentence in grammar.draw(label, max(1, int(count * share))):
            home = HomeWords()
            if random.random() < 0.5:
                home = HomeWords(tuple(sentence.devices), tuple(sentence.rooms))
            if not home.devices and label != "device" and random.random() < 0.15:
                home = HomeWords((_everyday_word(sentence.text, random),))
            bags.append(features(respelled(sentence.text, random), Gazetteer(home)))
            labels.append(LABELS.index(label))
    return Lesson(Bags.of(bags), np.array(labels), np.full(len(bags), importance, dtype=np.float32))


def given(rows: Sequence[Row], importance: dict[str, float]) -> Lesson:
    """Sentences of public corpora, as they are; their home is not known."""
    nowhere = Gazetteer(HomeWords())
    bags = [features(row.text, nowhere) for row in rows]
    labels = np.array([LABELS.index(row.taught or "general") for row in rows])
    weights = [importance.get(f"{row.source} {row.label}", 1.0) if row.taught else 0.0 for row in rows]
    return Lesson(Bags.of(bags), labels, np.array(weights, dtype=np.float32))


def given_respelled(rows: Sequence[Row], importance: dict[str, float], seed: int) -> Lesson:
    """The same once more, as they might be heard; in some homes a device has an everyday word for a name."""
    random = Random(seed)
    bags: list[list[int]] = []
    for row in rows:
        home = HomeWords()
        if row.label != "device" and random.random() < 0.1:
            home = HomeWords((_everyday_word(row.text, random),))
        bags.append(features(respelled(row.text, random), Gazetteer(home)))
    plain = given(rows, importance)
    return Lesson(Bags.of(bags), plain.labels, plain.importance)


def _everyday_word(text: str, random: Random) -> str:
    """A word of the sentence, as if a device had that name: a name alone does not make a command."""
    return random.choice([word for word in tokens(text) if word.isalpha()] or ["wobble"])
