"""Names in sentences: one by one, and by the words in them that count."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from voice_gateway.amounts import in_digits
from voice_gateway.devices import Kind
from voice_gateway.devices.kinds import ALL_NOUNS, NOUNS
from voice_gateway.devices.words import FILLERS, QUANTIFIERS, roots, words

_AND: Final = re.compile(r"\s*(?:,|;|\band\b|\bplus\b)\s*(?:the\s+)?")
_SMALL: Final = (
    (FILLERS - {"me"}) | QUANTIFIERS | {"and", "or", "by", "over", "under", "near", "some", "here"}
)
"""Words that only put a name together: articles, whose it is, where, how many."""

_ONCE_MORE: Final = frozenset({"all", "both", "each", "them", "everything", "all of them", "both of them"})
"""Words that say once more of things that were named that all are meant: "the doors, both"."""

OPENED: Final = frozenset({"window", "gate", "skylight", "vent", "hatch", "flap", "velux", "screen"})
"""What is opened and closed, and no word for a kind of device in itself."""

_PLAYED: Final = frozenset({"sonos", "echo", "wireless"})
THINGS: Final = ALL_NOUNS | OPENED
"""Every word that says of a name what it is the name of."""


def each_target(name: str, is_place: Callable[[str], bool] = lambda _: True) -> list[str]:
    """The things that one target names; a place without a noun of its own takes that of the last.

    Where nobody knows the places, every name without a noun may be one.
    """
    names = [each for each in _AND.split(name) if each]
    if len(named := [each for each in names if each not in _ONCE_MORE]) < 2:
        return named or [name]
    names = named
    noun = next((word for word in reversed(names[-1].split()) if {*roots(word)} & THINGS), "")
    bare = (bool(noun) and not {*roots(each)} & THINGS and is_place(each) for each in names)
    return [f"{each} {noun}" if takes else each for each, takes in zip(names, bare, strict=True)]


@lru_cache(maxsize=4096)
def content(*texts: str) -> frozenset[str]:
    """The words that count: singular, in lower case, numbers in digits."""
    said = in_digits(" ".join(texts).lower())
    return frozenset(word.root for word in words(said) if word.root not in _SMALL)


def kind_of(name: str) -> Kind:
    """What is called so; a plug where the name does not tell."""
    for word in reversed(roots(name)):
        if word in OPENED:
            return Kind.COVER
        if word in _PLAYED:
            return Kind.MEDIA_PLAYER
        if word == "door":
            return Kind.GARAGE_DOOR if "garage" in roots(name) else Kind.LOCK
        kinds = [kind for kind, nouns in NOUNS.items() if word in nouns and kind is not Kind.LIGHT]
        if kinds:
            return kinds[0]
    return Kind.SWITCH
