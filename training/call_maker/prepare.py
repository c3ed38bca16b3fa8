"""Writes what is taught and what is tested to a folder, as compressed JSON lines."""

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from training.call_maker import corpus
from training.call_maker.draw import Examples
from training.call_maker.example import Example, codes_line
from training.call_maker.homes import InventedHome
from voice_gateway.call_maker.prompt import device_names
from voice_gateway.devices import Device, device_from_table

LISTED = 1_200
"""Of how many examples there is a twin that shows the names of the home."""

TRAIN, TEST, HOMES = "train.jsonl.gz", "test.jsonl.gz", "homes.jsonl.gz"


def prepare(folder: Path, count: int, tested: int, seed: int, public: Path | None) -> tuple[int, int]:
    """Draw, and write. Returns how many examples are taught and how many are tested."""
    folder.mkdir(parents=True, exist_ok=True)
    taught = Examples(seed).draw(count)
    trials = Examples(seed + 1, held_out=True)
    test = [_plain(each) for each in trials.draw(tested)]
    test += [_listed(each, trials.homes[each.home]) for each in test[:LISTED] if each.home is not None]
    harder = Examples(seed + 2, held_out=True, new_phrasing=True)
    test += [_moved(_plain(each), len(trials.homes)) for each in harder.draw(tested)]
    homes = trials.homes + harder.homes
    if public:
        taught += corpus.lessons(public, seed)
        test += corpus.trials(public)
    write_lines(folder / TRAIN, (example.as_json() for example in taught))
    write_lines(folder / TEST, (example.as_json() for example in test))
    write_lines(folder / HOMES, ([device.as_table() for device in home.devices] for home in homes))
    return len(taught), len(test)


def _plain(example: Example) -> Example:
    """The same prompt without the names of the home."""
    return Example(**{**vars(example), "system": example.system.split("\nDevices:")[0]})


def _moved(example: Example, homes: int) -> Example:
    """An example of the harder half, whose homes come after the others."""
    home = None if example.home is None else example.home + homes
    return Example(**{**vars(example), "kind": f"new {example.kind}", "home": home})


def _listed(example: Example, home: InventedHome) -> Example:
    line = example.system + codes_line((), 0, device_names(home.devices)).removeprefix("Codes: ")
    return Example(**{**vars(example), "system": line, "kind": f"listed {example.kind}"})


def read_homes(folder: Path) -> list[tuple[Device, ...]]:
    return [tuple(device_from_table(table) for table in home) for home in read_lines(folder / HOMES)]


def write_lines(path: Path, rows: Iterable[Any]) -> None:
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def read_lines(path: Path) -> list[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]
