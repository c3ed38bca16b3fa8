"""Make what `training.call_maker draw` has drawn ready for the network: `python -m training.reader`."""

import argparse
from pathlib import Path

from training.call_maker.example import example_from_json
from training.call_maker.prepare import TRAIN, read_lines
from training.progress import tell
from training.reader.wishes import lessons
from training.reader.wishes_file import write_lessons
from voice_gateway.reader.pen import VOCABULARY
from voice_gateway.reader.sentence_model import PIECES, packaged
from voice_gateway.reader.word_pieces import read_pieces


def main() -> None:
    options = _options()
    examples = map(example_from_json, read_lines(options.data / TRAIN))
    onto: Path | None = options.onto
    taught = (onto / VOCABULARY).read_text(encoding="utf-8").splitlines() if onto else []
    known, found = lessons(examples, read_pieces(packaged() / PIECES), taught)
    write_lessons(options.out, known, found)
    tell(f"{len(found)} wishes, written with {len(known)} words, are in {options.out}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.reader", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("build/call_maker/data"))
    parser.add_argument("--onto", type=Path, help="folder of a pen that goes on learning, with its words")
    parser.add_argument("--out", type=Path, default=Path("build/reader/wishes.json.gz"))
    return parser.parse_args()


if __name__ == "__main__":
    main()
