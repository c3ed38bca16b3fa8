"""The sentences of the lesson: a file that is written where the gateway is, and read where a GPU is."""

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

from training.acts import corpus
from training.acts.corpus import Row
from training.routing.grammar import Grammar
from training.routing.spoken import heard
from voice_gateway.routing.acts import Act

SENTENCES = Path(__file__).parent / "sentences"
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

# What people wrote counts most; public sentences ask for hardly anything but things, and must not drown it.
PEOPLE, HEARD, WRITTEN, DRAWN, PUBLIC = 3.0, 1.5, 0.7, 0.5, 0.1

_FILLINGS = 3
_PUNCTUATION = re.compile(r"[^\w\s']+")


@dataclass(frozen=True)
class Taught:
    """One sentence, what it is taught as, and how much that counts."""

    text: str
    act: str
    verbs: tuple[str, ...] | None
    counts: float
    hand: str = ""
    """Who wrote it, where it is held out with all others of the same hand."""

    part: str = "train"
    written: str = ""
    """The act that its writer gave."""


@dataclass(frozen=True)
class Sources:
    """Where the sentences come from; all files are optional."""

    strangers: Path | None
    home_slots: Path | None
    routing: Path | None
    sentences: int
    written_every: int
    seed: int


def taught(sources: Sources) -> Iterator[Taught]:
    """All of them, those that only measure with them."""
    random = Random(sources.seed)
    if sources.strangers:
        yield from _people(corpus.strangers(sources.strangers, "train"), random, held_out=True)
        for row in corpus.strangers(sources.strangers, "dev"):
            yield replace(_given(row, PEOPLE), hand=row.source, part="dev")
    yield from _people(corpus.neighbours()[:: sources.written_every], random, held_out=False)
    for filling in range(_FILLINGS):
        for row in corpus.written(sources.seed + filling, sources.written_every):
            yield _given(row, WRITTEN)
    grammar = Grammar(sources.seed, SENTENCES)
    for act, share in SHARES.items():
        verbs = () if act in (Act.NOTHING, Act.TALK) else None
        for sentence in grammar.draw(act, max(1, int(sources.sentences * share))):
            yield Taught(heard(sentence.text, random), act.value, verbs, DRAWN)
    public = corpus.home_slots(sources.home_slots) if sources.home_slots else []
    public += corpus.routing(sources.routing) if sources.routing else []
    for row in public:
        yield _given(row, PUBLIC)


def _people(rows: Sequence[Row], random: Random, *, held_out: bool) -> Iterator[Taught]:
    """What people wrote, as they wrote it and as a recogniser would write it down."""
    for row in rows:
        given = replace(_given(row, PEOPLE), hand=row.source if held_out else "")
        spoken = heard(_PUNCTUATION.sub(" ", row.text.lower()), random)
        yield from (given, replace(given, text=spoken, counts=HEARD))


def _given(row: Row, counts: float) -> Taught:
    return Taught(row.text, row.act.value, row.verbs, counts, written=row.written)


def write_lesson(path: Path, sentences: Iterable[Taught]) -> int:
    """One JSON object a line; returns how many there are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(asdict(each)) for each in sentences]
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return len(lines)
