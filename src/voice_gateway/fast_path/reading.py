"""One sentence on its way to a wish: what is asked for, when, on what event, and only if."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from voice_gateway.fast_path.clauses import read_clause
from voice_gateway.fast_path.commands import CommandReader
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.events import awaited
from voice_gateway.fast_path.facts import Fact, told
from voice_gateway.fast_path.groups import (
    AS_BEFORE,
    MANNERS,
    RINGS,
    THEN,
    after,
    ends_within,
    joints,
    own_times,
    with_its_end,
    with_more,
)
from voice_gateway.fast_path.joints import is_remark
from voice_gateway.fast_path.lists import read_list
from voice_gateway.fast_path.plain import PlainReading
from voice_gateway.fast_path.plans import given_up, read_plan
from voice_gateway.fast_path.reminders import read_reminder
from voice_gateway.fast_path.routines import read_routine, read_started, read_taught
from voice_gateway.fast_path.speaker import read_volume
from voice_gateway.fast_path.spoken import spoken, without_politeness
from voice_gateway.fast_path.tidy import tidy
from voice_gateway.fast_path.timed import Timed, timed
from voice_gateway.fast_path.timers import read_timer
from voice_gateway.times import After, For, Until, When
from voice_gateway.wishes import Deed, Errand, Event, Step, Target, Thing, Verb, Wish

_TELL: Final = re.compile(
    r"(?:tell|inform|alert|warn|notify|ping|buzz|holler at|shout (?:at|to)|message) (?:me|us)"
    r"(?: (?:about it|so))?"
    r"|(?:you )?(?:let (?:me|us) know|holler at me|say (?:me )?it|speak up|say so|say something)"
    r"|give (?:me|us) a (?:shout|nudge|heads[- ]up|ping|call|shout out|holler)|i(?:'d like| want) to know"
    r"|make an announcement"
)
_SAY: Final = re.compile(
    r"(?:say|announce|broadcast|(?:tell|inform) (?:me|us|everyone|everybody)(?= that ))(?: that)? "
    r"(?P<words>(?!(?:if|when|what|who|how|why|where|whether|which|about|to|as|once|it|so)\b).+)"
)
_ANY_EVENT: Final = re.compile(
    r"\b(?:when|whenever|as soon as|once|moment|minute|second|instant|time|if|in case|means)\b"
)
_ERRAND: Final = re.compile(r"\b(?:timers?|remind|reminder|alarm|wake|list|routine|cancel|announce)\b")
_WHY: Final = re.compile(r"(?:so|because|cos|cause|since) ")
_HABIT: Final = re.compile(
    r"\b(?:always|usually|often|sometimes|never|used to|normally|goes|comes|went|came|would|will have)\b"
)
"""Words of what is only told: "at nine the radio always plays that song"."""

_MUST: Final = re.compile(r"\b(?:should|shall|has to|have to|needs to|need to|wants to|ought to)\b")
_HAVE: Final = re.compile(r"^have (?!i\b|we\b|you\b)")
"""No question, but a wish: "have the lamp on until ten"."""


@dataclass(frozen=True)
class Reading:
    """Knows the home, if there is one, and what was said before."""

    context: Context
    commands: CommandReader | None = None
    spoken_of: str = ""
    """What "it" is, where it was named before in the same sentence."""

    def read(self, text: str) -> Wish | None:
        """The wish of a lower-case sentence with its names set aside; None when it is not clear."""
        said = timed(tidy(text), self.context.present)
        if wish := self._planned(said):
            return wish
        # What is said around a command is not skipped where it has a time: "give it ten minutes, then …".
        skips = self.commands is not None and self.commands.remarks
        plain = None if skips and said.delays else self._plain(text)
        return plain or self._several(said) or read_started(said.text, self.known)

    def _planned(self, said: Timed) -> Wish | None:
        text = said.text
        return (
            read_taught(without_politeness(text), self.again, self.context.kept.routines)
            or self._when_it_rings(said)
            or self._event(text)
            or self._errand(said)
            or (self._timed(said) if said.places else None)
        )

    def again(self, text: str, context: Context | None = None) -> Wish | None:
        """A part of the sentence, by itself."""
        return self._with(context or self.context).read(text)

    def _with(self, context: Context) -> "Reading":
        commands = self.commands and replace(self.commands, context=context)
        return Reading(context, commands)

    def known(self, name: str) -> bool:
        return bool(name) and self.commands is not None and self.commands.is_known(name)

    def _plain(self, text: str) -> Wish | None:
        return PlainReading(self.commands, self.spoken_of).read(text, spoken(text)) if self.commands else None

    def _errand(self, said: Timed) -> Wish | None:
        """What is kept may be called by a word that is a name in the home, too: an alarm is no siren."""
        whole = self.commands.masked.unmask(said.text) if self.commands else said.text
        for each in (said, Timed(whole, said.now)) if whole != said.text else (said,):
            for read in (read_timer, read_reminder, read_list, read_plan):
                if wish := read(each, self.context, self.known):
                    return wish
        return read_routine(said.text) or self._given_up(said) or self._beside_remarks(said)

    def _given_up(self, said: Timed) -> Wish | None:
        """ "Don't turn off the radio at nine after all": what was planned for it is given up."""
        command = given_up(said, self.context)
        if not command or self.commands is None:
            return None
        alone = self._with(replace(self.context, last=None, recent=()))
        wish = alone.read(command)
        names = (
            {part.target.name for part in wish.named} if wish else {self.commands.mentioned(spoken(command))}
        )
        if len(names) != 1 or not all(names):
            return None
        return Wish((Errand(Thing.PLAN, Deed.CANCEL, names.pop()),))

    def _beside_remarks(self, said: Timed) -> Wish | None:
        """An errand with something said around it; what only tells may stand behind a question."""
        clauses = said.text.split(" , ")
        if not (self.commands and self.commands.remarks and len(clauses) > 1 and _ERRAND.search(said.text)):
            return None
        for place, clause in enumerate(clauses):
            others = (*clauses[:place], *clauses[place + 1 :])
            if any(_ANY_EVENT.search(other) or Timed(other, said.now).places for other in others):
                continue
            wish = self._errand(Timed(clause, said.now))
            asked = wish and not wish.acts and place == len(clauses) - 1
            if wish and (asked or all(is_remark(other) or _WHY.match(other) for other in others)):
                return wish
        return None

    def _event(self, text: str) -> Wish | None:
        """What is waited for, and what is then done, told or reminded of."""
        if self.commands is None or not _ANY_EVENT.search(text):
            return None
        for each in awaited(without_politeness(text)):
            about = each.fact.condition.about
            if about and not self.known(about):
                continue
            wish = self._body(each.body, each.fact, about)
            about = about or (wish.named[0].target.name if wish and wish.named else "")
            if wish is None or not about or wish.when or wish.also or not (wish.acts or wish.errands):
                continue
            event = Event(replace(each.fact.condition, about=about), each.always, each.held)
            return replace(wish, when=event, only_if=each.only_if or wish.only_if)
        return None

    def _when_it_rings(self, said: Timed) -> Wish | None:
        """ "Set a timer for ten minutes and when it's done turn off the lamp"."""
        if (match := RINGS.fullmatch(said.text)) is None:
            return None
        wish = self.again(match["timer"])
        span = wish.errands[-1].span if wish and wish.errands else None
        then = self.again(match["body"]) if span else None
        if wish is None or span is None or then is None or then.when:
            return None
        return with_more(wish, replace(then, when=After(span)))

    def _then(self, said: Timed) -> Wish | None:
        """ "Half an hour of television and then it goes off": after so long, where nothing else is asked."""
        match = THEN.fullmatch(said.text)
        if match is None or self.commands is None or self.again(match["first"]):
            return None
        first = Timed(match["first"], said.now)
        span = first.span
        if span is None or first.when or not first.is_clear:
            return None
        about = self.commands.mentioned(spoken(first.what))
        alone = replace(self._with(replace(self.context, last=None, recent=())), spoken_of=about)
        for wish in (alone.read(match["second"]), *alone.commands_in(match["second"])):
            if wish and wish.acts and wish.when is None:
                return replace(wish, when=After(span))
        return None

    def _body(self, text: str, fact: Fact, about: str) -> Wish | None:
        body = with_its_end(without_politeness(text))
        if _TELL.fullmatch(body):
            return Wish((Step(Verb.ANNOUNCE, words=told(fact, about)),)) if about else None
        if match := _SAY.fullmatch(body):
            return Wish((Step(Verb.ANNOUNCE, words=match["words"]),))
        alone = replace(self._with(replace(self.context, last=None, recent=())), spoken_of=about)
        return alone.read(body) or next(alone.commands_in(body), None)

    def _timed(self, said: Timed) -> Wish | None:
        """What is asked for at another time, or for a while."""
        if said.taken.unknown or any(place.past for place in said.places):
            return None
        for first, second in own_times(said):
            if wish := self._one_after_other(first, second):
                return wish
        for first, second, then in ends_within(said):
            if MANNERS.fullmatch(second):
                return self._timed(Timed(first, said.now))  # "please"
            if wish := self.again(first):
                return self._after_its_end(wish, second, then=then)
        return self._then(said) or self._at_one_time(said)

    def _after_its_end(self, wish: Wish, second: str, *, then: bool) -> Wish | None:
        """Behind "for ten minutes" stands the way back, which is meant anyway, a remark, or more."""
        aside = self.commands and self.commands.remarks and is_remark(second)
        if aside or AS_BEFORE.fullmatch(second):
            return wish
        more = None if then else self.again(second, self._spoken_of(wish))
        return with_more(wish, more) if more else None

    def _one_after_other(self, first: str, second: str) -> Wish | None:
        wish = self.again(first)
        if wish is None or wish.errands:
            return None
        context = self._spoken_of(wish)
        more = self.again(second, context) or self.again(f"and {second}", context)
        if more is None or more.when is None:
            return None
        when = after(wish.when, more.when, second)
        return with_more(wish, replace(more, when=when)) if when else None

    def _spoken_of(self, wish: Wish) -> Context:
        """What the second half of a sentence points back to, which has a time of its own."""
        while wish.also:
            wish = wish.also
        steps = tuple(replace(step, lasting=None) for step in wish.steps)
        return replace(self.context, last=Wish(steps[-1:]) if steps else None, recent=())

    def _at_one_time(self, said: Timed) -> Wish | None:
        taken = said.taken
        # "Light on five minutes" is for so long; elsewhere a length may be a part of anything.
        ends = bool(said.places) and said.places[-1].end == len(said.text)
        bare = For(taken.length) if taken.length and taken.when is None and ends else None
        lasting = taken.lasting or bare
        timed = taken.when is not None or lasting is not None
        if not (timed and said.what and said.is_clear and self._is_asked(said)):
            return None
        for wish in self._wishes(said.what, lasting):
            if wish.acts and wish.steps and not wish.when:
                return _at(wish, taken.when, lasting)
        return None

    def _wishes(self, text: str, lasting: For | Until | None) -> Iterator[Wish]:
        """What the sentence without its time may ask for."""
        if match := _SAY.fullmatch(text):
            yield Wish((Step(Verb.ANNOUNCE, words=match["words"]),))
        routines = self.context.kept.routines
        if routines and (wish := read_started(text, lambda _: True, routines)):
            yield wish
        if "volume" in text and (wish := read_volume(spoken(text))):
            yield wish
        if wish := read_routine(text) or self._plain(text):
            yield wish
        yield from self.commands_in(text)
        if wish := read_started(text, self.known):
            yield wish
        if self.context.last and (wish := self._plain(f"and {text}")):
            yield wish
        alone = Step(Verb.ON, target=Target(spoken(text)))
        if lasting and self.commands and self.commands.is_doable(alone):
            yield Wish((alone,))

    def commands_in(self, text: str) -> Iterator[Wish]:
        """What is only said so of another time: "the lamp should be off"."""
        if self.commands is None:
            return
        said = _HAVE.sub("keep ", _MUST.sub("must", spoken(text)))
        for step in (*read_clause(said, "timed"), *read_clause(_HAVE.sub("put ", spoken(text)))):
            if self.commands.is_doable(step):
                yield Wish((step,))
        if self.commands.remarks:
            for first, second in joints(text):
                if is_remark(first):
                    yield from self.commands_in(second)

    def _is_asked(self, said: Timed) -> bool:
        """Whether the time belongs to something that is asked for, and not to something that is told."""
        if _HABIT.search(said.what):
            return False
        if self.commands is None or not self.commands.remarks:
            return True
        clauses = [clause for clause in re.split(r"\s*,\s*", said.text) if clause]
        told = [clause for clause in clauses if is_remark(clause)]
        return not any(Timed(clause, said.now).speaks_of_time for clause in told)

    def _several(self, said: Timed) -> Wish | None:
        """Several things, of which one is an errand: "lights off, and set a timer for ten minutes"."""
        if not _ERRAND.search(said.text):
            return None
        for first, second in joints(said.text):
            if wish := self.again(first):
                more = self.again(second, self._spoken_of(wish))
                if more and (wish.errands or more.errands):
                    return with_more(wish, more)
        return None


def _at(wish: Wish, when: When | None, lasting: For | Until | None) -> Wish:
    """The wish with its time; what it lasts is said of the last step, and of those like it just before."""
    parts = list(wish.parts)
    last = wish.steps[-1].verb
    for place in range(len(parts) - 1, -1, -1):
        part = parts[place]
        if lasting is None or not isinstance(part, Step) or part.verb is not last:
            break
        parts[place] = replace(part, lasting=lasting)
    return replace(wish, parts=tuple(parts), when=when)
