"""Train the micro-router: `python -m training.routing --corpus FILE`. Writes the weights and a score card."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from training.progress import tell
from training.routing import corpus, data
from training.routing.calibrate import Calibration, calibrate
from training.routing.grammar import LABELS
from training.routing.model import Floats, Plan, packed, train
from training.routing.validate import Estimate, estimates, folds, held_out_calibration_error, held_out_scores
from voice_gateway.routing.weights import NAME, Weights

PACKAGE = Path(__file__).parents[2] / "src" / "voice_gateway" / "routing" / "trained"
CARD = Path(__file__).parent / "scorecard.json"

# Rare labels and short corpora speak louder, so that sixteen thousand other sentences do not drown them.
IMPORTANCE = {
    "ha-intents device": 3.0,
    "slurp device": 3.0,
    "clinc150 device": 3.0,
    "slurp volume": 3.0,
    "slurp datetime": 3.0,
    "ha-intents other": 2.0,
    "clinc150 datetime": 1.5,
    "clinc150 volume": 1.5,
    "slurp other": 1.5,
    "slurp search": 1.5,
    "slurp general": 1.5,
}
OWN_IMPORTANCE = 0.4
CLOSE_FROM = 0.1
UNSUPPORTED_FROM = 0.5


def main() -> None:
    options = _options()
    plan = Plan(epochs=options.epochs, seed=options.seed)
    tell("drawing sentences")
    own = data.drawn(options.sentences, options.seed, OWN_IMPORTANCE)
    lesson = own
    calibration = Calibration(1.0, dict.fromkeys(LABELS, 1.0))
    found: dict[str, Estimate] = {}
    error: float | None = None
    if options.corpus:
        rows = corpus.read(options.corpus)
        plain = data.given(rows, IMPORTANCE)
        respelled = data.given_respelled(rows, IMPORTANCE, options.seed)
        lesson = plain + respelled + own
        if options.folds > 1:
            fold = folds(rows, options.folds, options.seed)
            logits = held_out_scores(plain, respelled, own, fold, plan, tell)
            calibration = calibrate(logits, rows)
            found = estimates(logits, rows, fold, calibration, CLOSE_FROM)
            error = held_out_calibration_error(logits, rows, calibration)
    tell(f"training on {len(lesson.labels)} sentences")
    weights, bias = train(lesson.bags, lesson.labels, lesson.importance, len(LABELS), plan)
    _save(_packed(weights, bias, calibration), options.out)
    card = {
        "trained_on": len(lesson.labels),
        "drawn": options.sentences,
        "plan": asdict(plan),
        "folds": options.folds,
        "temperature": calibration.temperature,
        "favour": calibration.favour,
        "calibration_error": error,
        "held_out": {name: asdict(estimate) for name, estimate in found.items()},
    }
    options.card.parent.mkdir(parents=True, exist_ok=True)
    options.card.write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    for name, estimate in found.items():
        tell(f"{name:26} {estimate.rows:6} {100 * estimate.mean:6.2f} % ± {100 * estimate.spread:.2f}")
    tell(f"weights in {options.out}, score card in {options.card}")


def _save(weights: Weights, folder: Path) -> None:
    """Write the weights in the form that the package loads."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / f"{NAME}.npy", np.frombuffer(weights.table, np.int8).reshape(-1, len(weights.labels)))
    numbers = {key: value for key, value in vars(weights).items() if key != "table"}
    (folder / f"{NAME}.json").write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")


def _packed(weights: Floats, bias: Floats, calibration: Calibration) -> Weights:
    small = packed(weights, bias)
    return Weights(
        labels=LABELS,
        scales=small.scales,
        bias=small.bias,
        temperature=calibration.temperature,
        favour=calibration.favour,
        close_from=CLOSE_FROM,
        unsupported_from=UNSUPPORTED_FROM,
        table=small.table.data,
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.routing", description=__doc__)
    parser.add_argument("--corpus", type=Path, help="JSONL rows of {text, label, intent, source}")
    parser.add_argument("--out", type=Path, default=PACKAGE, help="folder for the weights")
    parser.add_argument("--card", type=Path, default=CARD, help="file for the score card")
    parser.add_argument("--sentences", type=int, default=34_000, help="how many sentences to draw")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--folds", type=int, default=5, help="for the estimate; 0 for none")
    parser.add_argument("--seed", type=int, default=11)
    return parser.parse_args()


if __name__ == "__main__":
    main()
