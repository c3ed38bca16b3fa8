"""Train the reader of speech acts: `python -m training.acts --strangers FILE`. Writes weights and figures."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from training.acts import corpus, data
from training.acts.corpus import Row
from training.acts.measure import Card, measured, temperature
from training.progress import tell
from training.routing.model import Floats, Plan, packed, softmax, train
from training.routing.validate import held_out_scores
from voice_gateway.routing.act_features import BUCKETS, act_features, act_gazetteer
from voice_gateway.routing.home_words import HomeWords
from voice_gateway.routing.weights import ACTS, Table, save

PACKAGE = Path(__file__).parents[2] / "src" / "voice_gateway" / "routing" / "trained"
CARD = Path(__file__).parent / "scorecard.json"

# What people wrote counts most; public sentences ask for hardly anything but things, and must not drown it.
PEOPLE, WRITTEN, OWN, PUBLIC = 3.0, 1.5, 0.5, 0.1


def main() -> None:
    options = _options()
    plan = Plan(epochs=options.epochs, seed=options.seed, decay=options.decay, buckets=BUCKETS)
    tell("drawing sentences")
    lesson = data.drawn(options.sentences, options.seed, OWN)
    lesson += data.given(corpus.written(options.seed, options.written_every), WRITTEN)
    lesson += data.given(corpus.neighbours()[:: options.written_every], PEOPLE)
    public = (corpus.home_slots(options.home_slots) if options.home_slots else []) + (
        corpus.routing(options.routing) if options.routing else []
    )
    if public:
        lesson += data.given(public, PUBLIC)
    degree = 1.0
    cards: dict[str, Card] = {}
    if options.strangers:
        rows = corpus.strangers(options.strangers, "train")
        plain, heard = data.given(rows, PEOPLE), data.given_heard(rows, PEOPLE, options.seed)
        if options.validate:
            hands = sorted({row.source for row in rows})
            fold = np.array([hands.index(row.source) for row in rows])
            logits = held_out_scores(plain, heard, lesson, fold, plan, tell, len(data.ACTS))
            degree = temperature(logits, plain.labels)
            cards["hands held out"] = measured(softmax(logits / np.float32(degree)), rows)
        lesson += plain + heard
    tell(f"training on {len(lesson.labels)} sentences")
    small = packed(*train(lesson.bags, lesson.labels, lesson.importance, len(data.ACTS), plan))
    table = Table(data.ACTS, small.scales, small.bias, degree, small.table.data)
    save(table, ACTS, options.out)
    if options.strangers and (dev := corpus.strangers(options.strangers, "dev")):
        cards["dev"] = measured(_read(table, dev), dev)
    card = {
        "trained_on": len(lesson.labels),
        "public": len(public),
        "plan": asdict(plan),
        "temperature": degree,
        **{name: asdict(each) for name, each in cards.items()},
    }
    options.card.parent.mkdir(parents=True, exist_ok=True)
    options.card.write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    for name, each in cards.items():
        _show(name, each)
    tell(f"weights in {options.out}, score card in {options.card}")


def _read(table: Table, rows: Sequence[Row]) -> Floats:
    """The probabilities as the gateway itself would have them."""
    nowhere = act_gazetteer(HomeWords())
    found = [list(table.probabilities(act_features(row.text, nowhere)).values()) for row in rows]
    return np.array(found, dtype=np.float32)


def _show(name: str, card: Card) -> None:
    tell(f"{name}: {card.rows} rows, act {card.accuracy:.1%}, asks {card.asks_accuracy:.1%}")
    for point in (*card.risk, card.lenient, card.strict):
        tell(f"  asks_now >= {point.threshold:.3f}: nothing {point.passed:.1%}, commands {point.kept:.1%}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.acts", description=__doc__)
    parser.add_argument("--strangers", type=Path, help="JSONL rows of {text, act, does, hand, part}")
    parser.add_argument("--home-slots", type=Path, help="JSONL rows of {text, intent, slots, source}")
    parser.add_argument("--routing", type=Path, help="JSONL rows of {text, label, intent, source}")
    parser.add_argument("--out", type=Path, default=PACKAGE, help="folder for the weights")
    parser.add_argument("--card", type=Path, default=CARD, help="file for the score card")
    parser.add_argument("--sentences", type=int, default=32_000, help="how many sentences to draw")
    parser.add_argument("--written-every", type=int, default=1, metavar="N", help="only each Nth written one")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--decay", type=float, default=5e-5)
    parser.add_argument("--validate", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--seed", type=int, default=11)
    return parser.parse_args()


if __name__ == "__main__":
    main()
