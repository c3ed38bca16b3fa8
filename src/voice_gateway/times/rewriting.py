"""Makes pieces of words: what a pattern explains becomes one token, the longest first, from left to right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from voice_gateway.times.language import Language, Node
from voice_gateway.times.tokens import Token

_MOST_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Fit:
    """Words that a pattern explains, and what stands around them."""

    meaning: str
    values: list[Any]
    """Of the slots, in order."""

    words: list[Token]
    before: list[Token]
    """As far as it has been rewritten."""

    after: list[Token]
    language: Language

    def text_before(self) -> str:
        return self.before[-1].text if self.before else ""

    def text_after(self) -> str:
        return self.after[0].text if self.after else ""


Meaning = Callable[[Fit], object | None]
"""The value of a piece; None where it means nothing after all."""


def rewrite(
    words: list[Token], section: Node, meanings: Mapping[str, Meaning], language: Language
) -> list[Token]:
    """All that a section explains, made into pieces."""
    for _ in range(_MOST_ROUNDS):
        found = _once(words, section, meanings, language)
        if len(found) == len(words):
            return found
        words = found
    return words


def _once(
    words: list[Token], section: Node, meanings: Mapping[str, Meaning], language: Language
) -> list[Token]:
    done: list[Token] = []
    starts = section.next
    at = 0
    while at < len(words):
        if words[at].text not in starts and starts.keys().isdisjoint(words[at].slots):
            done.append(words[at])  # so it is nearly everywhere
            at += 1
            continue
        for end, kind, meaning, values in fits(words, at, section):
            fit = Fit(meaning, values, words[at:end], done, words[end:], language)
            if (value := meanings[kind](fit)) is not None:
                done.append(_piece(kind, value, fit.words))
                at = end
                break
        else:
            done.append(words[at])
            at += 1
    return done


def _piece(kind: str, value: object, words: list[Token]) -> Token:
    text = words[0].text if len(words) == 1 else " ".join(word.text for word in words)
    # One word goes on to be a word, so that "second" can be first a place in a row and then a length.
    slots = {**words[0].slots, f"<{kind}>": value} if len(words) == 1 else {f"<{kind}>": value}
    return Token(text, slots, words[0].start, words[-1].end)


def fits(words: list[Token], at: int, section: Node) -> list[tuple[int, str, str, list[Any]]]:
    """Every pattern that fits from here on: end, kind, meaning and values of its slots, longest first."""
    found: list[tuple[int, str, str, list[Any]]] = []
    open_ends: list[tuple[Node, int, list[Any]]] = [(section, at, [])]
    while open_ends:
        node, end, values = open_ends.pop()
        found += [(end, kind, meaning, values) for kind, meaning in node.meanings]
        if end == len(words):
            continue
        word = words[end]
        if (plain := node.next.get(word.text)) is not None:
            open_ends.append((plain, end + 1, values))
        for slot, value in word.slots.items():
            if (filled := node.next.get(slot)) is not None:
                open_ends.append((filled, end + 1, [*values, value]))
    found.sort(key=lambda one: -one[0])
    return found
