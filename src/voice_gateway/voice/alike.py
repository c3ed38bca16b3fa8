"""Sentences that sound like what was heard, made of names and words that this home knows."""

import heapq
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from voice_gateway.saying import capitalised
from voice_gateway.voice.sounds import apart, sound_of

LONGEST = 4
"""Words that are taken for one name at most."""

NEAR = 0.4
"""Sounds that may differ, as a share of those of the name."""

NEAR_WORD = 0.34
"""The same for a word of the language, of which there are many more."""

NEAR_FREELY = 0.5
"""The same for both, where somebody has listened who can tell which of them it was."""

A_WORD = 0.5
"""What it costs to take a word that is known for another, beside the sounds that differ."""

LEFT_OUT = 1.0
"""What it costs to leave out a word at either end, which may be somebody else's."""

MOST = 40
"""Sentences that are kept while one is looked through."""

_WORD = re.compile(r"[\w'’]+(?:[.:]\d+)?%?")


@dataclass(frozen=True, order=True)
class Guess:
    """A sentence that may have been said, and how many of its sounds were heard otherwise."""

    apart: float
    text: str = field(compare=False)


class Lexicon:
    """What may be said here: names of the home, and words in which it is commanded."""

    def __init__(self, names: Collection[str], words: Iterable[str]) -> None:
        self._names = {plain(name): sound_of(plain(name)) for name in names}
        parts = {word for name in self._names for word in name.split()}
        self._words = {word: sound_of(word) for word in {*words, *parts} if len(word) > 1}
        self._words = {word: sound for word, sound in self._words.items() if sound}
        self._spelled = {plain(name): name for name in names if name != name.lower()}

    def knows(self, word: str) -> bool:
        return word in self._words or any(character.isdigit() for character in word)

    def written(self, text: str) -> list[str]:
        """The ways in which a transcriber would write it: as a sentence, with and without capital names."""
        plain = _as_sentence(text.lower())
        for name, spelled in self._spelled.items():
            if name in plain.lower():
                return [plain, _as_sentence(re.sub(rf"\b{re.escape(name)}\b", spelled, text.lower()))]
        return [plain]

    def guesses(self, heard: str, *, freely: bool = False) -> list[Guess]:
        """What may have been said, the nearest first; what was heard itself is not among it.

        Freely, words that are known may have been others as well, and those at the ends none of ours.
        """
        said = [word.lower() for word in _WORD.findall(heard.replace("’", "'"))]
        kept: list[list[Guess]] = [[] for _ in range(len(said) + 1)]
        kept[0] = [Guess(0.0, "")]
        for start in range(len(said)):
            for end in range(start + 1, min(len(said), start + LONGEST) + 1):
                for far, words in self._meant(said[start:end], freely=freely):
                    kept[end] += [Guess(so.apart + far, f"{so.text} {words}") for so in kept[start]]
            for end in range(start + 1, min(len(said), start + LONGEST) + 1):
                kept[end] = _nearest(kept[end])
        as_heard = " ".join(said)
        whole = [Guess(each.apart, each.text.strip()) for each in kept[-1]]
        if freely:
            whole += _without_ends(said)
        return [each for each in whole if each.text and each.text != as_heard]

    def _meant(self, stretch: Sequence[str], *, freely: bool) -> Iterator[tuple[float, str]]:
        words = " ".join(stretch)
        if len(stretch) == 1:
            yield 0.0, words
        if words in self._names and not freely:
            return  # it is a name already
        sound = "".join(sound_of(word) for word in stretch)
        for name, sounds in self._names.items():
            far = apart(sound, sounds)
            if name != words and far <= (NEAR_FREELY if freely else NEAR) * len(sounds):
                yield far, name
        if len(stretch) == 1 and self.knows(words):
            yield from ((1.0, word) for word in self._forms(words))
        known = all(map(self.knows, stretch))
        if len(stretch) > 2 or (known and not freely):
            return  # what is a word of the language was meant
        for word, sounds in self._words.items():
            far = apart(sound, sounds)
            if word != words and far <= (NEAR_FREELY if freely else NEAR_WORD) * max(3, len(sounds)):
                yield far + (A_WORD if known else 0), word

    def _forms(self, word: str) -> Iterator[str]:
        """The same word with another ending, which is the first thing that gets lost: "turned", "lock"."""
        for ending in ("ed", "d", "s", "ing"):
            if (longer := f"{word}{ending}") in self._words:
                yield longer
            if (shorter := word.removesuffix(ending)) != word and shorter in self._words:
                yield shorter


def _without_ends(said: Sequence[str]) -> Iterator[Guess]:
    """What is left when words before and behind it are somebody else's."""
    for before in range(len(said) - 1):
        for behind in range(len(said) - before - 1):
            if before or behind:
                kept = said[before : len(said) - behind]
                yield Guess(LEFT_OUT * (before + behind), " ".join(kept))


def _as_sentence(text: str) -> str:
    bare = text.strip(" .")
    return capitalised(bare) + ("" if bare.endswith(("?", "!")) else ".")


def _nearest(guesses: Iterable[Guess]) -> list[Guess]:
    best: dict[str, Guess] = {}
    for guess in guesses:
        if guess.text not in best or guess < best[guess.text]:
            best[guess.text] = guess
    return heapq.nsmallest(MOST, best.values())


def plain(name: str) -> str:
    """The words alone, however they are written."""
    return " ".join(_WORD.findall(name.lower().replace("’", "'")))
