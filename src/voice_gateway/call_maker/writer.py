"""`WishWriter`: what a sentence asks for, written by a small network, and how sure it is of that."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from voice_gateway.call_maker.prompt import Turn
from voice_gateway.call_maker.source import source_of
from voice_gateway.call_maker.words import JOINED, line_of
from voice_gateway.wishes import NOTHING, NotAWish, Step, Verb, Wish, read_wish
from voice_gateway.wishes.text import FIRST_WORDS

if TYPE_CHECKING:
    from voice_gateway.reader.pen import Line

_BEAMS: Final = 4
_SHARE: Final = 0.002
"""How much of the likeliest line another must have to be followed."""

_OF_WARMTH: Final = frozenset({Verb.TEMPERATURE, Verb.WARMER, Verb.COOLER})
_PARTS_BEGIN_BEHIND: Final = (f"{JOINED}:", f"{JOINED};", "also")


@dataclass(frozen=True)
class Written:
    """A wish, the line it was read from, and how likely that line is."""

    wish: Wish
    line: str
    confidence: float
    """The probability of the whole line; nought for what is no wish."""


class WishWriter:
    """Writes wishes with the weights that come with the package. NumPy is loaded with the first sentence."""

    async def write_wish(
        self,
        sentence: str,
        before: Turn | None = None,
        answer: str = "",
        verbs: frozenset[Verb] = frozenset(),
    ) -> Written:
        """The wish of a sentence, given the turn before and what was answered to that, or asked back.

        With `verbs`, it is one of these that is asked for, whatever would have been written without.
        """
        written = await asyncio.to_thread(_written, sentence, before, answer, verbs)
        return replace(written, wish=_going_on(written.wish, before)) if before else written

    async def warm(self) -> None:
        """Load the weights."""
        await self.write_wish("hello")


@lru_cache(maxsize=4)
def _written(sentence: str, before: Turn | None, answer: str, verbs: frozenset[Verb]) -> Written:
    # Several look at the same line in one turn, and to write it takes tens of milliseconds.
    from voice_gateway.reader.pen import Reading
    from voice_gateway.reader.sentence_model import sentence_model

    model = sentence_model()
    source = source_of(model.pieces, sentence, before, answer)
    never = FIRST_WORDS - verbs if verbs else ()
    reading = Reading(model.encoder.encode(source.pieces), source.words, source.places)
    return _likeliest(model.pen.write(reading, _BEAMS, _SHARE, never, _PARTS_BEGIN_BEHIND))


def _going_on(wish: Wish, before: Turn) -> Wish:
    """Of a number that answers "shall I make it warmer?", degrees and not whatever else may be set there."""
    try:
        verbs = {step.verb for step in read_wish(before[1]).steps}
    except NotAWish:
        return wish
    if not verbs or not verbs <= _OF_WARMTH:
        return wish
    warm = (
        replace(part, verb=Verb.TEMPERATURE) if isinstance(part, Step) and part.verb is Verb.SET else part
        for part in wish.parts
    )
    return replace(wish, parts=tuple(warm))


def _likeliest(lines: Iterable["Line"]) -> Written:
    """The likeliest line that can be read."""
    for line in lines:
        text = line_of(line.words)
        try:
            return Written(read_wish(text), text, line.likelihood)
        except NotAWish:
            continue
    return Written(NOTHING, "", 0.0)
