"""The one text form of wishes. Reading what was written gives the same tree; so does writing what was read.

    on kitchen light                      level lounge lamp +20
    off lights except bedroom light       temp bedroom 70f
    in 10m: off hall light                if back door unlocked: on shed light
    ask count lights on                   on kettle for 5m
    when front door opens: on hall light  timer 9m pasta
    planned                               why hall light

What is asked for besides, at another time, stands behind “also”: `on fan; also in 10m: off fan`. A name
that could be misread (it ends in a number, or has a sign of the language in it) is put in quotes.
"""

import re
from typing import Final

from voice_gateway.times import For, NotATime, Until, When, read_when, write_when
from voice_gateway.wishes.errand_text import ERRANDS, read_errand, write_errand
from voice_gateway.wishes.errors import NotAWish
from voice_gateway.wishes.fact_text import (
    CONDITIONS,
    EVENTS,
    read_condition,
    read_event,
    write_condition,
    write_event,
)
from voice_gateway.wishes.part_text import ASK, BARE, read_named, write_named
from voice_gateway.wishes.tree import NOTHING, Errand, Event, Part, Wish
from voice_gateway.wishes.words import Deed, Thing, Verb

LONGEST: Final = 1200
MOST_PARTS: Final = 12

_NONE, _ROUTINE = "none", "routine"
FIRST_WORDS: Final = frozenset({_NONE, _ROUTINE, ASK, *BARE, *ERRANDS, *Verb})
"""What a part of a wish can begin with."""

_OUTSIDE_QUOTES = r'(?=(?:[^"]*"[^"]*")*[^"]*$)'
_ALSO = re.compile(r"\s*;\s*also\s+" + _OUTSIDE_QUOTES)


def read_wish(text: str) -> Wish:
    """The wish that a line stands for. Raises `NotAWish` with what is wrong."""
    if len(text) > LONGEST:
        raise NotAWish(f"That is too long for a wish, which has at most {LONGEST} characters.")
    line = " ".join(text.split())
    if not line or line == _NONE:
        return NOTHING
    heads, body = _heads(line)
    # A routine keeps its steps to itself, semicolons and all.
    whole = body.startswith(f"{_ROUTINE} ")
    also = ""
    if not whole:
        body, _, also = _ALSO.sub("\n", body, count=1).partition("\n")
    when, only_if = None, None
    for head in heads:
        first = head.split(" ", 1)[0]
        if first in CONDITIONS:
            only_if = read_condition(head)
        else:
            when = read_head(head)
    pieces = [body] if whole else re.split(r"\s*;\s*" + _OUTSIDE_QUOTES, body)
    if len(pieces) > MOST_PARTS:
        raise NotAWish(f"There are {len(pieces)} steps; at most {MOST_PARTS} go into one wish.")
    parts = tuple(_part(piece) for piece in pieces if piece)
    return Wish(parts, when, only_if, read_wish(also) if also else None)


def write_wish(wish: Wish) -> str:
    """The line for a wish."""
    if not wish.parts:
        return _NONE
    heads = [write_head(wish.when)] if wish.when else []
    heads += [write_condition(wish.only_if)] if wish.only_if else []
    line = ": ".join([*heads, "; ".join(_written_part(part) for part in wish.parts)])
    return f"{line}; also {write_wish(wish.also)}" if wish.also else line


def read_head(head: str) -> When | Event:
    """When something is to be done: what stands before the colon."""
    if head.split(" ", 1)[0] in EVENTS:
        return read_event(head)
    try:
        when = read_when(head)
    except NotATime as error:
        raise NotAWish(error.message, fix=error.fix) from None
    if isinstance(when, For | Until):
        raise NotAWish(f"“{head}” says how long, and not when.", fix="Write: on kettle for 5m")
    return when


def write_head(when: When | Event) -> str:
    return write_event(when) if isinstance(when, Event) else write_when(when)


def _heads(line: str) -> tuple[list[str], str]:
    """What stands before colons (those of times and of `routine good night:` are none), and the rest."""
    pieces = re.split(r":\s+" + _OUTSIDE_QUOTES, line)
    heads: list[str] = []
    while len(pieces) > 1 and pieces[0].split(" ", 1)[0].rstrip(";") not in _STARTS:
        heads.append(pieces.pop(0))
    return heads, ": ".join(pieces)


_STARTS: Final = frozenset({*Verb, *ERRANDS, *BARE, ASK, _ROUTINE})


def _part(piece: str) -> Part:
    first, _, rest = piece.partition(" ")
    if first == _ROUTINE:
        return _routine(rest)
    if first in ERRANDS:
        return read_errand(piece)
    if first in _STARTS:
        return read_named(piece)
    from difflib import get_close_matches

    near = get_close_matches(first, _STARTS, n=1)
    raise NotAWish(f"“{first}” is no verb.", fix=f"Did you mean “{near[0]}”?" if near else None)


def _routine(rest: str) -> Errand:
    name, colon, steps = rest.partition(": ")
    if not colon or not name:
        raise NotAWish(
            "A routine has a name and steps.", fix="Write: routine good night: off lights; lock doors"
        )
    return Errand(Thing.ROUTINE, Deed.SET, name.strip('"'), does=read_wish(steps))


def _written_part(part: Part) -> str:
    if not isinstance(part, Errand):
        return write_named(part)
    return f"{_ROUTINE} {part.name}: {write_wish(part.does)}" if part.does else write_errand(part)
