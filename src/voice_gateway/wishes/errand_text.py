"""The text form of errands: what is done to timers, reminders, alarms, lists, routines and plans.

timer 9m pasta              remind 20:00 take the bins out     list shopping add milk, eggs
timer pasta left            remind daily 21:00 my tablets      list shopping remove milk
timer pasta +1m             alarm weekdays 06:45               list shopping read
cancel timer pasta          cancel last                        routine good night: off lights; lock doors
move last +1h               skip last                          list shopping read milk
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from voice_gateway.times import At, NotATime, Span, When, read_span, read_when, write_span, write_when
from voice_gateway.times.when import For, Until
from voice_gateway.wishes.errors import NotAWish
from voice_gateway.wishes.tree import Errand
from voice_gateway.wishes.words import Deed, Thing

_SIGNS = re.compile(r";|: ")
"""What would end an errand."""

_TOKEN = re.compile(r'"[^"]*"|[^\s"]+')
_ITEM = re.compile(r'\s*("[^"]*"|[^,]+?)\s*(?:,|$)')
_LAST: Final = "last"
_MOVED = re.compile(r"([+-])(\S+)")
_SAID: Final = {Thing.REMINDER: "remind"}
_AT_THE_END: Final = frozenset({Deed.LEFT, Deed.PAUSE, Deed.RESUME})
_ON_LISTS: Final = frozenset({Deed.ADD, Deed.REMOVE, Deed.READ, Deed.CLEAR, Deed.DROP})
_LONGEST_TIME: Final = 3
"""Words of a time: "daily 07:00", "in 10m"."""


def read_errand(text: str) -> Errand:
    """The errand that a text stands for, which begins with one of `ERRANDS`."""
    first, *tokens = _TOKEN.findall(text)
    return _READERS[first](tokens)


def write_errand(errand: Errand) -> str:
    """The text for an errand; a name that could be misread is put in quotes."""
    plain = _spelled(errand)
    try:
        if not _SIGNS.search(plain) and read_errand(plain) == errand:
            return plain
    except NotAWish:
        pass
    items = tuple(f'"{item}"' for item in errand.items)
    return _spelled(replace(errand, name=f'"{errand.name}"' if errand.name else "", items=items))


def _timer(tokens: list[str]) -> Errand:
    if tokens and tokens[-1] in _AT_THE_END:
        return Errand(Thing.TIMER, Deed(tokens.pop()), _name(tokens))
    if tokens and (moved := _moved(tokens[-1])):
        return Errand(Thing.TIMER, Deed.MOVE, _name(tokens[:-1]), span=moved[0], sooner=moved[1])
    span = _span(tokens[0]) if tokens else None
    return Errand(Thing.TIMER, Deed.SET, _name(tokens[1:] if span else tokens), span=span)


def _remind(tokens: list[str]) -> Errand:
    when, rest = _time(tokens)
    return Errand(Thing.REMINDER, Deed.SET, _name(rest), when=when)


def _alarm(tokens: list[str]) -> Errand:
    when, rest = _time(tokens)
    return Errand(Thing.ALARM, Deed.SET, _name(rest), when=when)


def _list(tokens: list[str]) -> Errand:
    at = next((at for at, token in enumerate(tokens) if token in _ON_LISTS), None)
    if at is None:
        raise NotAWish(f"“list {' '.join(tokens)}” says not what.", fix="Write: list shopping add milk, eggs")
    deed, rest = Deed(tokens[at]), " ".join(tokens[at + 1 :])
    items = tuple(item.strip('"') for item in _ITEM.findall(rest) if item.strip('" '))
    if items and deed not in (Deed.ADD, Deed.REMOVE, Deed.READ):
        raise NotAWish(f"“list … {deed} {rest}” cannot be done.", fix="Write: list shopping add milk, eggs")
    name = _name(tokens[:at])
    return Errand(Thing.LIST, deed, "" if name == "list" else name, items)


def _cancel(tokens: list[str]) -> Errand:
    things = {thing.value: thing for thing in Thing if thing not in (Thing.PLAN, Thing.LIST)}
    thing = things.get(tokens[0]) if tokens else None
    return Errand(thing or Thing.PLAN, Deed.CANCEL, _name(tokens[1:] if thing else tokens))


def _move(tokens: list[str]) -> Errand:
    if tokens and (moved := _moved(tokens[-1])):
        return Errand(Thing.PLAN, Deed.MOVE, _name(tokens[:-1]), span=moved[0], sooner=moved[1])
    if tokens == [_LAST]:
        return Errand(Thing.PLAN, Deed.MOVE, _LAST)  # to what time is asked
    for words in range(min(_LONGEST_TIME, len(tokens)), 0, -1):
        if when := _when(" ".join(tokens[-words:])):
            return Errand(Thing.PLAN, Deed.MOVE, _name(tokens[:-words]), when=when)
    raise NotAWish(
        f"“move {' '.join(tokens)}” says not when.", fix="Write: move last 21:00, or: move last +1h"
    )


def _skip(tokens: list[str]) -> Errand:
    for words in range(min(_LONGEST_TIME, len(tokens)), 0, -1):
        if when := _when(" ".join(tokens[-words:])):
            return Errand(Thing.PLAN, Deed.SKIP, _name(tokens[:-words]), when=when)
    return Errand(Thing.PLAN, Deed.SKIP, _name(tokens))


_READERS: Final[dict[str, Callable[[list[str]], Errand]]] = {
    "timer": _timer, "remind": _remind, "alarm": _alarm, "list": _list, "cancel": _cancel, "move": _move,
    "skip": _skip,
}  # fmt: skip
ERRANDS: Final = frozenset(_READERS)
"""The words that errands begin with, but for routines, which have steps of their own."""


def _name(tokens: list[str]) -> str:
    return " ".join(token.strip('"') for token in tokens)


def _moved(token: str) -> tuple[Span, bool] | None:
    match = _MOVED.fullmatch(token)
    span = _span(match[2]) if match else None
    return (span, match[1] == "-") if match and span else None


def _span(token: str) -> Span | None:
    try:
        return read_span(token)
    except NotATime:
        return None


def _time(tokens: list[str]) -> tuple[When | None, list[str]]:
    """The time at the beginning, and the rest."""
    for words in range(min(_LONGEST_TIME, len(tokens)), 0, -1):
        if when := _when(" ".join(tokens[:words])):
            return when, tokens[words:]
    return None, tokens


def _when(text: str) -> When | None:
    """A time of a plan; a clock alone is the next such time."""
    for said in (f"at {text}", text):
        try:
            when = read_when(said)
        except NotATime:
            continue
        return None if isinstance(when, For | Until) else when
    return None


def _spelled(errand: Errand) -> str:
    return " ".join(word for word in _words(errand) if word)


def _words(errand: Errand) -> Iterator[str]:
    thing, deed, name = errand.thing, errand.deed, errand.name
    moved = f"{'-' if errand.sooner else '+'}{write_span(errand.span)}" if errand.span else ""
    when = write_when(errand.when) if errand.when else ""
    if isinstance(errand.when, At):
        when = when.removeprefix("at ")
    if deed is Deed.CANCEL:
        yield from ("cancel", "" if thing is Thing.PLAN else thing, name)
    elif thing is Thing.PLAN:
        yield from (deed, name, when or moved)
    elif thing is Thing.LIST:
        yield from ("list", name, deed, ", ".join(errand.items))
    elif deed is Deed.MOVE or deed in _AT_THE_END:
        yield from (thing, name, moved if deed is Deed.MOVE else deed)
    else:
        yield from (_SAID.get(thing, thing), moved.removeprefix("+"), when, name)
