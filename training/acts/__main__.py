"""Write the lesson of the reader of speech acts: `python -m training.acts --strangers FILE`."""

import argparse
from pathlib import Path

from training.acts.lesson import Sources, taught, write_lesson
from training.progress import tell


def main() -> None:
    options = _options()
    files = (options.strangers, options.home_slots, options.routing)
    sources = Sources(*files, options.sentences, options.written_every, options.seed)
    tell("drawing sentences")
    tell(f"{write_lesson(options.out, taught(sources))} sentences in {options.out}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.acts", description=__doc__)
    parser.add_argument("--strangers", type=Path, help="JSONL rows of {text, act, does, hand, part}")
    parser.add_argument("--home-slots", type=Path, help="JSONL rows of {text, intent, slots, source}")
    parser.add_argument("--routing", type=Path, help="JSONL rows of {text, label, intent, source}")
    parser.add_argument("--out", type=Path, default=Path("build/acts/lesson.jsonl.gz"))
    parser.add_argument("--sentences", type=int, default=32_000, help="how many sentences to draw")
    parser.add_argument("--written-every", type=int, default=1, metavar="N", help="only each Nth written one")
    parser.add_argument("--seed", type=int, default=11)
    return parser.parse_args()


if __name__ == "__main__":
    main()
