"""Pairs of sentences and wishes from evaluations in homes that judge nothing.

python -m training.call_maker.evaluated FILE… > training/call_maker/sentences/household.jsonl

A row is one of `voice-gateway eval home --json` with `earlier`, the sentences before, and `wishes`, a list of
`[sentence, by, line, confidence]` for all of its turns. It is taken where everything was done as it should be
and nothing else. Plain names become slots.
"""

import argparse
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from training.call_maker.patterns import Pattern
from training.call_maker.people import named, with_slots
from training.call_maker.resolved import read_or_none
from voice_gateway.call_maker.prompt import refers_back
from voice_gateway.wishes import write_wish

Row = Mapping[str, Any]
_FITTING: Final = frozenset({"done", "answered", "asked back"})
_LEFT_ALONE: Final = ("nothing", "no request")
_ASKS: Final = (
    "ten o'clock, only if",
    "is the saloon",
    "what time does the sun",
    "how long do you",
    "do the ",
)
"""What was not understood there, though it asks for something."""
_AGREED: Final = frozenset(
    {"yes", "yeah", "yep", "no", "ok", "okay", "sure", "please", "yes please", "go on"}
)


def pair_of(row: Row) -> Pattern | None:
    """The last sentence of a row with its wish, and the turn before where the sentence points back."""
    said = str(row["say"])
    if not row["done"] or row["wrong_changes"] or said.lower().strip(" .!?,") in _AGREED:
        return None
    turns = [(text, wish) for text, by, wish, _ in row["wishes"] if by != "routine"]
    at = max((at for at, (text, _) in enumerate(turns) if text == said), default=None)
    if at is None:
        silent = row["kind"].startswith(_LEFT_ALONE) and not any(wish[0] == said for wish in row["wishes"])
        return Pattern(said, "none") if silent and not said.lower().startswith(_ASKS) else None
    wish = read_or_none(turns[at][1])
    if row["outcome"] not in _FITTING or not wish or not wish.parts:
        return None
    before = turns[at - 1] if at and row["earlier"] and refers_back(said) else None
    heard = {*re.findall(r"[\w']+", f"{said} {before[0] if before else ''}".lower())}
    # What the home was needed for, nobody can know from the sentence.
    copied = all({*re.findall(r"[\w']+", name)} <= heard for name, _ in named(wish))
    return Pattern(said, write_wish(wish), before) if copied and " in the " not in turns[at][1] else None


def pairs(rows: list[Row]) -> Iterator[dict[str, Any]]:
    """One for each sentence, with slots for names."""
    found = {(each.say, each.before): each for row in rows if (each := pair_of(row))}
    for pattern in found.values():
        slotted = with_slots(pattern)
        told: dict[str, Any] = {"say": slotted.say, "wish": slotted.wish}
        if slotted.before:
            told["before"] = {"say": slotted.before[0], "wish": slotted.before[1]}
        yield told


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.call_maker.evaluated", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    rows = [row for path in parser.parse_args().files for row in json.loads(path.read_text("utf-8"))]
    for told in pairs(rows):
        print(json.dumps(told, ensure_ascii=False))


if __name__ == "__main__":
    main()
