"""The file of wishes as numbers: written where the gateway is, and read where a GPU is.

A wish is a row of choices, one for each of its words: numbers of words that are known, and, below nought,
places of words that were said (the first is -1). Where a word is both, each will do.
"""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Lesson(NamedTuple):
    """What is read, and what may be written at each place."""

    pieces: Sequence[int]
    places: Sequence[int]
    """The piece that each word begins with."""

    choices: Sequence[Sequence[int]]


def write_lessons(path: Path, words: Sequence[str], lessons: Sequence[Lesson]) -> None:
    """The words that are known, and all lessons."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        json.dump({"words": words, "lessons": lessons}, file, separators=(",", ":"))


def read_lessons(path: Path) -> tuple[list[str], list[Lesson]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        read: dict[str, Any] = json.load(file)
    return read["words"], [Lesson(*row) for row in read["lessons"]]
