"""Holds the times of a wish against those of its sentence, for who may have misread them, as a model may."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from voice_gateway.fast_path.groups import AS_BEFORE, ends_within, own_times
from voice_gateway.fast_path.second_thoughts import as_finally_meant
from voice_gateway.fast_path.tidy import tidy
from voice_gateway.fast_path.timed import Timed
from voice_gateway.times import (
    After,
    At,
    Clock,
    Every,
    For,
    Location,
    Past,
    Place,
    Span,
    SunUnknown,
    Taken,
    Until,
    When,
    due,
    find_times,
    take_times,
)
from voice_gateway.wishes import Deed, Event, Thing, Wish

_CUT_OFF = re.compile(r"\b(?:at|until|till|every)[ .…]*$")
"""Who ends so has not said when."""
_EARLIEST = 5 * 60
_HALF = re.compile(
    r"\b(?:[ap]\.?m\b|morning|afternoon|evening|night|tonight|noon|midnight|dawn|dusk|(?:1[3-9]|2[0-3]|0\d)[:.]?\d\d)"
)
"""Words that tell the half of the day."""
_ELSE = re.compile(r"\b(?:otherwise|or else|if not|else)\b")
"""What is said for the other case must not be lost."""


def with_the_times_said(wish: Wish, sentence: str, now: datetime) -> Wish:
    """The wish at the time that the sentence says, where it says one and the wish is for another.

    A time that was only supposed, as the evening of "tonight", gives way to one that is told more exactly.
    """
    said = _taken(wish, sentence, now)
    if wish.also or said.unknown or any(_starts(place) for place in find_times(said.what, now)):
        return wish
    if isinstance(said.when, At) and len(wish.parts) == 1 and _skips_the_next(wish):
        wish = replace(wish, parts=(replace(wish.errands[0], when=said.when),))
    if said.when and not said.supposed:
        if wish.when and not isinstance(wish.when, Event):
            wish = replace(wish, when=said.when)
        if len(timed := [errand for errand in wish.errands if errand.when]) == 1:
            parts = (replace(part, when=said.when) if part in timed else part for part in wish.parts)
            wish = replace(wish, parts=tuple(parts))
    if said.lasting and len({step.lasting for step in wish.steps}) == 1 and wish.steps[0].lasting:
        lasting = (replace(part, lasting=said.lasting) for part in wish.steps)
        wish = replace(wish, parts=tuple(lasting)) if len(wish.steps) == len(wish.parts) else wish
    return wish


def _taken(wish: Wish, sentence: str, now: datetime) -> Taken:
    """The times of the sentence; "seven", which may be either, in the half of the day that the wish has.

    Few want anything before five in the morning, so that who writes that has rather misread it.
    """
    said = take_times(as_finally_meant(tidy(sentence), now), now)
    whens = [*_whens(wish)]
    if len(whens) == 1 and not _HALF.search(sentence.lower()) and _is_other_half(whens[0], said.when):
        return replace(said, when=whens[0])
    return said


def _is_other_half(one: When, other: When | None) -> bool:
    """Whether both are the same but for twelve hours."""
    if not isinstance(one, At | Every) or not isinstance(other, At | Every) or one.clock.sun:
        return False
    if one.clock.minute < _EARLIEST:
        return False
    later = Clock((one.clock.minute + 720) % 1440)
    return replace(one, clock=later) == other


def _skips_the_next(wish: Wish) -> bool:
    """Whether it leaves out what comes next, whenever that is."""
    return any(errand.deed is Deed.SKIP and errand.when is None for errand in wish.errands)


def keeps_the_times(wish: Wish, sentence: str, now: datetime, location: Location) -> bool:
    """Whether it has the times that the sentence says, and no others."""
    said = _taken(wish, sentence, now)
    alone = bool(wish.when) and not wish.also
    if (
        _is_cut_off(wish, sentence)
        or _comes_too_soon(wish, sentence, now)
        or (alone and (_begins_now(sentence, now) or _ELSE.search(sentence.lower())))
    ):
        return False
    if wish.when and not wish.also and any(_starts(place) for place in find_times(said.what, now)):
        return False
    whens, ends, spans = list(_whens(wish)), list(_ends(wish)), list(_spans(wish))
    if said.unknown and (whens or ends or wish.acts):
        return False
    if whens or (said.when and not (ends or spans)):
        moments = {_moment(when, now, location) for when in whens}
        if said.when is None or moments != {_moment(said.when, now, location)}:
            return False
    if (ends or said.lasting) and not spans and {said.lasting} != {*ends}:
        return False
    told = {said.length, *(each.span for each in (said.lasting, said.when) if isinstance(each, For | After))}
    return all(span in told for span in spans)


def at_no_such_time(wish: Wish, sentence: str, now: datetime) -> bool:
    """Whether it has a time where the sentence says one that no plan can be made of: "every other week",
    or ends by the clock where something else ends it: "until they are back"."""
    timed = [*_whens(wish), *(end for end in _ends(wish) if isinstance(end, Until))]
    return bool(timed) and _taken(wish, sentence, now).beyond


def _is_cut_off(wish: Wish, sentence: str) -> bool:
    """Whether something would be done of which it was just going to be said when."""
    return wish.acts and bool(_CUT_OFF.search(sentence.lower()))


def _comes_too_soon(wish: Wish, sentence: str, now: datetime) -> bool:
    """Whether what comes only after something else would be done with it: "for ten minutes, and then …"."""
    if wish.also or len(wish.steps) < 2:
        return False
    within = ends_within(Timed(tidy(sentence), now))
    return any(then and not AS_BEFORE.fullmatch(second) for _, second, then in within)


def _begins_now(sentence: str, now: datetime) -> bool:
    """Whether only the second of two things has a time: "kill the TV, and in ten minutes the lamp"."""
    said = Timed(tidy(sentence), now)
    first, second = next(own_times(said), ("", ""))
    return bool(first and second) and len(first.split()) > 1 and not find_times(first, now)


def _starts(place: Place) -> bool:
    return not place.past and isinstance(place.time, At | Every | After)


def _whens(wish: Wish) -> Iterator[When]:
    for group in wish.groups:
        if group.when and not isinstance(group.when, Event):
            yield group.when
        yield from (errand.when for errand in group.errands if errand.when)


def _ends(wish: Wish) -> Iterator[For | Until]:
    for group in wish.groups:
        yield from (step.lasting for step in group.steps if isinstance(step.lasting, For | Until))


def _spans(wish: Wish) -> Iterator[Span]:
    """How long timers run; by how much one is moved is no time of its own."""
    for errand in wish.errands:
        if errand.thing is Thing.TIMER and errand.deed is Deed.SET and errand.span:
            yield errand.span


def _moment(when: When, now: datetime, location: Location) -> object:
    """Two ways to name the same moment are the same; what is repeated is compared as it is."""
    if not isinstance(when, At):
        return when
    try:
        return due(when, now, location)
    except (Past, SunUnknown):
        return when
