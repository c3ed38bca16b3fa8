"""Have the sentences spoken: `python -m training.ears.speak hibari --count 12000`.

Each engine speaks other sentences, from `--first` on; the work is shared among processes.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from training.ears.clips import write_clips
from training.ears.speakers import ENGINES
from training.progress import tell

_A_FILE = 250
"""Sentences in one file; what is spoken so far stays when it is ended."""


def speak(engine: str, said: Sequence[tuple[int, str]], out: Path, until: float) -> int:
    """One file of sentences, as far as there is time."""
    first = said[0][0]
    speaker = ENGINES[engine](Random(first))

    def spoken() -> Iterator[tuple[int, NDArray[np.float32]]]:
        for number, text in said:
            if monotonic() > until:
                return
            yield number, speaker(text)

    return write_clips(out / f"{engine}-{first:06d}.npz", spoken())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.ears.speak", description=__doc__)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--sayings", type=Path, default=Path("build/ears/sayings.jsonl"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=1e9, help="when to end at the latest")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/ears/clips"))
    options = parser.parse_args()
    lines = options.sayings.read_text(encoding="utf-8").splitlines()
    numbers = range(options.first, min(len(lines), options.first + options.count))
    said = [(number, json.loads(lines[number])["say"]) for number in numbers]
    until = monotonic() + options.seconds
    parts = [said[begin : begin + _A_FILE] for begin in range(0, len(said), _A_FILE)]
    with ProcessPoolExecutor(options.processes) as pool:
        tasks = [pool.submit(speak, options.engine, part, options.out, until) for part in parts]
        for done, task in enumerate(tasks, start=1):
            tell(f"{done} of {len(tasks)} files: {task.result()} sentences")


if __name__ == "__main__":
    main()
