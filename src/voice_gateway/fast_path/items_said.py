"""Holds what is put on a list or waited for against the sentence: nothing is, that nobody has spoken of."""

import re
from collections.abc import Iterator

from voice_gateway.devices.words import roots
from voice_gateway.fast_path.list_items import is_a_deed, is_for_deeds
from voice_gateway.wishes import Deed, Errand, Thing, Wish

_STEM = 4
"""So many letters of a word tell what it is about: "rains", "raining"."""

_IT = frozenset({"it", "that", "them", "those"})
_DENIALS = frozenset({"no", "not", "nope", "yes", "yeah"})
"""What answers, and stands on no list."""

_AT_LARGE = frozenset(
    {"outside", "temperature", "home", "house", "nobody", "everyone", "everybody", "somebody"}
)


def items_are_told(wish: Wish, said: str) -> bool:
    """Whether nothing is put on a list that is only a part of its name ("start a packing list"), that tells
    what to do with it ("remove the coffee"), or that the sentence denies ("not bread, we have bread")."""
    for errand in _adding(wish):
        if not is_for_deeds(errand.name) and any(is_a_deed(item) for item in errand.items):
            return False
        if _DENIALS & {*errand.items}:
            return False
        if any(_is_denied(item, said) for item in errand.items):
            return False
        beside = f" {said} ".replace(f" {errand.name} list ", " ")
        if errand.name in errand.items and f" {errand.name} " not in beside:
            return False
    return True


def _is_denied(item: str, said: str) -> bool:
    never = rf"(?:\bnot|n't (?:want|need|put|add|buy|get))(?: any| the| more)? {re.escape(item)}\b"
    return bool(re.search(never, said))


def items_are_named(wish: Wish, sentence: str, last: Wish | None = None) -> bool:
    """Whether everything that is put on a list is spoken of: "it" is what was to be remembered just before,
    and else may be something else."""
    said = {*roots(sentence.lower())}
    if last and _IT & {*sentence.lower().split()}:
        said |= {root for errand in last.errands for root in roots(" ".join((errand.name, *errand.items)))}
    items = (item for errand in _adding(wish) for item in errand.items)
    return all({*roots(item)} & said for item in items if roots(item))


def facts_are_said(wish: Wish, sentence: str, last: Wish | None = None) -> bool:
    """Whether every condition and event is about something that was spoken of, or about home and weather at
    large: none is taken over from what was said before, but of what takes the place of that."""
    known = {fact for group in last.groups for fact in group.facts} if last and _replaces(wish) else set()
    said = {word[:_STEM] for word in roots(sentence.lower())}
    about = (
        {*roots(fact.about)}
        for group in wish.groups
        for fact in group.facts
        if fact.about and fact not in known
    )
    return all(words & _AT_LARGE or {word[:_STEM] for word in words} & said for words in about)


def _replaces(wish: Wish) -> bool:
    """Whether it gives up what was planned last for something else."""
    return bool(wish.also) and wish.parts == (Errand(Thing.PLAN, Deed.CANCEL, "last"),)


def _adding(wish: Wish) -> Iterator[Errand]:
    return (errand for errand in wish.errands if errand.deed is Deed.ADD)
