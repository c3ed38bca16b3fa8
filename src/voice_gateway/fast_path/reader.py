"""Reads a sentence into a wish when, and only when, it can mean one thing."""

import logging
import re
from dataclasses import replace

from voice_gateway.amounts import in_digits
from voice_gateway.devices import Resolver
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.aspects import with_its_aspect
from voice_gateway.fast_path.clock import read_clock, read_moment
from voice_gateway.fast_path.commands import CommandReader
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.counted_on import counted_on, repeated_with
from voice_gateway.fast_path.days_asked import with_what_else_is_on
from voice_gateway.fast_path.done_before import with_their_names
from voice_gateway.fast_path.effort import TooMuch, bounded
from voice_gateway.fast_path.faithful import is_faithful
from voice_gateway.fast_path.greetings import without_address, without_greeting
from voice_gateway.fast_path.halves_meant import GOES_ON, beside
from voice_gateway.fast_path.instead import in_its_place
from voice_gateway.fast_path.made import planned_at
from voice_gateway.fast_path.names import Masked, mask
from voice_gateway.fast_path.objections import Objecting
from voice_gateway.fast_path.plainly import plainly
from voice_gateway.fast_path.plans import does_now, waits
from voice_gateway.fast_path.reading import Reading
from voice_gateway.fast_path.repairs import asks_undo, drops_last, means_last_deed, regrets
from voice_gateway.fast_path.speaker import read_volume
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.fast_path.tidy import tidy
from voice_gateway.fast_path.timed import Timed
from voice_gateway.routing import Classification, Intent
from voice_gateway.sentence import is_readable
from voice_gateway.times import find_times
from voice_gateway.wishes import Asking, Deed, Errand, Question, Step, Thing, Verb, Wish
from voice_gateway.wishes.agreement import takes_back_some
from voice_gateway.wishes.renaming import renamed

log = logging.getLogger(__name__)

_LEAD = re.compile(
    r"^.+?(?:[,.;]\s+so,?|:)\s+(?:what (?:i'm|i am) after is\s+|if you(?:'d| would) be so \w+,?\s+)?", re.I
)
"""What leads to a wish, and is none: "my toes are ice, so …"."""

_SENTENCES = re.compile(r"(?<!\d)[.!;]+\s+(?=\w)")
"""Where one sentence ends and another begins, of which one may only tell something."""

_ASKS_IF_CANCELLED = re.compile(
    r"(?:so |and |but )?(?:did|have|had) you (?:already |just |really )?"
    r"(?:cancel|stop|delete|drop|remove|scrap|skip)(?:led|ped|ed|d)?\b"
)
"""Who asks that wants to hear what is still planned, and to cancel nothing."""

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
        if not is_readable(sentence):
            return None
        sentence = with_their_names(without_address(without_greeting(sentence)), context, self._resolver)
        if remarks and self._resolver is None:
            return None  # what is told around a wish can only be told apart by what there is at home
        if remarks:
            sentence = _SENTENCES.sub(", ", sentence)
        if remarks and not _speaks_of_time(lead := _LEAD.match(sentence), context):
            sentence = sentence[lead.end() :] if lead else sentence
        if wish := _without_names(sentence.lower(), seen, context):
            return wish
        home = self._resolver
        routines = self._odd_routines(context)
        masked = mask(plainly(sentence.lower().replace("’", "'")), home.devices if home else (), routines)
        context = _with_stand_ins(context, masked)
        commands = CommandReader(home, context, masked, remarks=remarks) if home else None
        try:
            with bounded():
                if not is_readable(tidy(masked.text)):
                    raise TooMuch  # it has grown: commas stand apart there
                wish = _read(masked.text, context, commands)
        except TooMuch:
            log.info("A sentence of %d words takes too long to read", len(sentence.split()))
            return None
        if wish is None:
            return None
        wish = _going_on(in_its_place(unmasked(wish, masked), sentence, context), sentence, context)
        return self._as_said(wish, sentence, context) if wish else None

    def _as_said(self, wish: Wish, sentence: str, context: Context) -> Wish | None:
        """The wish with what the sentence says besides; None where it does not keep to it."""
        # Who spares something behind what was done takes just that back.
        faithful = takes_back_some(wish) or is_faithful(
            wish, sentence, self._resolver, context.last, context.room
        )
        if not faithful:
            return None
        wish = with_what_else_is_on(wish, sentence, self._resolver)
        return with_its_aspect(wish, sentence, self._resolver, context.room)

    def _odd_routines(self, context: Context) -> list[str]:
        """Names of routines that have no word of the home in them: the night of "movie night" is no time."""
        words = self._resolver.index.by_word if self._resolver else {}
        return [name for name in context.kept.routines if not any(root in words for root in roots(name))]


def _read(text: str, context: Context, commands: CommandReader | None) -> Wish | None:
    reading = Reading(context, commands)
    objection = Objecting(commands, reading.alone().read).read(text) if commands else None
    return objection or reading.read(text)


def _going_on(wish: Wish, sentence: str, context: Context) -> Wish | None:
    """The wish at its time as it is meant behind the last one: "and the lamp at eight", "… an hour later"."""
    last, said = context.made_last, sentence.lower()
    counted = counted_on(wish, said, last)
    if last is None or counted != wish:
        return counted
    if GOES_ON.match(said) and find_times(said, context.present):
        wish = beside(wish, planned_at(last), said)
    return repeated_with(wish, said, last)


def _with_stand_ins(context: Context, masked: Masked) -> Context:
    """Routines by the words that stand for them in the sentence, too."""
    known = {word for word, name in masked.names.items() if name in context.kept.routines}
    return (
        replace(context, kept=replace(context.kept, routines=context.kept.routines | known))
        if known
        else context
    )


def _speaks_of_time(lead: re.Match[str] | None, context: Context) -> bool:
    """Whether what leads to a wish puts it off: "bedtime in thirty, so …", "on sundays: …"."""
    said = lead[0].lower() if lead else ""
    return bool(re.search(r"\b(?:in|at|by|for) \d", in_digits(said)) or Timed(said, context.present).delays)


def _without_names(sentence: str, seen: Classification, context: Context) -> Wish | None:
    """What can be read without knowing any device."""
    if _ASKS_IF_CANCELLED.match(sentence) and any(waits(each) for each in context.recent):
        return Wish((Asking(Question.PLANNED),))
    said = spoken(sentence)
    drops = bool(context.last and context.last.acts and drops_last(said))
    last_is_plan = waits(context.last) and not context.left_no_plan
    mixed = context.last is not None and does_now(context.last)
    undoes = asks_undo(said) and not mixed and not means_last_deed(said)
    if last_is_plan and (drops or said == "cancel" or undoes or (not mixed and regrets(said, context.last))):
        return Wish((Errand(Thing.PLAN, Deed.CANCEL, "last"),))
    if drops or asks_undo(said) or regrets(said, context.last):
        return Wish((Step(Verb.UNDO),))
    if seen.intent is Intent.DATETIME and seen.confidence >= SURE and (wish := read_clock(said)):
        return wish
    if wish := read_moment(said, context.present):
        return wish
    # "It" is the volume only where nothing else was spoken of.
    loud = seen.intent is Intent.VOLUME and seen.confidence >= SURE and not context.name
    return read_volume(said) if loud else None


def unmasked(wish: Wish, masked: Masked) -> Wish:
    """The wish with the names of the home in it."""
    return renamed(wish, masked.unmask)
