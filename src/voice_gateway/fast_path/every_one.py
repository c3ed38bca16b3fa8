"""Gives a name back the "every" that stands before it in the sentence, which who wrote it down left out."""

import re
from dataclasses import replace
from typing import Final

from voice_gateway.devices import Matched, Resolver, Unknown
from voice_gateway.devices.words import words
from voice_gateway.number_words import ONES
from voice_gateway.wishes import Step, Wish
from voice_gateway.wishes.actions import action_of

_EVERY: Final = frozenset({"every", "each", "all", "both"})
_COUNTED: Final = {"both": 2, **{word: number for number, word in enumerate(ONES[:11]) if number > 1}}
_NEAR: Final = 4
"""So many words may stand between the "every" and the noun: "all of the other lights"."""


def with_every_one(wish: Wish, sentence: str, resolver: Resolver, room: str = "") -> Wish:
    """ "Shut every blind", written as `close blind`, means all of those among which it would be asked."""
    parts = tuple(
        _whole(part, sentence, resolver, room) if isinstance(part, Step) else part for part in wish.parts
    )
    return wish if parts == wish.parts else replace(wish, parts=parts)


def _whole(step: Step, sentence: str, resolver: Resolver, room: str) -> Step:
    name, action = step.target.name, action_of(step)
    if not words(name) or action is None:
        return step
    found = resolver.resolve(replace(step.target, but=()).words, action=action, room=room)
    if isinstance(found, Matched):
        return step
    counts: list[int | None]
    count, _, rest = name.removeprefix("all ").partition(" ")
    number = next((word.root for word in words(count)), "")
    if isinstance(found, Unknown) and words(rest) and number.isdigit():
        name, counts = rest, [int(number)]  # "3 thermostats"
    else:
        counts = _counts_before(words(name)[-1].root, sentence)
    meant = resolver.resolve(f"all {name}", action=action, room=room)
    fits = isinstance(meant, Matched) and any(each in (None, len(meant.devices)) for each in counts)
    return replace(step, target=replace(step.target, name=f"all {name}")) if fits else step


def _counts_before(noun: str, sentence: str) -> list[int | None]:
    """For each time that all of a noun are meant: how many there must be, where that is said."""
    said = re.findall(r"[\w'’]+|,", sentence.lower())
    places = [
        at for at, word in enumerate(said) if word != "," and words(word)[:1] and words(word)[0].root == noun
    ]
    found: list[int | None] = []
    for at in places:
        before = said[max(0, at - _NEAR) : at]
        before = before[
            max((i + 1 for i, word in enumerate(before) if word in (",", "and", "but")), default=0) :
        ]
        counted = next((_COUNTED[word] for word in before if word in _COUNTED), None)
        if counted is not None or _EVERY & {*before}:
            found.append(counted)
    return found
