"""Cuts a sentence into the pieces of words that the encoder knows."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

LONGEST = 96
"""What is longer is cut off: nobody asks for something in so many pieces."""

_START, _END, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
_LONGEST_WORD = 60
_UNSAID = re.compile(r"[^\w\s'%?.:-]+")
_WORDS = re.compile(r"[^\W_]+|[^\w\s]|_")


class WordPieces:
    """The pieces by their number, the longest first: "dimmers" is "dim", "##mers"."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers
        self.start, self.end = numbers[_START], numbers[_END]

    def cut(self, sentence: str) -> list[int]:
        """The numbers of all pieces, between a start and an end."""
        return [self.start, *self._all(sentence)[: LONGEST - 2], self.end]

    def of_word(self, word: str) -> list[int]:
        """The numbers of its pieces, of which there is at least one."""
        return self._all(word) or [self._numbers[_UNKNOWN]]

    def _all(self, text: str) -> list[int]:
        return [piece for word in _WORDS.findall(_plain(text)) for piece in self._pieces(word)]

    def _pieces(self, word: str) -> list[int]:
        if len(word) > _LONGEST_WORD:
            return [self._numbers[_UNKNOWN]]
        found = list(self._longest_pieces(word))
        return [self._numbers[_UNKNOWN]] if None in found else [piece for piece in found if piece is not None]

    def _longest_pieces(self, word: str) -> Iterator[int | None]:
        """Piece by piece; None where nothing fits."""
        begin = 0
        while begin < len(word):
            mark = "##" if begin else ""
            ends = range(len(word), begin, -1)
            end = next((end for end in ends if mark + word[begin:end] in self._numbers), None)
            if end is None:
                yield None
                return
            yield self._numbers[mark + word[begin:end]]
            begin = end


def read_pieces(path: Path) -> WordPieces:
    """The pieces of a file that has one a line."""
    pieces = path.read_text(encoding="utf-8").splitlines()
    return WordPieces({piece: number for number, piece in enumerate(pieces)})


def _plain(sentence: str) -> str:
    """In lower case, without accents and without what nobody hears."""
    lower = _UNSAID.sub(" ", sentence.replace("’", "'").lower())
    return "".join(char for char in unicodedata.normalize("NFD", lower) if unicodedata.category(char) != "Mn")
