"""What takes the place of something that waits: "wake me at half past six instead"."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from voice_gateway.fast_path.context import Context
from voice_gateway.times import At, Every, When
from voice_gateway.wishes import Deed, Errand, Thing, Wish
from voice_gateway.wishes.agreement import has_verbs

_INSTEAD: Final = re.compile(r"\binstead\b(?! of\b)")
_KEPT: Final = frozenset({Thing.ALARM, Thing.REMINDER, Thing.TIMER})


def in_its_place(wish: Wish, sentence: str, context: Context) -> Wish:
    """The wish, and before it the end of what was planned last and what it is wanted in the place of."""
    if not _INSTEAD.search(sentence.lower()) or wish.also or len(wish.parts) != 1:
        return wish
    errand = wish.errands[0] if wish.errands else None
    if errand and errand.deed is Deed.SET and errand.thing in _KEPT:
        old = next(_set_before(errand.thing, context), None)
        anew = replace(errand, when=_on_its_days(errand.when, old.when)) if old else errand
        return Wish((Errand(errand.thing, Deed.CANCEL, "last"),), also=Wish((anew,))) if old else wish
    last = context.made_last
    if wish.steps and wish.when and last and last.when and last.steps:
        return Wish((Errand(Thing.PLAN, Deed.CANCEL, "last"),), also=wish)
    return wish


def what_is_new(wish: Wish) -> Wish:
    """What is asked for, without what is given up for it."""
    added = tuple(errand for errand in wish.errands if errand.deed is Deed.ADD)
    if added and all(
        one.deed in (Deed.ADD, Deed.REMOVE) and one.items == added[0].items for one in wish.errands
    ):
        return replace(wish, parts=added)  # what is moved to another list is added to it
    gives_up = all(errand.deed is Deed.CANCEL for errand in wish.errands)
    return wish.also if wish.also and gives_up and len(wish.errands) == len(wish.parts) else wish


def only_asks(wish: Wish) -> bool:
    """Whether nothing comes of it but a question back: when, how long, what."""
    return len(wish.parts) == 1 and any(errand.is_open for errand in wish.errands) and not wish.also


def says_the_same(wish: Wish, verbs: Collection[str]) -> bool:
    """Whether another reader, who read these verbs, reads no other wish; what only asks back does no harm."""
    return not verbs or only_asks(wish) or has_verbs(wish, verbs) or has_verbs(what_is_new(wish), verbs)


def _set_before(thing: Thing, context: Context) -> Iterator[Errand]:
    """What was set of this kind in the last sentences, the latest first."""
    for wish in reversed(context.recent):
        for group in wish.groups:
            yield from (one for one in group.errands if one.thing is thing and one.deed is Deed.SET)


def _on_its_days(when: When | None, was: When | None) -> When | None:
    """What was repeated goes on being repeated, unless another day is said; without a time, it is the old."""
    if when is None:
        return was
    if isinstance(was, Every) and isinstance(when, At) and not when.day:
        return Every(when.clock, was.days)
    return when
