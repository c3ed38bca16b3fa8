"""Small models get stuck and write the same words again and again; they are said once.

A loop is a text whose end has a period: the same stretch, however it is separated, over and over. Lists,
numbers that count up and refrains have none, or not often enough.
"""

import unicodedata
from collections import defaultdict, deque
from typing import Final

LONGEST: Final = 800
"""The longest period in characters that is looked for: a paragraph."""

_STRETCH: Final = 72
"""Short periods must go on for as long as this: “no, no, no” is no loop, and neither is laughter."""

_CLAUSE_ENDS: Final = frozenset(".!?;:,\n…。！？、，")
_LOOSE_ENDS: Final = " ,;:、，-–—"


def _times(period: int) -> int:
    """How often a stretch of this length must have been written. A song's line may come three times."""
    if period >= LONGEST // 2:
        return 2
    return 3 if period >= LONGEST // 8 else max(4, -(-_STRETCH // period))


_NEEDED: Final = {period: (_times(period) - 1) * period for period in range(1, LONGEST + 1)}
"""For every period, how long its run must be to be a loop."""

_LEAST: Final = min(_NEEDED.values())


class LoopWatch:
    """Watches a text as it is written. `looping` turns true when its end repeats itself too often."""

    def __init__(self) -> None:
        self.text = ""
        self.looping = False
        self._letters: list[str] = []
        """The text in lower case, with one space for whatever stands between words."""

        self._places: list[int] = []
        """Where in the text each of them stands."""

        self._seen: defaultdict[str, deque[int]] = defaultdict(deque)
        """Where each letter stood of late, as a number among all of them."""

        self._runs: dict[int, int] = {}
        """For every period with any, how many letters at the end are those of one period earlier."""

    def feed(self, piece: str) -> None:
        """Take the next piece of the text; once it loops, nothing more is looked at."""
        for character in piece:
            if self.looping:
                return
            self.text += character
            letter = character.lower()[0] if _is_letter(character) else " "
            if letter != " " or (self._letters and self._letters[-1] != " "):
                self._add(letter)

    @property
    def certain(self) -> int:
        """How much of the text is no repetition, not even the beginning of one."""
        count = len(self._places)
        starts = {count - run for run in self._runs.values()}
        return min((self._word_from(start) for start in starts), default=len(self.text))

    def once(self) -> str:
        """The text with its loop written once."""
        if not self.looping:
            return self.text.strip()
        period = min(period for period, run in self._runs.items() if run >= _NEEDED[period])
        again = len(self._places) - self._runs[period]
        # Where the loop begins is a matter of taste: best after a clause, else after a word.
        window = self._places[again - 1 : again - 1 + period]
        breaks = [place for place in window if not _is_letter(self.text[place])]
        clauses = [place for place in breaks if self.text[place] in _CLAUSE_ENDS]
        end = next(iter(clauses or breaks), self._places[again])
        kept = self.text[: end + 1] if breaks else self.text[:end]
        return kept.strip().rstrip(_LOOSE_ENDS)

    def _add(self, letter: str) -> None:
        count, earlier, runs = len(self._letters), self._seen[letter], self._runs
        while earlier and count - earlier[0] > LONGEST:
            earlier.popleft()
        self._runs = {count - place: runs.get(count - place, 0) + 1 for place in earlier}
        self._letters.append(letter)
        self._places.append(len(self.text) - 1)
        earlier.append(count)
        if max(self._runs.values(), default=0) >= _LEAST:
            self.looping = any(run >= _NEEDED[period] for period, run in self._runs.items())

    def _word_from(self, start: int) -> int:
        """The place in the text of the first word that begins at this letter or after it."""
        while 0 < start < len(self._places) and self._letters[start - 1] != " ":
            start += 1
        return self._places[start] if start < len(self._places) else len(self.text)


def without_loops(text: str) -> str:
    """The text up to where it repeats itself."""
    watch = LoopWatch()
    watch.feed(text)
    return watch.once()


def _is_letter(character: str) -> bool:
    """Letters, digits, and the signs that models get stuck on like words."""
    return character.isalnum() or unicodedata.category(character) == "So"
