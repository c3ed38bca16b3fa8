"""Draw sentences with their wishes, or score what is written: `python -m training.call_maker draw`."""

import argparse
import asyncio
from pathlib import Path

from training.call_maker.check import from_people, from_test, score_card
from training.call_maker.prepare import Shares, prepare

FOLDER = Path("build/call_maker")


def main() -> None:
    options = _options()
    if options.step == "draw":
        shares = Shares(
            options.count, options.pattern, options.each, options.tested, options.newest, options.others
        )
        taught, tested = prepare(options.data, shares, options.seed, options.public, options.home)
        print(f"{taught} examples to learn from and {tested} to be tested on are in {options.data}")
        return
    rows = from_people(options.people) if options.people else from_test(options.data)
    card = asyncio.run(score_card(rows, misses=options.misses))
    if not options.people:
        options.card.write_text(card + "\n", encoding="utf-8")
    print(card)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.call_maker", description=__doc__)
    parser.add_argument("step", choices=("draw", "score"))
    parser.add_argument("--data", type=Path, default=FOLDER / "data")
    parser.add_argument("--card", type=Path, default=Path(__file__).parent / "scorecard.json")
    parser.add_argument("--public", type=Path, help="JSONL rows of {text, label, intent, source}")
    parser.add_argument("--home", type=Path, help="JSONL rows of {text, intent, slots, source}")
    parser.add_argument("--count", type=int, default=48_000, help="how many examples to draw from templates")
    parser.add_argument("--pattern", type=int, default=8, help="how often a sentence with slots is taught")
    parser.add_argument("--each", type=int, default=5, help="how often a person's sentence is taught")
    parser.add_argument("--tested", type=int, default=2_000, help="how many drawn examples to test on")
    parser.add_argument(
        "--newest", type=int, default=0, help="only people's last sentences, for a pen that knows the others"
    )
    parser.add_argument("--others", type=int, default=60_000, help="with `--newest`: so many of all others")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--people", type=Path, help="sentences with their wishes, instead of the test")
    parser.add_argument("--misses", action="store_true", help="print what was written wrongly")
    return parser.parse_args()


if __name__ == "__main__":
    main()
