"""Cuts an answer into sentences while it is still being written."""

import re

_END = re.compile(r"[.!?…]+[\"'”’)\]*_]*(?=\s)|\n+|[:;](?=\s)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|st|vs|etc|e\.g|i\.e|no|approx|jr|sr|prof|a\.m|p\.m)|\b[A-Z])$", re.I
)
_SHORTEST = 12
"""Characters below which a clause is not worth a breath of its own."""


class SentenceSplitter:
    """Takes pieces of text and gives back each sentence as soon as it is whole."""

    def __init__(self) -> None:
        self._rest = ""

    def feed(self, piece: str) -> list[str]:
        """The sentences that this piece has completed."""
        self._rest += piece
        found = []
        start = 0
        for end in _END.finditer(self._rest):
            sentence = self._rest[start : end.end()].strip()
            if _goes_on(self._rest[start : end.start()], end[0], sentence):
                continue
            if sentence:
                found.append(sentence)
            start = end.end()
        self._rest = self._rest[start:]
        return found

    def finish(self) -> list[str]:
        """What is left when the text has ended."""
        rest, self._rest = self._rest.strip(), ""
        return [rest] if rest else []


def _goes_on(before: str, mark: str, sentence: str) -> bool:
    """Whether a mark that could end a sentence does not."""
    if mark.startswith("\n"):
        return False
    if mark[0] in ":;":
        return len(sentence) < _SHORTEST
    if mark[0] == ".":
        is_number = before.strip().isdigit()
        return is_number or bool(_ABBREVIATION.search(before))
    return False
