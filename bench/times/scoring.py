"""Holds what was read against what was meant."""

import re
import statistics
import time
import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bench.times.readers import Reader, Reading
from voice_gateway.times import (
    After,
    At,
    Every,
    For,
    Location,
    NotATime,
    Often,
    Span,
    Until,
    When,
    due,
    read_span,
    read_when,
)

HOME = Location(ZoneInfo("Europe/Berlin"))
_NEAR = timedelta(minutes=1)


@dataclass(frozen=True)
class Phrase:
    sentence: str
    alone: str
    """The words of the time by themselves; empty where there is none."""

    now: datetime
    kind: str
    meant: Reading | None
    any_hour: bool = False

    def fits(self, found: Reading | None) -> bool:
        if self.meant is None or found is None:
            return found is self.meant
        if self.meant.again != found.again:
            return False
        if self.any_hour:
            return self.meant.moment.date() == found.moment.date()
        return abs(self.meant.moment - found.moment) < _NEAR

    def is_half_a_day_off(self, found: Reading | None) -> bool:
        if self.meant is None or found is None or self.meant.again != found.again or self.any_hour:
            return False
        return abs(abs(self.meant.moment - found.moment) - timedelta(hours=12)) < _NEAR


@dataclass(frozen=True)
class Score:
    right: int
    wrong: int
    nothing: int
    """Not understood."""

    other_half: int
    """Of the wrong ones, those that are only twelve hours off."""

    alone_right: int
    """With the words of the time cut out for the reader."""

    by_kind: dict[str, tuple[int, int]]
    """Right, and all, of each kind of time."""

    milliseconds: float
    size: tuple[int, str]

    @property
    def all(self) -> int:
        return self.right + self.wrong + self.nothing


def phrases(name: str) -> list[Phrase]:
    table = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))
    return [
        _phrase(said, meaning, group["now"].replace(tzinfo=HOME.zone))
        for group in table.values()
        for said, meaning in group["said"].items()
    ]


def score(reader: Reader, all_phrases: list[Phrase]) -> Score:
    _read(reader, all_phrases[0].sentence, all_phrases[0].now)  # what it loads is not counted
    found, spent = [], []
    for phrase in all_phrases:
        began = time.perf_counter()
        found.append((phrase, _read(reader, phrase.sentence, phrase.now)))
        spent.append(1000 * (time.perf_counter() - began))
    right = [phrase for phrase, reading in found if phrase.fits(reading)]
    nothing = sum(reading is None and not phrase.fits(reading) for phrase, reading in found)
    alone = [phrase for phrase in all_phrases if phrase.alone]
    kinds = sorted({phrase.kind for phrase in all_phrases})
    return Score(
        len(right),
        len(all_phrases) - len(right) - nothing,
        nothing,
        sum(phrase.is_half_a_day_off(reading) for phrase, reading in found),
        sum(phrase.fits(_read(reader, phrase.alone, phrase.now)) for phrase in alone),
        {kind: (_of(kind, right), _of(kind, all_phrases)) for kind in kinds},
        statistics.median(spent),
        reader.size,
    )


def _of(kind: str, some: list[Phrase]) -> int:
    return sum(phrase.kind == kind for phrase in some)


def _read(reader: Reader, text: str, now: datetime) -> Reading | None:
    """A library that breaks on a phrase has not understood it."""
    try:
        return reader.read(text, now)
    except Exception:
        return None


def _phrase(said: str, meaning: str, now: datetime) -> Phrase:
    cut = re.search(r"\[(.*)\]", said)
    alone = cut[1] if cut and meaning != "?" else ""
    sentence, any_hour = re.sub(r"[\[\]]", "", said), meaning.startswith("~")
    when = _when(meaning.removeprefix("~"))
    if when is None:
        return Phrase(sentence, alone, now, "no time", None)
    if isinstance(when, Span):
        return Phrase(sentence, alone, now, "how long", Reading(now + timedelta(seconds=when.seconds)))
    again = isinstance(when, Every | Often)
    return Phrase(sentence, alone, now, _kind(when), Reading(due(when, now, HOME), again), any_hour)


def _when(meaning: str) -> When | Span | None:
    if meaning in ("", "?"):
        return None
    try:
        return read_when(meaning)
    except NotATime:
        return read_span(meaning)


def _kind(when: When) -> str:
    match when:
        case Every() | Often():
            return "again"
        case After():
            return "in a while"
        case For() | Until():
            return "how long"
        case At(clock, day):
            return "sun" if clock.sun else "on a day" if day else "at an hour"
