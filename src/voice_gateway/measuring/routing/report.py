"""The figures of `voice-gateway eval routing`."""

import json
from collections.abc import Callable
from pathlib import Path

from voice_gateway.measuring.routing.judging import (
    LABELS,
    Judged,
    Row,
    Score,
    judge,
    read_rows,
    write_predictions,
)
from voice_gateway.measuring.routing.rules import RuleClassifier
from voice_gateway.routing import IntentClassifier, MicroRouter

_AT_LEAST_FOR_PROGRESS = 500
_Figures = dict[str, float | int | None]


def report(file: Path, predictions: Path | None, *, rules: bool, as_json: bool) -> None:
    """Score the classifiers on a file and print the figures."""
    rows = read_rows(file)
    scores = {"rules": Score(_judged("rules", RuleClassifier(), rows))}
    if not rules:
        scores = {"router": Score(_judged("router", MicroRouter(), rows)), **scores}
    first = next(iter(scores.values()))
    if predictions:
        write_predictions(first.judged, predictions)
    if as_json:
        print(json.dumps({name: figures(score) for name, score in scores.items()}, indent=2))
        return
    _print(scores)
    if predictions:
        print(f"{len(rows)} predictions written to {predictions}")


def figures(score: Score) -> dict[str, object]:
    """All figures of a score, for machines."""
    return {
        "rows": len(score.judged),
        "accuracy": score.accuracy,
        "false_device": score.false_device,
        "calibration_error": score.calibration_error,
        "route_ms": score.milliseconds,
        "labels": {label: _of_label(score, label, None) for label in LABELS},
        "sources": {
            source: {label: _of_label(score, label, source) for label in LABELS if score.count(label, source)}
            for source in score.sources
        },
        "confusion": {label: {pred: score.confusion[label, pred] for pred in LABELS} for label in LABELS},
        "calibration": [vars(each) for each in score.bins],
    }


def _of_label(score: Score, label: str, source: str | None) -> _Figures:
    return {
        "rows": score.count(label, source),
        "recall": score.recall(label, source),
        "recall_with_close": score.reachable(label, source),
        "precision": score.precision(label, source),
    }


def _judged(name: str, classifier: IntentClassifier, rows: list[Row]) -> list[Judged]:
    from rich.console import Console
    from rich.progress import track

    quiet = len(rows) < _AT_LEAST_FOR_PROGRESS
    classifier.classify("warm up")  # the first sentence loads the weights and is not the one to time
    console = Console(stderr=True)
    description = f"Asking the {name}"
    return list(
        track(
            judge(classifier, rows),
            description,
            total=len(rows),
            console=console,
            disable=quiet or not console.is_terminal,
            transient=True,
        )
    )


def _print(scores: dict[str, Score]) -> None:
    from rich.console import Console

    console = Console()
    _print_labels(console.print, scores)
    first_name, first = next(iter(scores.items()))
    _print_confusion(console.print, first_name, first)
    _print_calibration(console.print, first_name, first)
    for name, score in scores.items():
        console.print(f"{name}: {_percent(score.accuracy)} right", end=", ")
        console.print(f"{_percent(score.false_device)} of other and general taken for device")
        console.print(f"  calibration error {score.calibration_error:.3f}", end=", ")
        console.print(f"{score.milliseconds:.3f} ms per sentence")


def _print_labels(show: Callable[..., None], scores: dict[str, Score]) -> None:
    from rich.table import Table

    table = Table("label", "source", title="Recall and precision")
    table.add_column("rows", justify="right")
    for name, score in scores.items():
        table.add_column(f"{name}\nrecall", justify="right")
        if score.names_close:
            table.add_column("with\nclose", justify="right")
        table.add_column("\nprec.", justify="right")
    any_score = next(iter(scores.values()))
    for label in LABELS:
        sources = [source for source in any_score.sources if any_score.count(label, source)]
        for source in (None, *(sources if len(any_score.sources) > 1 else ())):
            cells = [label, "all"] if source is None else ["", source]
            cells.append(str(any_score.count(label, source)))
            for score in scores.values():
                cells.append(_percent(score.recall(label, source)))
                if score.names_close:
                    cells.append(_percent(score.reachable(label, source)))
                cells.append(_percent(score.precision(label, source)))
            table.add_row(*cells)
        table.add_section()
    show(table)


def _print_confusion(show: Callable[..., None], name: str, score: Score) -> None:
    from rich.table import Table

    table = Table("label ↓ taken for →", title=f"Confusion of the {name}")
    for pred in LABELS:
        table.add_column(pred, justify="right")
    for label in LABELS:
        table.add_row(label, *(str(score.confusion[label, pred] or "·") for pred in LABELS))
    show(table)


def _print_calibration(show: Callable[..., None], name: str, score: Score) -> None:
    from rich.table import Table

    table = Table(title=f"Calibration of the {name}")
    for heading in ("confidence", "right", "rows"):
        table.add_column(heading, justify="right")
    for each in score.bins:
        table.add_row(_percent(each.confidence), _percent(each.right), str(each.count))
    show(table)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}%"
