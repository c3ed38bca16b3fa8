"""Cues: the few words by which a device is told something, wherever in a clause they stand."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from voice_gateway.fast_path.clauses import step_of
from voice_gateway.fast_path.template import to_regex, with_slots
from voice_gateway.wishes import Step, Verb


@dataclass(frozen=True)
class _Cue:
    """One line of the file: what it means, and the pieces by which it is told."""

    meaning: str
    pieces: tuple[re.Pattern[str], ...]

    def taken_out(self, text: str) -> tuple[dict[str, str], str] | None:
        """The slots of the pieces, and the text without them; None where one is missing."""
        slots: dict[str, str] = {}
        for piece in self.pieces:
            text = f" {text} "
            if (found := piece.search(text)) is None:
                return None
            slots |= {name: value.strip() for name, value in found.groupdict().items() if value}
            text = f"{text[: found.start()]} {text[found.end() :]}"
        return slots, " ".join(text.split())


def cued(text: str) -> Iterator[tuple[Step, str]]:
    """What the words of a clause may ask for, and the words that are left of it."""
    for cue in _read()[0]:
        if (taken := cue.taken_out(text)) is not None:
            slots, rest = taken
            yield step_of(cue.meaning, slots), rest


def without_fill(words: str, verb: Verb) -> tuple[str, ...]:
    """What may be a name of the words: with those that say nothing beside the verb, and without."""
    fill = _read()[1]
    kept = [word for word in words.split() if word not in fill[""]]
    shorter = [word for word in kept if word not in fill.get(verb.value, ())]
    return tuple(dict.fromkeys((" ".join(kept), " ".join(shorter))))


@cache
def _read() -> tuple[tuple[_Cue, ...], Mapping[str, frozenset[str]]]:
    """The lines of the file, and the words that say nothing beside each verb."""
    cues: list[_Cue] = []
    fill: dict[str, frozenset[str]] = {}
    for meaning, told, slots in with_slots("fast_path/words/cues"):
        if meaning.partition(" ")[0] == "fill":
            verb = meaning.removeprefix("fill").strip()
            fill[verb] = fill.get(verb, frozenset()) | {*told.split("|")}
        else:
            pieces = (re.compile(rf"(?<=\s)(?:{to_regex(piece, slots)})") for piece in told.split("&"))
            cues.append(_Cue(meaning, tuple(pieces)))
    return tuple(cues), fill
