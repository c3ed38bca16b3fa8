"""Reads a sentence into a wish when, and only when, it can mean one thing."""

import re
from dataclasses import dataclass, replace

from voice_gateway.devices import Resolver
from voice_gateway.fast_path.clauses import is_name, read_clause
from voice_gateway.fast_path.clock import read_clock
from voice_gateway.fast_path.commands import IT, CommandReader
from voice_gateway.fast_path.conditions import conditional
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.faithful import is_faithful
from voice_gateway.fast_path.names import Masked, mask
from voice_gateway.fast_path.pointing_back import PointingBack
from voice_gateway.fast_path.questions import read_question
from voice_gateway.fast_path.repairs import (
    asks_undo,
    drops_last,
    in_place_of,
    leaves_it,
    split_at_change_of_mind,
)
from voice_gateway.fast_path.speaker import read_volume
from voice_gateway.fast_path.spoken import spoken, without_politeness
from voice_gateway.routing import Classification, Intent
from voice_gateway.wishes import Asking, Deed, Errand, Question, Step, Thing, Verb, Wish
from voice_gateway.wishes.renaming import renamed

_LEAD = re.compile(
    r"^.+?(?:[,.;]\s+so,?|:)\s+(?:what (?:i'm|i am) after is\s+|if you(?:'d| would) be so \w+,?\s+)?", re.I
)
"""What leads to a wish, and is none: "my toes are ice, so …"."""

SURE = 0.4
"""Below this confidence, a sentence about the time or the volume is left to the model."""


class FastPath:
    """Knows the home's names, if there is a home in this process."""

    def __init__(self, resolver: Resolver | None = None) -> None:
        self._resolver = resolver

    def read(
        self,
        sentence: str,
        seen: Classification,
        context: Context | None = None,
        *,
        remarks: bool = False,
    ) -> Wish | None:
        """What the sentence asks for, or None when somebody else must be asked.

        `context` is what was said before, for "turn it off again", "and the bedroom" and "no, the fan". With
        `remarks`, what people say around a wish is skipped, so that somebody should look at it once more.
        """
        context = context or Context()
        if remarks:
            sentence = _LEAD.sub("", sentence)
        if wish := _without_names(spoken(sentence), seen, context):
            return wish
        if self._resolver is None:
            return None
        masked = mask(sentence.lower().replace("’", "'"), self._resolver.devices)
        reading = _Reading(CommandReader(self._resolver, context, masked, remarks=remarks))
        wish = reading.read(masked.text, spoken(masked.text))
        if wish is None:
            return None
        wish = unmasked(wish, masked)
        return wish if is_faithful(wish, sentence, self._resolver, context.last, context.room) else None


def _without_names(said: str, seen: Classification, context: Context) -> Wish | None:
    """What can be read without knowing any device."""
    if asks_undo(said) or (context.last and context.last.acts and drops_last(said)):
        return Wish((Step(Verb.UNDO),))
    if seen.intent is Intent.DATETIME and seen.confidence >= SURE:
        return read_clock(said)
    # "It" is the volume only where nothing else was spoken of.
    loud = seen.intent is Intent.VOLUME and seen.confidence >= SURE and not context.name
    return read_volume(said) if loud else None


@dataclass(frozen=True)
class _Reading:
    """One sentence about the home on its way to a wish."""

    commands: CommandReader

    @property
    def back(self) -> PointingBack:
        return PointingBack(self.commands)

    def read(self, sentence: str, said: str) -> Wish | None:
        return (
            self.back.again(sentence)
            or self.back.correction(sentence)
            or self.back.follow_up(sentence)
            or self._question(said)
            or self._conditional(said)
            or self._changed_mind(said)
            or self.back.switched_back(said)
            or self.commands.read(said)
            or self.back.left_out(said)
        )

    def _question(self, text: str) -> Wish | None:
        return next((Wish((asking,)) for asking in read_question(text) if self._is_askable(asking)), None)

    def _is_askable(self, asking: Asking) -> bool:
        target = asking.target.name
        if not target or target in ("anything", "everything", "something"):
            return asking.question not in (Question.READ, Question.FIND)
        # A battery is no name of a device, as a temperature may be; what has it must be known.
        name = target.removesuffix(" battery")
        return asking.question is Question.FIND or (is_name(name) and self.commands.is_known(name))

    def _conditional(self, text: str) -> Wish | None:
        for body, condition in conditional(text):
            about = "" if IT.fullmatch(condition.about) else condition.about
            wish = self.commands.read(without_politeness(body), spoken_of=about)
            if wish is None:
                continue
            about = about or wish.named[0].target.name
            if self.commands.is_known(about):
                return replace(wish, only_if=replace(condition, about=about))
        return None

    def _changed_mind(self, text: str) -> Wish | None:
        """Only what is finally wanted: a whole command, or another end to the one that was begun."""
        if (halves := split_at_change_of_mind(text)) is None:
            return None
        first, last = halves
        begun = self.commands.read(first)
        unfinished = (*read_clause(first), *read_clause(f"{first} it"))
        if begun and leaves_it(last):
            return Wish((Errand(Thing.PLAN, Deed.CANCEL),))
        if begun and (left := self.back.without_one(f"not {last.removeprefix('not ')}", begun.steps[-1])):
            return Wish((*begun.steps[:-1], left)) if last.startswith("not ") else None
        # "I want no lights on" begins nothing, and changes nobody's mind.
        wish = self.commands.read(last) if begun or unfinished else None
        others = (step for each in unfinished for step in in_place_of(last, each, self.commands.completed))
        return wish or next((Wish((step,)) for step in others if self.commands.is_doable(step)), None)


def unmasked(wish: Wish, masked: Masked) -> Wish:
    """The wish with the names of the home in it."""
    return renamed(wish, masked.unmask)
