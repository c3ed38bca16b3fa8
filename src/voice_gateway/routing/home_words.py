"""The names of the live home, and how they are found in a sentence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from voice_gateway.routing.lexicon import phrases
from voice_gateway.routing.wording import tokens


@dataclass(frozen=True)
class HomeWords:
    """What things are called in this home; when that changes, the router follows a new one."""

    devices: tuple[str, ...] = ()
    """Names of single devices: "Wobble", "reading lamp"."""

    rooms: tuple[str, ...] = ()
    """Names of rooms, floors and zones."""

    kinds: tuple[str, ...] = ()
    """What kinds of device are called here, beyond the usual English words."""


_Names = dict[str, list[tuple[tuple[str, ...], str]]]
"""Phrases and their class by their first word, the longest first."""


class Gazetteer:
    """Finds names in a sentence, the longest first; the home's own names go before the usual words."""

    def __init__(self, home: HomeWords) -> None:
        named = (("device", home.devices), ("room", home.rooms), ("kind", home.kinds))
        self._own = _by_first_word((phrase, name) for name, phrases in named for phrase in phrases)
        self._usual = _usual_names()

    def spans(self, words: Sequence[str]) -> list[tuple[str, int]]:
        """The sentence as steps of (class or "" for a plain word, number of words)."""
        steps: list[tuple[str, int]] = []
        here = 0
        while here < len(words):
            step = _longest(self._own, words, here) or _longest(self._usual, words, here) or ("", 1)
            steps.append(step)
            here += step[1]
        return steps


def _longest(names: _Names, words: Sequence[str], here: int) -> tuple[str, int] | None:
    for phrase, name in names.get(words[here], ()):
        length = len(phrase)
        if length == 1 or tuple(words[here : here + length]) == phrase:
            return name, length
    return None


def _by_first_word(named: Iterable[tuple[str, str]]) -> _Names:
    names: _Names = {}
    for phrase, name in named:
        words = tuple(tokens(phrase))
        if words:
            names.setdefault(words[0], []).append((words, f"@{name}"))
    for entries in names.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return names


@cache
def _usual_names() -> _Names:
    return _by_first_word(phrases())
