"""Answers what needs no model: courtesies, questions about the assistant, sums and conversions."""

from collections.abc import Iterator
from functools import cached_property

from voice_gateway.skills.context import SkillAnswer, SkillContext
from voice_gateway.skills.conversions import Conversions
from voice_gateway.skills.following import Following
from voice_gateway.skills.language import Language, Words, english
from voice_gateway.skills.numbers import Numbers
from voice_gateway.skills.offer import Offer
from voice_gateway.skills.sums import Sums
from voice_gateway.skills.talk import Talk
from voice_gateway.skills.units import Units

_MOST_TOPICS = 2
_LONGEST = 60
_SMALL = 5
"""So few words that ask for nothing are said in passing, and want no lecture."""


class Skills:
    """Knows one language; holds no conversation."""

    def __init__(self, language: Language | None = None) -> None:
        self._language = language or english()
        numbers = Numbers(self._language)
        self._talk = Talk(self._language)
        self._offer = Offer(self._language)
        self._sums = Sums(self._language, numbers)
        self._conversions = Conversions(self._language, numbers, self._sums, Units(self._language))
        self._following = Following(self._language, self._sums, self._conversions)

    def answer(self, sentence: str, context: SkillContext) -> SkillAnswer | None:
        """The answer to a sentence that a skill understands as a whole; None for any other.

        The same sentence in the same context always gets the same answer.
        """
        words = self._language.words(sentence)
        if not words or len(words) > _LONGEST or self._names_device(words, context):
            return None
        return self._talked(words, context) or self._reckoned(words) or self._following.answer(words, context)

    def too_small_for_talk(self, sentence: str) -> SkillAnswer:
        """What is said instead of letting a model improvise that is too small for talk."""
        words = self._language.words(sentence)
        if len(words) <= _SMALL and "?" not in sentence and self._asks.isdisjoint(words):
            return SkillAnswer(self._language.answer("small talk", words), "small talk")
        return SkillAnswer(self._language.answer("too small"), "too small for talk")

    def _talked(self, words: Words, context: SkillContext) -> SkillAnswer | None:
        said = self._talk.meanings(words)
        topics = list(dict.fromkeys(frame.meaning for frame in said if frame.topic))
        if len(topics) > _MOST_TOPICS:
            return None
        if topics:
            text = " ".join(self._told(topic, words, context) for topic in topics)
            return SkillAnswer(text, topics[-1])
        courtesies = {frame.meaning for frame in said}
        chosen = next((meaning for meaning in self._courtesies if meaning in courtesies), None)
        return SkillAnswer(self._told(chosen, words, context), chosen) if chosen else None

    def _told(self, meaning: str, words: Words, context: SkillContext) -> str:
        if meaning == "abilities":
            return self._offer.everything(context)
        if meaning == "repeat":
            return context.last_answer or self._language.answer("nothing to repeat")
        if meaning in ("coin", "die"):
            return context.dice.choice(self._language.answers(meaning))
        if meaning in ("model", "here"):
            known = context.model if meaning == "model" else context.room
            name = meaning if known else f"no {meaning}"
            return self._language.answer(name, model=context.model, room=context.room.lower())
        if meaning in ("greeting", "goodbye"):
            return self._wished(meaning, words, context)
        return self._language.answer(meaning, words)

    def _wished(self, meaning: str, words: Words, context: SkillContext) -> str:
        """ "Good morning" is answered with the same wish, by the clock."""
        said = self._talk.mended(words)
        wished = next((name for name, _ in self._days if name in said), None)
        if wished is None:
            return self._language.answer(meaning, words)
        if meaning == "goodbye":
            return self._language.answer(f"wish {wished}")
        fitting = [name for name, hours in self._days if context.now.hour in hours]
        name = "good day" if wished in fitting else "other day"
        return self._language.answer(name, day=wished, now=fitting[0])

    def _reckoned(self, words: Words) -> SkillAnswer | None:
        for part in self._without_courtesy(words):
            if text := self._sums.answer(part):
                return SkillAnswer(text, "sum")
            if text := self._conversions.answer(part):
                return SkillAnswer(text, "conversion")
        return None

    def _without_courtesy(self, words: Words) -> Iterator[Words]:
        """The words, and the words without a hello before or a thanks behind them."""
        starts = [at for at in range(len(words)) if self._talk.is_courteous(words[:at])]
        ends = [at for at in range(len(words), 0, -1) if self._talk.is_courteous(words[at:])]
        for start in starts:
            for end in ends:
                if start < end:
                    yield words[start:end]

    def _names_device(self, words: Words, context: SkillContext) -> bool:
        said = f" {' '.join(words)} "
        names = (name for device in context.devices for name in (device.name, *device.aliases))
        return any(named and f" {' '.join(named)} " in said for named in map(self._language.words, names))

    @cached_property
    def _asks(self) -> frozenset[str]:
        """Words of which one is said by whoever wants to be told something."""
        return frozenset(word for line in self._language.lines("wanting") for word in line.split())

    @cached_property
    def _courtesies(self) -> tuple[str, ...]:
        """By which of several is answered first."""
        return tuple(dict.fromkeys(meaning for meaning, _ in self._language.pairs("courtesy")))

    @cached_property
    def _days(self) -> list[tuple[str, frozenset[int]]]:
        days = []
        for name, hours in self._language.pairs("day"):
            start, end = map(int, hours.split())
            days.append((name, frozenset(hour % 24 for hour in range(start, end + 24 * (end < start)))))
        return days
