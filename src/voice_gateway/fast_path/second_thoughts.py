"""Times that were said and put right in the same breath: "in ten, no, twenty minutes"."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from voice_gateway.fast_path.repairs import CHANGED_MIND
from voice_gateway.times import After, At, For, Place, Until, find_times, take_times, write_clock

_BARE: Final = re.compile(r"\b(?P<word>in|at|for|after|until|till|by) (?P<number>[\w:-]+)$")
_WORD: Final = re.compile(r"(?:in|at|for|after|until|till|by|every|on) ")
_NUMBER: Final = re.compile(r"(?:an? )?[\w:-]+")
_BECAUSE: Final = re.compile(
    r"^(?:it's|it is|that's|i've|i'm|we've|we're)(?: [\w']+){1,4} ,? ?make (?:it|that) "
)
"""Why it is changed, before what it becomes: "no wait, it's saturday, make it eight"."""
_UNIT: Final = re.compile(r"\b(?:seconds?|minutes?|mins?|hours?|days?)\b")
_KINDS: Final = {"in": After, "after": After, "at": At, "by": At, "for": For, "until": Until, "till": Until}


def as_finally_meant(text: str, now: datetime) -> str:
    """The sentence with only the last of its times, where one took another's place."""
    for turn in CHANGED_MIND.finditer(text):
        before, behind = text[: turn.start()], text[turn.end() :]
        if not before.strip() or (old := _old(before, now)) is None:
            continue
        for said in _readings(before[old.start : old.end], behind):
            new = next(iter(find_times(said, now)), None)
            if new and not new.start and isinstance(new.time, type(old.time)) and not new.past:
                rest = said[new.end :]
                if before[old.end :].strip() and rest.strip(" ,"):
                    continue  # something else is put right
                when = _with_its_hour(said[: new.end], old, now)
                meant = f"{before[: old.start]}{when}{before[old.end :]}{rest}"
                return as_finally_meant(meant, now)
    return text


def _with_its_hour(said: str, old: Place, now: datetime) -> str:
    """Another day is meant at the same hour, and another hour on the same day.

    "Tomorrow at noon, I mean on Tuesday"; "at seven tomorrow, no, eight".
    """
    if not isinstance(old.time, At):
        return said
    new = take_times(said, now)
    if new.supposed:
        return f"at {write_clock(old.time.clock)} {said}"
    keeps_day = old.time.day and isinstance(new.when, At) and not new.when.day
    return f"{said} {old.time.day}" if keeps_day else said


def _old(text: str, now: datetime) -> Place | None:
    """The last time that was said, be it only a number so far: "in ten"."""
    if bare := _BARE.search(text):
        kind, number = _KINDS[bare["word"]], bare["number"]
        trial = f"{bare['word']} {number}" + (" minutes" if kind in (After, For) else "")
        found = find_times(trial, now)
        if found and isinstance(found[0].time, kind) and found[0].end == len(trial):
            return Place(bare.start(), bare.end(), found[0].time)
    places = [place for place in find_times(text, now) if place.time is not None and not place.past]
    return places[-1] if places else None


def _readings(old: str, behind: str) -> Iterator[str]:
    """What stands behind the change of mind, with what it leaves out taken from the old time."""
    behind = _BECAUSE.sub("", behind)
    yield behind
    word = _WORD.match(old)
    lead = word[0] if word else ""
    bare = _WORD.sub("", behind)
    yield f"{lead}{bare}"
    if (unit := _UNIT.search(old)) and (number := _NUMBER.match(bare)):
        yield f"{lead}{number[0]} {unit[0]}{bare[number.end() :]}"
