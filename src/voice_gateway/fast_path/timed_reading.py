"""Reads what is asked for at another time than now, or for a while."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from voice_gateway.fast_path.asides import clauses
from voice_gateway.fast_path.conditions import conditional
from voice_gateway.fast_path.event_reading import SAY, TELL
from voice_gateway.fast_path.facts import Fact, told
from voice_gateway.fast_path.groups import (
    AS_BEFORE,
    MANNERS,
    THEN,
    after,
    ends_within,
    now_and_later,
    off_again,
    on_its_days,
    own_times,
    with_more,
)
from voice_gateway.fast_path.joints import is_remark
from voice_gateway.fast_path.repairs import split_at_change_of_mind
from voice_gateway.fast_path.routines import read_routine, read_started
from voice_gateway.fast_path.speaker import read_volume
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.fast_path.telling import Telling
from voice_gateway.fast_path.timed import Timed, timed
from voice_gateway.times import After, For, Until, When
from voice_gateway.wishes import Step, Target, Verb, Wish

if TYPE_CHECKING:
    from voice_gateway.fast_path.reading import Reading

_FRAGMENTS: Final = 8
"""As many words may be thrown in one by one: "eleven tonight, heating, sixteen degrees"."""

_GO: Final = re.compile(r"^(?:go|come|goes|comes|turn|switch) (?=(?:back )?(?:on|off|out|up|down)\b)")
_HABIT: Final = re.compile(
    r"\b(?:always|usually|often|sometimes|never|used to|normally|went|came|(?<!^)(?<!i )(?<!we )would"
    r"|will have)\b"
)
"""Words of what is only told: "at nine the radio always plays that song"."""

_THEN_OFF: Final = re.compile(r"(?:turn |switch |put )?(?:it |them )?off")
_TELLS: Final = re.compile(r"(?!i\b|we\b|make\b|see\b|ensure\b|let\b|have\b)[^,]+? (?:goes|comes|gets)\b")
"""So things are told, unless the time comes first: "at seven the lamp goes on" is asked for."""


@dataclass(frozen=True)
class TimedReading:
    whole: "Reading"

    def read(self, said: Timed) -> Wish | None:
        """What is asked for at another time, or for a while."""
        ended = off_again(said.text)
        changed = self._instead(said) or (self.whole.again(ended) if ended != said.text else None)
        cut = now_and_later(said)
        if changed or cut:
            return changed or (self._now_and_later(*cut) if cut else None)
        if said.taken.unknown or any(place.past for place in said.places):
            return None
        for first, second in own_times(said):
            if wish := self._one_after_other(first, second):
                return wish
        for first, second, then in ends_within(said):
            if MANNERS.fullmatch(second):
                return self.read(Timed(first, said.now))  # "please"
            if wish := self.whole.again(first):
                return self._after_its_end(wish, second, then=then)
        return self._then(said) or self._at_one_time(said)

    def _now_and_later(self, now: str, later: str) -> Wish | None:
        """ "The lamp off in an hour and the fan on now": each in its own time, or nothing at all."""
        more = self.whole.again(later)
        if more is None or not more.when:
            return None
        wish = self.whole.again(now) or self.whole.again(f"and {now}", self.whole.pointing_at(more))
        return replace(wish, also=more) if wish and not wish.when and not wish.also else None

    def _then(self, said: Timed) -> Wish | None:
        """ "Half an hour of television and then it goes off": after so long, where nothing else is asked."""
        match = THEN.fullmatch(said.text)
        if match is None or self.whole.commands is None or self.whole.again(match["first"]):
            return None
        first = Timed(match["first"], said.now)
        span = first.span
        if span is None or first.when or not first.is_clear:
            return None
        about = self.whole.commands.mentioned(spoken(first.what))
        alone = self.whole.alone(about)
        for wish in (alone.read(match["second"]), *alone.commands_in(match["second"])):
            if wish and wish.acts and wish.when is None:
                return replace(wish, when=After(span))
        return None

    def _instead(self, said: Timed) -> Wish | None:
        """A whole wish that took another's place: "lamp on at nine, no, I mean the fan on at ten"."""
        halves = split_at_change_of_mind(said.text)
        if halves is None or self.whole.again(halves[0]) is None:
            return None
        wish = self.whole.alone().read(halves[1])
        return wish if wish and wish.when and wish.steps else None

    def _after_its_end(self, wish: Wish, second: str, *, then: bool) -> Wish | None:
        """Behind "for ten minutes" stands the way back, which is meant anyway, a remark, or more."""
        aside = self.whole.commands and self.whole.commands.remarks and is_remark(second)
        back, _, rest = second.partition(" , ")
        if then and _THEN_OFF.fullmatch(back) and not rest and (ended := _off_then(wish)):
            return ended
        if aside or (AS_BEFORE.fullmatch(back) and (not rest or Telling(self.whole).is_only_told(rest))):
            return wish
        more = None if then else self.whole.again(second, self.whole.pointing_at(wish))
        return with_more(wish, more) if more else None

    def _one_after_other(self, first: str, second: str) -> Wish | None:
        wish = self.whole.again(first)
        if wish is None:
            return None
        if wish.errands:
            other = self.whole.again(f"remind me {second}") if first.startswith("remind me ") else None
            return with_more(wish, other) if other and other.errands else None
        context = self.whole.pointing_at(wish)
        alone = timed(second, self.whole.context.present)
        if context.last and not alone.what and alone.when:
            # "… at six, and on weekends at eight"; "lamp on, ten minutes from now" has but one time.
            more: Wish | None = replace(context.last, when=alone.when) if wish.when else None
        else:
            rest = _GO.sub("", second)
            readings = (self.whole.again(each, context) for each in (rest, f"and {rest}", second))
            more = next((wish for wish in readings if wish), None)
        if more is None or more.when is None:
            return None
        when = after(wish.when, more.when, second)
        first_when = on_its_days(wish.when, when)
        return with_more(replace(wish, when=first_when), replace(more, when=when)) if when else None

    def _at_one_time(self, said: Timed) -> Wish | None:
        taken = said.taken
        # "Light on five minutes" is for so long; elsewhere a length may be a part of anything.
        ends = bool(said.places) and said.places[-1].end == len(said.text)
        bare = For(taken.length) if taken.length and taken.when is None and ends else None
        lasting = taken.lasting or bare
        timed = taken.when is not None or lasting is not None
        if not (timed and said.what and said.is_clear and self._is_asked(said)):
            return None
        on_a_day = any(said.text[place.start :].startswith("on ") for place in said.places if place.start)
        for wish in self._wishes(said.what, lasting, on_a_day=on_a_day):
            if wish.acts and wish.steps and not wish.when:
                return _at(wish, taken.when, lasting)
        return None

    def _wishes(self, text: str, lasting: For | Until | None, *, on_a_day: bool = False) -> Iterator[Wish]:
        """What the sentence without its time may ask for."""
        if match := SAY.fullmatch(text):
            yield Wish((Step(Verb.ANNOUNCE, words=match["words"]),))
        yield from self._told_if(text)
        routines = self.whole.context.kept.routines
        if routines and (wish := read_started(text, lambda _: True, routines)):
            yield wish
        if "volume" in text and (wish := read_volume(spoken(text))):
            yield wish
        if wish := read_routine(text) or self.whole.plain(text):
            yield wish
        yield from self.whole.commands_in(text)
        if wish := read_started(text, self.whole.known):
            yield wish
        if self.whole.context.last and (wish := self._going_on(text)):
            yield wish
        if " , " in text and len(text.split()) <= _FRAGMENTS:
            yield from self._wishes(text.replace(" , ", " "), lasting)
        if (wish := self._each(text)) and wish.acts:
            yield wish
        alone = Step(Verb.ON, target=Target(spoken(text)))
        if (lasting or on_a_day) and self.whole.commands and self.whole.commands.is_doable(alone):
            yield Wish((alone,))  # "heater on Monday to Friday at six": the one "on" says both

    def _going_on(self, text: str) -> Wish | None:
        """ "And the fan at ten": what was asked for last, of another thing and at its own time."""
        last = self.whole.context.last
        return self.whole.at_its_own_time(last).plain(f"and {text}") if last else None

    def _each(self, text: str) -> Wish | None:
        """ "The lamp goes off, the fan goes off too, and the door gets locked": one after another."""
        steps: list[Step] = []
        for part in re.split(
            r" ,(?: and)?(?: then)? | and (?=(?:the|my|our|all|both|every|name[a-j]+x)\b)", text
        ):
            wish = next(self.whole.commands_in(part), None) or self.whole.plain(part)
            if wish is None or wish.when or wish.only_if or wish.also or not wish.steps:
                return None
            steps += wish.steps
        return Wish(tuple(steps)) if len(steps) > 1 else None

    def _told_if(self, text: str) -> Iterator[Wish]:
        """ "At nine, if the back door is still open, tell me"."""
        for body, condition in conditional(spoken(text)) if self.whole.commands else ():
            if TELL.fullmatch(body) and self.whole.known(condition.about):
                words = told(Fact(condition), condition.about)
                yield Wish((Step(Verb.ANNOUNCE, words=words),), only_if=condition)

    def _is_asked(self, said: Timed) -> bool:
        """Whether the time belongs to something that is asked for, and not to something that is told."""
        begins = min(place.start for place in said.places) == 0
        if _HABIT.search(said.what) or (_TELLS.match(said.what) and not begins):
            return False
        if self.whole.commands is None or not self.whole.commands.remarks:
            return True
        parts = (clause.text for clause in clauses(said.text, said.places))
        told = [part for part in parts if Telling(self.whole).is_only_told(part)]
        return not any(Timed(part, said.now).speaks_of_time for part in told)


def _off_then(wish: Wish) -> Wish | None:
    """ "Leave it on till nine, then off": it goes off then, however it was before."""
    [*_, step] = wish.steps or [None]
    if step is None or len(wish.parts) > 1 or wish.when or step.verb is not Verb.ON or step.ends is None:
        return None
    off = Wish((Step(Verb.OFF, step.target),), when=step.ends)
    return replace(wish, parts=(replace(step, lasting=None),), also=off)


def _at(wish: Wish, when: When | None, lasting: For | Until | None) -> Wish:
    """The wish with its time; what it lasts is said of the last step, and of those like it just before."""

    def at(group: Wish) -> Wish:
        parts = list(group.parts)
        last = group.steps[-1].verb
        for place in range(len(parts) - 1, -1, -1):
            part = parts[place]
            if lasting is None or not isinstance(part, Step) or part.verb is not last:
                break
            parts[place] = replace(part, lasting=lasting)
        return replace(group, parts=tuple(parts), when=when)

    return wish.each_group(at)
