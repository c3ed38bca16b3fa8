"""Makes lessons of sentences and their wishes; of some, only the beginning is known."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from training.call_maker.example import SYSTEM, Example, asked_and_said
from training.reader.wishes_file import Lesson
from voice_gateway.call_maker.source import Source, source_of
from voice_gateway.call_maker.words import HYPHEN, JOINED, parted
from voice_gateway.number_words import ONES, TENS
from voice_gateway.reader.word_pieces import WordPieces

START, END = "<s>", "</s>"
_NUMBERS: Final = {word: str(number) for number, word in enumerate(ONES)} | {
    word: str(10 * number) for number, word in enumerate(TENS, 2)
}
_OFTEN, _RARELY, _UNSAID_SHARE = 200, 40, 0.2
_MARKS = 10
_PARTS = re.compile(r"\d\d?|[^\W\d_]+|[^\w\s]|_")


def lessons(
    examples: Iterable[Example], pieces: WordPieces, known: Sequence[str] = ()
) -> tuple[Sequence[str], list[Lesson]]:
    """The words that have to be known, and every example whose wish can be written with them."""
    wishes = [example for example in examples if example.system == SYSTEM]
    rows = [(_source(example, pieces), example.target) for example in wishes]
    known = known or _vocabulary(rows)
    numbers = {word: number for number, word in enumerate(known)}
    found: list[Lesson] = []
    for example, (source, line) in zip(wishes, rows, strict=True):
        if choices := _choices(source, line, numbers):
            ended = choices if example.open else [*choices, [numbers[END]]]
            found.append(Lesson(source.pieces, source.places, ended))
    return known, found


def _source(example: Example, pieces: WordPieces) -> Source:
    asked, sentence = asked_and_said(example.user)
    return source_of(pieces, sentence, example.turns[0] if example.turns else None, asked)


def _words(source: Source, line: str) -> Iterator[tuple[str, bool]]:
    """The words of a wish; a number as digits where it was read so."""
    for word, joined in parted(line):
        digits = _NUMBERS.get(word, word)
        yield digits if word not in source.words and digits in source.words else word, joined


def _vocabulary(rows: Sequence[tuple[Source, str]]) -> list[str]:
    """The words that often nobody has said: those of the language, and hardly a name."""
    unsaid, all_in_all = Counter[str](), Counter[str]()
    for source, line in rows:
        said = {*source.words}
        for word, joined in _words(source, line):
            if joined:
                unsaid[JOINED + word] += 1
                continue
            all_in_all[word] += 1
            if word not in said:
                unsaid.update(part for part in in_parts(word) if part not in said)

    def is_needed(word: str, count: int) -> bool:
        if not word.isalpha():
            return count >= _MARKS
        return count >= _OFTEN or (count >= _RARELY and count >= _UNSAID_SHARE * max(1, all_in_all[word]))

    return [START, END, *(word for word, count in unsaid.most_common() if is_needed(word, count))]


def in_parts(word: str) -> list[str]:
    """A word that nobody said in parts that are known: "06:45" is 06, ##:, ##45."""
    if word.isalpha():
        return [word]
    first, *others = _PARTS.findall(word)
    found = [first]
    for part in others:
        found.append(part if found[-1] == HYPHEN else f"{JOINED}{part}")
    return found


def _choices(source: Source, line: str, numbers: Mapping[str, int]) -> list[list[int]]:
    """What may be written at each place; nothing where a word can neither be known nor copied."""
    copies: dict[str, list[int]] = {}
    for place, word in enumerate(source.words):
        copies.setdefault(word, []).append(-1 - place)

    def ways(word: str) -> list[int]:
        known = [numbers[word]] if word in numbers else []
        return known + copies.get(word, [])[:3]

    found: list[list[int]] = []
    for word, joined in _words(source, line):
        if joined:
            found.append(ways(JOINED + word))
        else:
            found += [ways(word)] if ways(word) else [ways(part) for part in in_parts(word)]
    return found if all(found) else []
