"""Writes what is taught and what is tested to a folder, as compressed JSON lines."""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from training.call_maker import corpus, slotted
from training.call_maker.draw import Examples
from training.call_maker.example import Example
from training.call_maker.patterns import Pattern, filled, own_patterns
from training.call_maker.people import Said, people_said, variants
from training.call_maker.slots import Slots
from voice_gateway.devices import Device, device_from_table

TRAIN, TEST, HOMES = "train.jsonl.gz", "test.jsonl.gz", "homes.jsonl.gz"
_HELD_OUT_OF = 25
"""One pattern of so many is only for testing."""


@dataclass(frozen=True)
class Shares:
    """How many examples are drawn from templates, and how often a person's own sentence is taught."""

    drawn: int = 48_000
    pattern: int = 8
    person: int = 5
    tested: int = 2_000
    newest: int = 0
    """Only so many of the last that people said, for a pen that knows those before them."""

    others: int = 60_000
    """So many of all else are taught again with the newest."""


def prepare(
    folder: Path, shares: Shares, seed: int, public: Path | None = None, home: Path | None = None
) -> tuple[int, int]:
    """Draw, and write. Returns how many examples are taught and how many are tested."""
    folder.mkdir(parents=True, exist_ok=True)
    newest = people_said()[-shares.newest :] if shares.newest else ()
    older = people_said()[: len(people_said()) - len(newest)]
    random = Random(seed + 3)
    slots = Slots(random, held_out=False)
    taught = Examples(seed).draw(shares.drawn)
    taught += [*_own(shares, slots, random), *_people(older, shares, slots, random)]
    trials = Examples(seed + 1, held_out=True)
    test = trials.draw(shares.tested)
    harder = Examples(seed + 2, held_out=True, new_phrasing=True)
    test += [_moved(each, len(trials.homes)) for each in harder.draw(shares.tested)]
    test += list(_checked(seed))
    if public:
        taught += corpus.lessons(public, seed)
        test += corpus.trials(public)
    if home:
        taught += slotted.lessons(home)
    if newest:
        taught = Random(seed).sample(taught, min(shares.others, len(taught)))
        taught += _people(newest, shares, slots, random)
    Random(seed).shuffle(taught)
    write_lines(folder / TRAIN, (example.as_json() for example in taught))
    write_lines(folder / TEST, (example.as_json() for example in test))
    homes = trials.homes + harder.homes
    write_lines(folder / HOMES, ([device.as_table() for device in each.devices] for each in homes))
    return len(taught), len(test)


def _own(shares: Shares, slots: Slots, random: Random) -> Iterator[Example]:
    """What was written with slots, each sentence several times with other names."""
    for pattern in own_patterns():
        if not _held_out(pattern):
            times = shares.pattern * (3 if pattern.wish == "none" else 1)
            times = times if pattern.slots else max(3, times // 3)
            yield from _distinct(filled(pattern, slots, random) for _ in range(times))


def _people(some: Sequence[Said], shares: Shares, slots: Slots, random: Random) -> Iterator[Example]:
    """What people said, each sentence several times with other names."""
    answers = [said.pattern.asked for said in people_said() if said.pattern.asked and not said.check]
    for said in some:
        if not said.check:
            times = shares.person * (2 if said.pattern.wish == "none" else 1)
            yield from variants(said.pattern, random, slots, times, answers)


def _checked(seed: int) -> Iterator[Example]:
    """People's sentences that were kept back, with names that were kept back."""
    random = Random(seed + 4)
    slots = Slots(random, held_out=True)
    for pattern in own_patterns():
        if _held_out(pattern) and (example := filled(pattern, slots, random)):
            yield replace(example, kind=f"held {pattern.kind}")
    for said in people_said():
        if said.check and (example := filled(said.pattern, slots, random)):
            yield replace(example, kind=example.kind.replace("people", "check"))


def _held_out(pattern: Pattern) -> bool:
    return zlib.crc32(pattern.say.encode()) % _HELD_OUT_OF == 0


def _distinct(examples: Iterable[Example | None]) -> Sequence[Example]:
    return [each for each in dict.fromkeys(examples) if each]


def _moved(example: Example, homes: int) -> Example:
    """An example of the harder half, whose homes come after the others."""
    home = None if example.home is None else example.home + homes
    return replace(example, kind=f"new {example.kind}", home=home)


def read_homes(folder: Path) -> list[tuple[Device, ...]]:
    return [tuple(device_from_table(table) for table in home) for home in read_lines(folder / HOMES)]


def write_lines(path: Path, rows: Iterable[Any]) -> None:
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def read_lines(path: Path) -> list[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]
