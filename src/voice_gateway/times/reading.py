"""Finds the time in a sentence, and cuts the sentence into what and when.

Words become pieces, level by level, as the language's patterns say: lengths, days, hours, and at last what is
said with them. Pieces that stand together, in any order, are one moment.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial

from voice_gateway.times.clock_words import clock
from voice_gateway.times.day_words import day, days, nth, part, weekdays
from voice_gateway.times.gathering import gathered
from voice_gateway.times.language import Language, language
from voice_gateway.times.meaning import Meant, ended, meant
from voice_gateway.times.rewriting import Fit, Meaning, fits, rewrite
from voice_gateway.times.span_words import length
from voice_gateway.times.tokens import Token, tokens
from voice_gateway.times.when import At, Every, For, Often, Span, Until, When

_MARKS = " ,.;:!?"


@dataclass(frozen=True, slots=True)
class Taken:
    """A sentence without its times, and those times."""

    what: str
    when: When | None = None
    lasting: For | Until | None = None
    length: Span | None = None
    """A length that neither delays nor ends anything: "a ten minute timer"."""

    supposed: bool = False
    """Whether the hour was not said: "tomorrow" is taken for nine o'clock."""

    unknown: bool = False
    """A time is said that no plan can be made of."""

    beyond: bool = False
    """It is a time that no plan can have: "every other week", and not only "later"."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sentence speaks of a time."""

    start: int
    end: int
    time: When | Span | None
    """A length alone ("a ten minute timer") is a `Span`. None: a time is said that no plan can be made of."""

    past: bool = False


@dataclass(frozen=True, slots=True)
class _Spot:
    meant: Meant
    start: int
    end: int


def find_times(words: str, now: datetime) -> list[Place]:
    """Every time that a sentence speaks of, where it does, the past as well."""
    return [
        Place(spot.start, spot.end, spot.meant.time, spot.meant.past) for spot in _all_spots(words, now, "")
    ]


def take_times(words: str, now: datetime) -> Taken:
    """All times of a sentence taken out of it: "at six turn on the heater for two hours"."""
    spots = list(_spots(words, now))
    starts = [spot for spot in spots if _rank(spot) == 1]
    ends = [spot for spot in spots if _rank(spot) == 2]
    lengths = [spot for spot in spots if _rank(spot) == 3]
    taken = [*starts[:1], *ends[:1], *lengths[:1]]
    when = starts[0].meant if starts else None
    often = [spot for spot in starts if isinstance(spot.meant.time, Often)]
    hours = [
        spot.meant.time for spot in starts if isinstance(spot.meant.time, At) and not spot.meant.supposed
    ]
    if len(starts) == 2 and often and hours and isinstance(often[0].meant.time, Often):
        # "Every two hours, starting at eight".
        when, taken = Meant(Often(often[0].meant.time.span, hours[0].clock)), [*taken, starts[1]]
    elif len(starts) == 2 and (both := _together(words, starts, now)):
        when, taken = both, [*taken, starts[1]]
    when = ended(when, ends[0].meant) if when and ends and isinstance(ends[0].meant.time, Until) else when
    lasting = when.ends if when and when.ends else ends[0].meant.time if ends else None
    return Taken(
        _without(words, taken),
        when.time if when and not isinstance(when.time, Span) else None,
        lasting if isinstance(lasting, For | Until) else None,
        next((spot.meant.time for spot in lengths if isinstance(spot.meant.time, Span)), None),
        supposed=any(spot.meant.supposed for spot in taken)
        if len(starts) < 2
        else bool(when and when.supposed),
        unknown=any(spot.meant.time is None for spot in spots),
        beyond=any(spot.meant.time is None and not spot.meant.vague for spot in spots),
    )


def _together(words: str, spots: list[_Spot], now: datetime) -> Meant | None:
    """A day at one end of the sentence and the hour at the other: "tomorrow turn on the tree at seven"."""
    # By itself, "by eleven" may as well be an amount.
    said = " ".join(
        words[spot.start : spot.end].replace("by ", "at ", 1)
        for spot in sorted(spots, key=lambda one: not one.meant.supposed)
    )
    found = list(_spots(said, now, words))
    whole = len(found) == 1 and isinstance(found[0].meant.time, At | Every) and not found[0].meant.supposed
    return found[0].meant if whole else None


def _without(words: str, spots: list[_Spot]) -> str:
    pieces, at = [], 0
    for spot in sorted(spots, key=lambda one: one.start):
        pieces.append(words[at : spot.start])
        at = spot.end
    pieces.append(words[at:])
    left = ""
    for piece in (each.strip() for each in pieces):
        # A comma beside a time still tells apart what stands around it.
        apart = " , " if left.endswith(",") or piece.startswith(",") else " "
        left = apart.join(part for part in (left.strip(_MARKS), piece.lstrip(_MARKS)) if part)
    return left.strip(_MARKS)


def _rank(spot: _Spot) -> int:
    match spot.meant.time:
        case None:
            return 4 if spot.meant.vague else 0
        case For() | Until():
            return 2
        case Span():
            return 3
    return 1


def _spots(sentence: str, now: datetime, spoken: str = "") -> Iterator[_Spot]:
    """Every time of a sentence that is not past; `spoken` is more that was said."""
    return (spot for spot in _all_spots(sentence, now, spoken) if not spot.meant.past)


@lru_cache(maxsize=256)
def _all_spots(sentence: str, now: datetime, spoken: str) -> tuple[_Spot, ...]:
    """A sentence is looked at by one reader after another, each of which asks for its times."""
    return tuple(_each_spot(sentence, now, spoken))


def _each_spot(sentence: str, now: datetime, spoken: str) -> Iterator[_Spot]:
    english = language()
    words = tokens(sentence, english)
    said = frozenset(word.text for word in (tokens(spoken, english) if spoken else words))
    pieces = _pieces(words, now, english)
    at = 0
    while at < len(pieces):
        for end, _, meaning, values in fits(pieces, at, english.sections[-1]):
            found = meant(Fit(meaning, values, pieces[at:end], pieces[:at], pieces[end:], english), now, said)
            if found is not None:
                yield _Spot(found, pieces[at].start, pieces[end - 1].end)
                at = end
                break
        else:
            at += 1


def _pieces(words: list[Token], now: datetime, english: Language) -> list[Token]:
    meanings: dict[str, Meaning] = {
        "span": length,
        "list": weekdays,
        "nth": nth,
        "day": partial(day, today=now.date()),
        "days": days,
        "part": part,
        "clock": clock,
    }
    for section in english.sections[:-1]:
        words = rewrite(words, section, meanings, english)
    return gathered(words, english)
