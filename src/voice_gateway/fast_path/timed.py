"""A sentence and the times in it, as the readers of errands look at it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from voice_gateway.fast_path.effort import spend
from voice_gateway.fast_path.second_thoughts import as_finally_meant
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.template import templates
from voice_gateway.fast_path.wanted import without_you
from voice_gateway.times import (
    After,
    At,
    Clock,
    Every,
    For,
    Often,
    Place,
    Span,
    Sun,
    Taken,
    Until,
    When,
    find_times,
    take_times,
)

SPAN: Final = "§"
"""Stands for a length in a sentence."""

Known = Callable[[str], bool]
"""Whether something in the home is called so."""

_LONG: Final = (Span, After, For, Until, Every, Often)
_ARTICLES = re.compile(r"^(?:(?:the|my|our|a|an|that|this|your|some)\s+)+")
_HALF = re.compile(
    r"\b(?:[ap]m|morning|afternoon|evening|night|tonight|noon|midnight|midday|1[3-9]:\d\d|2\d:\d\d|0\d:\d\d)\b"
)
"""Words that say which half of the day it is."""

_FROM_NOW_ON = re.compile(
    r"\bfrom (?:now|today|tonight) on(?:wards?)?(?: always)?\b|\balways\b(?! (?:when|if))"
)
_NOON: Final = 12 * 60
_SO = re.compile(r"(?: ,)? (?:so|i mean|that is|i e|like)? ?,? ?$")
_UNITLESS = re.compile(
    r"\b(?P<more>another|an extra|extra) (?P<number>[\w-]+)(?= (?:on|to|onto)\b| more\b|$)"
)
_NUMBER_WORDS = re.compile(
    r"\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty"
)


@dataclass(frozen=True)
class Timed:
    """What was said, tidied, and when."""

    text: str
    now: datetime

    @cached_property
    def places(self) -> list[Place]:
        spend(self.text)
        return find_times(self.text, self.now)

    @cached_property
    def taken(self) -> Taken:
        spend(self.text)
        return take_times(self.text, self.now)

    @cached_property
    def what(self) -> str:
        """The sentence without its times."""
        return without_you(without_politeness(self.taken.what.strip(" ,")))

    @cached_property
    def when(self) -> When | None:
        return self.taken.when

    @cached_property
    def span(self) -> Span | None:
        """How long something is, however it is said."""
        lasting = self.taken.lasting
        return self.taken.length or (lasting.span if isinstance(lasting, For) else None)

    @cached_property
    def is_clear(self) -> bool:
        """Whether no time is left over that was not understood, or said besides."""
        rest = find_times(self.what, self.now)
        return not self.taken.unknown and not any(_is_time(place) for place in (*rest, *self._past()))

    def _past(self) -> Iterator[Place]:
        return (place for place in self.places if place.past)

    @property
    def speaks_of_time(self) -> bool:
        return any(_is_time(place) for place in self.places)

    @property
    def delays(self) -> bool:
        """Whether it says how long something is put off or lasts, or how often it comes."""
        return any(isinstance(place.time, _LONG) and not place.past for place in self.places)

    @cached_property
    def marked(self) -> tuple[str, Span | None]:
        """The sentence with a sign for its one length; minutes where a number alone says how much more."""
        text = _UNITLESS.sub(_in_minutes, self.text).replace(" earlier", " sooner")  # not in the past
        for place in find_times(text, self.now):
            span = place.time.span if isinstance(place.time, For) else place.time
            if isinstance(span, Span):
                more = " more" if " more " in text[place.start : place.end] else ""
                marked = f"{text[: place.start]}{SPAN}{more}{text[place.end :]}"
                return without_politeness(" ".join(marked.split())), span
        return without_politeness(text), None

    def matches(self, name: str, *, marked: bool = False) -> Iterator[tuple[str, dict[str, str]]]:
        """Every template of a file that fits, as what it means and its slots."""
        text = self.marked[0] if marked else self.what
        for template in templates(name):
            if (slots := template.match(text)) is not None:
                yield template.meaning, slots


def timed(text: str, now: datetime) -> Timed:
    """What was said, without a time that was only said once more: "on working days, so Monday to Friday"."""
    text = as_finally_meant(_every_day(text, now), now)
    said = Timed(text, now)
    for at, place in enumerate(said.places):
        if place.time is not None and any(place.time == before.time for before in said.places[:at]):
            before = _SO.sub("", text[: place.start])
            return timed(f"{before} {text[place.end :].lstrip(' ,')}".strip(" ,"), now)
    return said


def _every_day(text: str, now: datetime) -> str:
    """ "From now on … at ten" is every day at ten."""
    match = _FROM_NOW_ON.search(text)
    clocks = (place.time for place in find_times(text, now) if isinstance(place.time, At)) if match else ()
    if match is None or not any(not clock.day for clock in clocks):
        return text
    return f"{text[: match.start()]}every day{text[match.end() :]}"


def says_half(text: str) -> bool:
    """Whether the words say which half of the day it is."""
    return bool(_HALF.search(text))


def in_the_half_meant(clock: Clock, text: str, old: Clock, *, behind: bool = False) -> Clock:
    """Where no half of the day is said, the hour that is nearer to another, or comes next `behind` it."""
    if behind and old.sun is Sun.SUNSET:
        old = Clock(_NOON + _NOON // 2)
    if clock.sun or old.sun or _HALF.search(text):
        return clock
    halves = (clock.minute % _NOON, clock.minute % _NOON + _NOON)
    if behind:
        return Clock(min(halves, key=lambda minute: (minute - old.minute) % (2 * _NOON)))
    return Clock(min(halves, key=lambda minute: abs(minute - old.minute)))


def named(words: str) -> str:
    """A name as it is kept: without the articles before it."""
    return _ARTICLES.sub("", words.strip(" ,'")).strip(" ,'")


def _is_time(place: Place) -> bool:
    return not isinstance(place.time, Span | For | Until) or place.past


def _in_minutes(match: re.Match[str]) -> str:
    number = match["number"]
    return f"{number} minutes" if _NUMBER_WORDS.fullmatch(number) else match[0]
