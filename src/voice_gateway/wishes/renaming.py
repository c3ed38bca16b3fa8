"""A wish with other names in it, wherever they stand."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from voice_gateway.wishes.tree import Condition, Errand, Event, Part, Step, Target, Value, Wish

Rename = Callable[[str], str]
_Time = TypeVar("_Time")


def renamed(wish: Wish, rename: Rename) -> Wish:
    """The same wish, each of its names and texts as `rename` has it."""
    return wish.each_group(
        lambda group: replace(
            group,
            parts=tuple(_part(part, rename) for part in group.parts),
            when=_awaited(group.when, rename),
            only_if=group.only_if and _fact(group.only_if, rename),
        )
    )


def _part(part: Part, rename: Rename) -> Part:
    if not isinstance(part, Errand):
        target = Target(rename(part.target.name), tuple(rename(each) for each in part.target.but))
        if isinstance(part, Step):
            ends, value = _awaited(part.lasting, rename), _value(part.value, rename)
            return replace(part, target=target, words=rename(part.words), value=value, lasting=ends)
        return replace(part, target=target)
    return replace(
        part,
        name=rename(part.name),
        items=tuple(rename(item) for item in part.items),
        does=part.does and renamed(part.does, rename),
    )


def _value(value: Value | None, rename: Rename) -> Value | None:
    """ "Put the telly on the games console": what is chosen may be a name, too."""
    if value is None or not value.word:
        return value
    return replace(value, word=rename(value.word.replace("-", " ")).replace(" ", "-"))


def _awaited(time: _Time, rename: Rename) -> _Time | Event:
    return replace(time, fact=_fact(time.fact, rename)) if isinstance(time, Event) else time


def _fact(fact: Condition, rename: Rename) -> Condition:
    return replace(fact, about=rename(fact.about))
