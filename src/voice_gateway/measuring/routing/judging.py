"""How well a classifier does on labelled sentences."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from voice_gateway.errors import InputError
from voice_gateway.measuring.tasks.task_file import read_text
from voice_gateway.routing.intent import Classification, IntentClassifier

LABELS = ("device", "datetime", "volume", "search", "general", "other")
NO_SIDE_EFFECTS = ("general", "other")
_BINS = 10


@dataclass(frozen=True)
class Row:
    """One labelled sentence."""

    text: str
    label: str
    intent: str
    source: str


@dataclass(frozen=True)
class Judged:
    """A sentence and what the classifier made of it."""

    row: Row
    pred: str
    confidence: float
    close: tuple[str, ...]
    seconds: float

    @property
    def right(self) -> bool:
        """Whether the right tools were bound. `general` and `other` both bind none."""
        return self.pred == self.row.label or {self.pred, self.row.label} <= set(NO_SIDE_EFFECTS)

    @property
    def reachable(self) -> bool:
        """Whether the right tools were bound, counting those of close intents."""
        return self.right or self.row.label in self.close


@dataclass(frozen=True)
class Bin:
    """Decisions of about the same confidence."""

    count: int
    confidence: float
    right: float


def read_rows(path: Path) -> list[Row]:
    """The rows of a JSONL file; a bad line is named."""
    lines = read_text(path).splitlines()
    rows = [_row(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not rows:
        raise InputError(f"{path} has no rows.", fix="Give a JSONL file of {text, label, intent, source}.")
    return rows


def _row(path: Path, number: int, line: str) -> Row:
    where = f"{path}, line {number}"
    try:
        written = json.loads(line)
    except ValueError as error:
        raise InputError(f"{where} is not JSON.") from error
    if not isinstance(written, dict) or not isinstance(written.get("text"), str):
        raise InputError(
            f"{where} has no text.", fix='A row is {"text": …, "label": …, "intent": …, "source": …}.'
        )
    label = written.get("label")
    if label not in LABELS:
        raise InputError(f"{where}: {label!r} is not a label.", fix=f"Labels are {', '.join(LABELS)}.")
    return Row(written["text"], label, str(written.get("intent", "")), str(written.get("source", "all")))


def label_of(found: Classification) -> str:
    """The classification as one of the labels."""
    return "other" if found.unsupported else found.intent.value


def judge(classifier: IntentClassifier, rows: Iterable[Row]) -> Iterator[Judged]:
    """Classify every row, one by one."""
    for row in rows:
        begin = time.perf_counter()
        found = classifier.classify(row.text)
        seconds = time.perf_counter() - begin
        yield Judged(row, label_of(found), found.confidence, tuple(found.close), seconds)


def write_predictions(judged: Iterable[Judged], path: Path) -> None:
    """Every row with its `pred`, one JSON object a line."""
    try:
        with path.open("w", encoding="utf-8") as out:
            for one in judged:
                row = {"text": one.row.text, "label": one.row.label, "intent": one.row.intent}
                row |= {"source": one.row.source, "pred": one.pred}
                out.write(
                    json.dumps(row | {"confidence": round(one.confidence, 4)}, ensure_ascii=False) + "\n"
                )
    except OSError as error:
        raise InputError(f"Cannot write {path}: {error.strerror}.") from error


class Score:
    """The figures of one classifier on one set of rows."""

    def __init__(self, judged: Sequence[Judged]) -> None:
        self.judged = judged
        self.confusion = Counter((one.row.label, one.pred) for one in judged)
        self.sources = tuple(sorted({one.row.source for one in judged}))

    @property
    def names_close(self) -> bool:
        """Whether this classifier ever names close intents."""
        return any(one.close for one in self.judged)

    def recall(self, label: str, source: str | None = None) -> float | None:
        """How many of the label's sentences got the right tools; None where there are none."""
        return _share(self._of(label, source), lambda one: one.right)

    def reachable(self, label: str, source: str | None = None) -> float | None:
        """The same, counting tools of close intents."""
        return _share(self._of(label, source), lambda one: one.reachable)

    def precision(self, label: str, source: str | None = None) -> float | None:
        """How many of the sentences taken for the label are right; None where none were."""
        taken = [one for one in self.judged if one.pred == label and source in (None, one.row.source)]
        return _share(taken, lambda one: one.right)

    def count(self, label: str, source: str | None = None) -> int:
        return len(self._of(label, source))

    @property
    def false_device(self) -> float | None:
        """How many of the sentences without side effects were taken for a device command."""
        harmless = [one for one in self.judged if one.row.label in NO_SIDE_EFFECTS]
        return _share(harmless, lambda one: one.pred == "device")

    @property
    def accuracy(self) -> float:
        return _share(self.judged, lambda one: one.right) or 0.0

    @property
    def milliseconds(self) -> float:
        return 1000 * sum(one.seconds for one in self.judged) / len(self.judged)

    @property
    def bins(self) -> list[Bin]:
        """Decisions grouped by confidence: in a calibrated classifier the last two numbers agree."""
        groups: list[list[Judged]] = [[] for _ in range(_BINS)]
        for one in self.judged:
            groups[min(int(one.confidence * _BINS), _BINS - 1)].append(one)
        return [
            Bin(
                len(group),
                sum(one.confidence for one in group) / len(group),
                _share(group, lambda one: one.right) or 0,
            )
            for group in groups
            if group
        ]

    @property
    def calibration_error(self) -> float:
        """The expected calibration error: how far confidence and truth are apart, on average."""
        return sum(each.count * abs(each.confidence - each.right) for each in self.bins) / len(self.judged)

    def _of(self, label: str, source: str | None) -> list[Judged]:
        return [one for one in self.judged if one.row.label == label and source in (None, one.row.source)]


def _share(judged: Sequence[Judged], holds: Callable[[Judged], bool]) -> float | None:
    return sum(map(holds, judged)) / len(judged) if judged else None
