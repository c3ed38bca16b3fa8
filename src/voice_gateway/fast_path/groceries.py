"""Tells things on a list apart where nobody hears a comma: "rye bread butter tea bags"."""

from functools import cache
from typing import Final

from voice_gateway import languages

_LONGEST: Final = 4
"""Words of one thing."""


def told_apart(words: str) -> list[str]:
    """The things that the words name one after another; all as one where they are not all known."""
    said = words.split()
    found: list[str] = []
    at = 0
    while at < len(said):
        end = _thing_end(said, at)
        if end is None:
            return [words]
        found.append(" ".join(said[at:end]))
        at = end
    return found


def is_bought(words: str) -> bool:
    """Whether it is one of the things that people buy."""
    said = words.split()
    return bool(said) and _thing_end(said, 0) == len(said)


def _thing_end(said: list[str], at: int) -> int | None:
    """Where the thing ends that begins here."""
    words = _words()
    for end in range(min(at + _LONGEST, len(said)), at + 1, -1):
        if _singular("-".join(said[at:end])) in words["things"]:
            return end
    head = at
    while head < len(said) - 1 and said[head] in words["before"]:
        following = _singular(said[head + 1])
        if following in words["heads"]:
            return head + 2
        known = _singular(said[head]) in words["things"]
        if known or not (following in words["things"] or said[head + 1] in words["before"]):
            break
        head += 1
    if _singular(said[head]) not in words["things"]:
        return None
    with_head = head + 1 < len(said) and _singular(said[head + 1]) in words["heads"]
    return head + 2 if with_head else head + 1


def _singular(word: str) -> str:
    things = _words()["things"] | _words()["heads"]
    for ending, instead in (("ies", "y"), ("ves", "f"), ("oes", "o"), ("es", ""), ("s", "")):
        if word not in things and word.endswith(ending) and word.removesuffix(ending) + instead in things:
            return word.removesuffix(ending) + instead
    return word


@cache
def _words() -> dict[str, frozenset[str]]:
    sections = languages.sections("fast_path/groceries")
    return {name: frozenset(" ".join(lines).split()) for name, lines in sections.items()}
