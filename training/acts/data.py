"""The sentences of the lesson, as bags of features."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from training.acts.corpus import Row
from training.routing.data import Lesson
from training.routing.grammar import Grammar
from training.routing.model import Bags
from training.routing.spoken import heard
from voice_gateway.routing.act_features import act_features, act_gazetteer
from voice_gateway.routing.acts import Act
from voice_gateway.routing.home_words import HomeWords

SENTENCES = Path(__file__).parent / "sentences"
ACTS = tuple(Act)
SHARES = {
    Act.NOTHING: 0.38,
    Act.COMMAND: 0.29,
    Act.PLAN: 0.08,
    Act.QUESTION: 0.10,
    Act.ANSWER: 0.05,
    Act.CORRECTION: 0.05,
    Act.STOP: 0.02,
    Act.TALK: 0.03,
}
"""How much of the drawn sentences each act gets."""

_PUNCTUATION = re.compile(r"[^\w\s']+")


def drawn(count: int, seed: int, importance: float) -> Lesson:
    """Sentences of our own patterns. Half of them know the names of their home, half do not."""
    random = Random(seed)
    grammar = Grammar(seed, SENTENCES)
    bags: list[list[int]] = []
    acts: list[Act] = []
    for act, share in SHARES.items():
        for sentence in grammar.draw(act, max(1, int(count * share))):
            known = random.random() < 0.5
            home = HomeWords(tuple(sentence.devices), tuple(sentence.rooms)) if known else HomeWords()
            bags.append(act_features(heard(sentence.text, random), act_gazetteer(home)))
            acts.append(act)
    return _lesson(bags, acts, importance)


def given(rows: Sequence[Row], importance: float) -> Lesson:
    """Sentences as they were written; their home is not known."""
    nowhere = act_gazetteer(HomeWords())
    return _lesson([act_features(row.text, nowhere) for row in rows], [row.act for row in rows], importance)


def given_heard(rows: Sequence[Row], importance: float, seed: int) -> Lesson:
    """The same as a recogniser would write them down, without punctuation and with a slip now and then."""
    random, nowhere = Random(seed), act_gazetteer(HomeWords())
    plain = (heard(_PUNCTUATION.sub(" ", row.text.lower()), random) for row in rows)
    return _lesson([act_features(text, nowhere) for text in plain], [row.act for row in rows], importance)


def _lesson(bags: list[list[int]], acts: Sequence[Act], importance: float) -> Lesson:
    labels = np.array([ACTS.index(act) for act in acts])
    return Lesson(Bags.of(bags), labels, np.full(len(bags), importance, dtype=np.float32))
