"""Holds what is put on a list against the sentence: nothing is, that nobody has spoken of."""

from collections.abc import Iterator

from voice_gateway.devices.words import roots
from voice_gateway.wishes import Deed, Errand, Wish


def items_are_told(wish: Wish, said: str) -> bool:
    """Whether nothing is put on a list that is only a part of its name: "start a packing list"."""
    for errand in _adding(wish):
        beside = f" {said} ".replace(f" {errand.name} list ", " ")
        if errand.name in errand.items and f" {errand.name} " not in beside:
            return False
    return True


def items_are_named(wish: Wish, sentence: str) -> bool:
    """Whether everything that is put on a list is spoken of: "it" may be something else."""
    said = {*roots(sentence.lower())}
    items = (item for errand in _adding(wish) for item in errand.items)
    return all({*roots(item)} & said for item in items if roots(item))


def _adding(wish: Wish) -> Iterator[Errand]:
    return (errand for errand in wish.errands if errand.deed is Deed.ADD)
