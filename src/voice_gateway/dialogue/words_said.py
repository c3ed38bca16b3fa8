"""An answer word by word: phrases of a kind, and what is left without them."""

import re
from collections.abc import Iterable

from voice_gateway.devices.words import words
from voice_gateway.dialogue.phrases import phrases


def folded(sentence: str) -> str:
    text = re.sub(r"\b(\w{1,3})-(?=\1)", "", sentence.lower().replace("’", "'"))  # a stutter
    text = re.sub(r"[^\w\s',]", " ", text)
    return without_phrases(f" {' '.join(text.replace(',', ' , ').split())} ", phrases("no refusal"))[0]


def is_only(said: str, kind: str) -> bool:
    """Whether the answer is of this kind and nothing else but politeness."""
    rest, found = without(said, kind)
    return bool(found) and not without(without(rest, "polite")[0], "choosing")[0].replace(",", " ").split()


def without(said: str, kind: str) -> tuple[str, int]:
    """The words without all phrases of a kind, and how many there were. The longest phrases go first."""
    return without_phrases(said, phrases(kind))


def without_phrases(said: str, some: Iterable[str]) -> tuple[str, int]:
    found = 0
    for phrase in some:
        if phrase not in said:
            continue
        pattern = re.compile(rf"(?<=[\s,]){re.escape(phrase)}(?=[\s,])")
        said, times = pattern.subn(" ", said)
        found += times
    return f" {' '.join(said.split())} ", found


def roots_of(text: str) -> frozenset[str]:
    return frozenset(word.root for word in words(text))
