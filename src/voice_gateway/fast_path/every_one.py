"""Gives a name back the "every" that stands before it in the sentence, which who wrote it down left out."""

import re
from dataclasses import replace
from typing import Final

from voice_gateway.devices import Matched, Resolver, Unknown
from voice_gateway.devices.words import FILLERS, words
from voice_gateway.number_words import ONES
from voice_gateway.wishes import Step, Wish
from voice_gateway.wishes.actions import action_of

_EVERY: Final = frozenset({"every", "each", "all", "both"})
_COUNTED: Final = {"both": 2, **{word: number for number, word in enumerate(ONES[:11]) if number > 1}}
_SINGLE: Final = frozenset({"single", "last"})
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
        counts = _counts_before(words(name)[-1].root, sentence, resolver)
    meant = resolver.resolve(f"all {name}", action=action, room=room)
    fits = isinstance(meant, Matched) and any(each in (None, len(meant.devices)) for each in counts)
    return replace(step, target=replace(step.target, name=f"all {name}")) if fits else step


def _counts_before(noun: str, sentence: str, resolver: Resolver) -> list[int | None]:
    """For each time that all of a noun are meant: how many there must be, where that is said.

    What stands between is part of a name: "every day close the blind" means one of them.
    """
    said = re.findall(r"[\w'’]+|,", sentence.lower())
    found: list[int | None] = []
    for at, word in enumerate(said):
        if noun not in {each.root for each in words(word)}:
            continue
        for before in reversed(said[max(0, at - _NEAR) : at]):
            if before in _EVERY or before in _COUNTED:
                found.append(_COUNTED.get(before))
            elif not {each.root for each in words(before)} & (
                FILLERS | _SINGLE | resolver.index.by_word.keys()
            ):
                break
    return found
