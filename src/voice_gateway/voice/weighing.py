"""Of all that may have been said, the likeliest; and whether it is sure enough to be done without asking."""

import logging
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from voice_gateway.gate import HEARD_SURE
from voice_gateway.voice.alike import plain
from voice_gateway.voice.meaning import Meaning
from voice_gateway.voice.take import Take

EACH_SOUND = 1.5
"""By how much a sentence is less likely for every sound that was written down otherwise."""

SENSE = 10.0
"""By how much it is likelier that somebody said what makes sense here, as a natural logarithm."""

SENSE_OF_ANY_WORDS = 3.0
"""The same for what makes sense with any words in its place, as what is to be bought, and for courtesies."""

CERTAIN = 0.6
"""From this chance on, the transcriber's own first choice is not looked into."""

FAIR = 0.25
"""The same for words that only a model may understand, which cannot be weighed against others."""

LIKELY = 0.6
"""A meaning that is less likely is not taken for what was heard."""

WIDELY_SURE = 0.95
"""From this chance on, what reaches many devices or holds words that may be any is done without asking."""

OWN_WORDS = 0.1
"""The chance that the transcriber itself must give to words that may be any: beside what else may be said
here, they look likely however little they are like the sound."""

OWN_CHOICE, OVERRULED = 0.15, 4.0
"""A first choice that makes sense and is as likely as this is not overruled without asking by what the
transcriber itself holds for so many times less likely."""

DOUBTED = 0.7
"""How sure it is at most of what is to be asked back."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Said:
    """Words, and how sure it is that they are what was said."""

    text: str
    confidence: float = 1.0
    whole: bool = False
    """Whether they make sense here by themselves, and nothing needs to be added."""


NOTHING_SAID = Said("")


@dataclass(frozen=True)
class Candidate:
    """Words that may have been said."""

    text: str
    meaning: Meaning | None
    likelihood: float
    apart: float
    """How many of its sounds were written down otherwise."""

    @property
    def value(self) -> float:
        sense = 0.0
        if self.meaning:
            sense = SENSE_OF_ANY_WORDS if self.meaning.free or self.meaning.words else SENSE
        return self.likelihood + sense - EACH_SOUND * self.apart


def is_certain(take: Take, heard: dict[str, Meaning | None]) -> bool:
    """Whether the transcriber has no doubt, by all ways to say the same; if it cannot tell, whether it makes
    sense."""
    meant = {plain(text): meaning or plain(text) for text, meaning in heard.items()}
    first = meant[plain(take.texts[0])]
    if not take.chances:
        return isinstance(first, Meaning)
    return _own_chance(take, [text for text, so in meant.items() if so == first]) >= CERTAIN


def chosen(take: Take, candidates: Sequence[Candidate]) -> Said:
    """What the likeliest meaning was heard as, and how likely it is beside the others.

    The first of the candidates is what the transcriber itself has chosen.
    """
    first, best = candidates[0], max(candidates, key=lambda each: each.value)
    if best.meaning is None:
        return Said(first.text, _fairness(take))
    others = {
        each.meaning: each.value
        for each in sorted(candidates, key=lambda each: each.value)
        if each.meaning != best.meaning
    }
    share = 1 / (1 + sum(math.exp(value - best.value) for value in others.values()))
    if share < LIKELY:
        return Said(first.text, share)
    if _is_overruled(take, first.meaning, best.meaning, candidates):
        return Said(first.text, DOUBTED)
    if best.text != first.text:
        log.info("“%s” was taken for “%s” (%.2f)", first.text, best.text, share)
    sure = share if _is_enough(take, share, best.meaning, candidates) else min(share, DOUBTED)
    return Said(best.text, sure, whole=sure >= HEARD_SURE and is_whole(best.meaning))


def _is_enough(take: Take, share: float, meaning: Meaning, candidates: Iterable[Candidate]) -> bool:
    """Whether it may be done without asking."""
    if meaning.free and take.chances and _chance_of(take, meaning, candidates) < OWN_WORDS:
        return False
    return share >= (WIDELY_SURE if meaning.free or meaning.wide else HEARD_SURE)


def is_whole(meaning: Meaning | None) -> bool:
    return meaning is not None and not meaning.open


def _is_overruled(take: Take, first: Meaning | None, best: Meaning, candidates: Iterable[Candidate]) -> bool:
    """Whether it is a second guess against what the transcriber itself finds much likelier."""
    if first is None or first == best or not take.chances:
        return False
    own, other = (_chance_of(take, meaning, candidates) for meaning in (first, best))
    return own >= max(OWN_CHOICE, OVERRULED * other)


def _chance_of(take: Take, meaning: Meaning, candidates: Iterable[Candidate]) -> float:
    """How likely the transcriber finds it that this was meant, however it is said."""
    return _own_chance(take, [plain(each.text) for each in candidates if each.meaning == meaning])


def _own_chance(take: Take, ways: Iterable[str]) -> float:
    """How likely the transcriber finds it that one of these was said."""
    same = set(ways)
    return sum(chance for text, chance in zip(take.texts, take.chances, strict=False) if plain(text) in same)


def _fairness(take: Take) -> float:
    """How sure the transcriber is of its first words, however they are written."""
    return min(1.0, _own_chance(take, [plain(take.texts[0])]) / FAIR) if take.chances else 1.0
