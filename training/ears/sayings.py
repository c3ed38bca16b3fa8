"""What is said in homes, with names that are known there: `python -m training.ears.sayings`.

A line is `{"say": …, "names": […]}`; where there are names, the transcriber is given them as a hint.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, islice
from pathlib import Path
from random import Random
from string import capwords

from training.call_maker.home_wishes import HomeWishes
from training.call_maker.homes import invent_home
from training.call_maker.people import neighbours
from training.progress import tell
from voice_gateway.routing.wording import is_question

SAYINGS = Path("build/ears/sayings.jsonl")
_SHARES = {"home": 42, "people": 44, "public": 14}
_PER_HOME = 12
_LONGEST = 110
"""Letters of a sentence; nobody commands for longer than some seconds."""

_UNHINTED = 0.25
"""How often no names are given."""

_MOST_NAMES = 40
_SAYABLE = re.compile(r"[\w ,.'’?!:%°-]+")


@dataclass(frozen=True)
class Saying:
    """A sentence, and names that are known where it is said."""

    say: str
    names: tuple[str, ...] = ()


def sayings(random: Random, public: Path | None = None) -> Iterator[Saying]:
    """Without end."""
    sources = {"home": _at_home(random), "people": _of_people(random)}
    if public:
        sources["public"] = _of_the_public(public, random)
    weights = [_SHARES[name] for name in sources]
    while True:
        [source] = random.choices(list(sources.values()), weights)
        yield _hinted(next(source), random)


def written(text: str) -> str:
    """As a transcriber writes it: a sentence with its mark."""
    text = " ".join(text.replace("’", "'").split()).strip(" ,")
    text = re.sub(r"\bi\b", "I", text[:1].upper() + text[1:])
    text = re.sub(r"(?<=\d) percent\b", "%", text)
    return text if text[-1:] in ".?!" else f"{text}{'?' if is_question(text) else '.'}"


def _hinted(saying: Saying, random: Random) -> Saying:
    """Some of the names, in any order, and sometimes none."""
    if random.random() < _UNHINTED:
        return Saying(saying.say)
    said = [name for name in saying.names if name.lower() in saying.say.lower()]
    others = [name for name in saying.names if name not in said]
    names = [*said, *random.sample(others, min(len(others), random.randint(2, _MOST_NAMES)))]
    random.shuffle(names)
    return Saying(saying.say, tuple(names))


def _at_home(random: Random) -> Iterator[Saying]:
    """Commands, questions and talk in homes that are made up."""
    wishes = HomeWishes(random, new_phrasing=False)
    while True:
        home = invent_home(random, held_out=False)
        names = tuple(capwords(device.name) for device in home.devices)
        for _ in range(_PER_HOME):
            said = wishes.talk(home) if random.random() < 0.1 else wishes.wish(home)
            if said and len(said.text) <= _LONGEST:
                yield Saying(written(said.text), names)


def _of_people(random: Random) -> Iterator[Saying]:
    """Sentences of many writers, each in a home that has what it names."""
    rows = [row for row in neighbours() if not row.get("check") and _fits(row["text"])]
    while True:
        random.shuffle(rows)
        for row in rows:
            named = {capwords(str(step["target"])) for step in row["does"] if step.get("target")}
            home = invent_home(random, held_out=False)
            yield Saying(written(row["text"]), (*named, *(capwords(device.name) for device in home.devices)))


def _of_the_public(path: Path, random: Random) -> Iterator[Saying]:
    rows = [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
    texts: Sequence[str] = [text for text in rows if _fits(text)]
    while True:
        yield Saying(written(random.choice(texts)))


def _fits(text: str) -> bool:
    return 0 < len(text) <= _LONGEST and _SAYABLE.fullmatch(text) is not None


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.ears.sayings", description=__doc__)
    parser.add_argument("--count", type=int, default=24_000)
    parser.add_argument("--public", type=Path, help="JSONL rows with a `text`, of any subject")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--out", type=Path, default=SAYINGS)
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    drawn = islice(sayings(Random(options.seed), options.public), options.count)
    lines = chain.from_iterable((json.dumps(asdict(each), ensure_ascii=False), "\n") for each in drawn)
    options.out.write_text("".join(lines), encoding="utf-8")
    tell(f"{options.count} sentences are in {options.out}")


if __name__ == "__main__":
    main()
