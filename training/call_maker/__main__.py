"""Draw the data, train, and score: `python -m training.call_maker all --public FILE`.

`draw` and `score` need the gateway; `train` needs a machine with torch, preferably with a GPU.
"""

import argparse
import subprocess
import sys
from pathlib import Path

FOLDER = Path("build/call_maker")


def main() -> None:
    options = _options()
    if options.step in ("draw", "all"):
        from training.call_maker.prepare import Shares, prepare

        shares = Shares(options.count, options.pattern, options.each, options.tested)
        taught, tested = prepare(options.data, shares, options.seed, options.public, options.home)
        _tell(f"{taught} examples to learn from and {tested} to be tested on are in {options.data}")
    if options.step in ("train", "all"):
        from voice_gateway.engine.models import packaged_model

        model = options.model or (found.path if (found := packaged_model()) else None)
        command = [
            options.python,
            "-m",
            "training.call_maker.train",
            "--model",
            str(model),
            "--data",
            str(options.data),
        ]
        subprocess.run([*command, "--out", str(options.out)], check=True)
    if options.step in ("score", "all"):
        from training.call_maker.score import score_card

        _tell(score_card(options.data, options.out, options.card))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.call_maker", description=__doc__)
    parser.add_argument("step", choices=("draw", "train", "score", "all"))
    parser.add_argument("--data", type=Path, default=FOLDER / "data")
    parser.add_argument("--out", type=Path, default=FOLDER / "trained")
    parser.add_argument("--card", type=Path, default=Path(__file__).parent / "scorecard.json")
    parser.add_argument("--public", type=Path, help="JSONL rows of {text, label, intent, source}")
    parser.add_argument("--home", type=Path, help="JSONL rows of {text, intent, slots, source}")
    parser.add_argument("--count", type=int, default=48_000, help="how many examples to draw from templates")
    parser.add_argument("--pattern", type=int, default=8, help="how often a sentence with slots is taught")
    parser.add_argument("--each", type=int, default=10, help="how often a person's sentence is taught")
    parser.add_argument("--tested", type=int, default=2_000, help="how many drawn examples to test on")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--model", type=Path, help="another GGUF than the packaged one")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has torch")
    return parser.parse_args()


def _tell(message: str) -> None:
    print(message, flush=True)


if __name__ == "__main__":
    main()
