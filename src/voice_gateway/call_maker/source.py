"""What the writer of wishes reads: a sentence, and what was said before it where that matters."""

from collections.abc import Sequence
from dataclasses import dataclass

from voice_gateway.amounts import numbers_in_digits
from voice_gateway.call_maker.prompt import Turn, points_back, spoken
from voice_gateway.call_maker.words import parted, said_words
from voice_gateway.reader.word_pieces import LONGEST, WordPieces


@dataclass(frozen=True)
class Source:
    """The words that can be copied, and the pieces that are read."""

    words: tuple[str, ...]
    places: tuple[int, ...]
    """The piece that each word begins with."""

    pieces: tuple[int, ...]


def source_of(pieces: WordPieces, sentence: str, before: Turn | None = None, answer: str = "") -> Source:
    """The sentence first, then what was answered before it, then the turn before and its wish.

    These are left out where the sentence stands alone. Numbers are digits: those can be copied.
    """
    told = [_words(sentence)]
    if points_back(sentence, answer):
        told += [_words(answer)] if answer else []
        told += [_words(before[0]), [word for word, _ in parted(before[1])]] if before else []
    return _laid_out(pieces, told)


def _words(text: str) -> list[str]:
    return said_words(numbers_in_digits(spoken(text)))


def _laid_out(pieces: WordPieces, told: Sequence[Sequence[str]]) -> Source:
    words: list[str] = []
    places: list[int] = []
    read = [pieces.start]
    for text in told:
        for word in text:
            cut = pieces.of_word(word)
            if len(read) + len(cut) < LONGEST:
                words.append(word)
                places.append(len(read))
                read += cut
        read.append(pieces.end)
    return Source(tuple(words), tuple(places), tuple(read[:LONGEST]))
