"""Reads a wish among what is only told: why it is wanted, what else goes on, and to whom somebody speaks."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from voice_gateway.devices.kinds import ALL_NOUNS
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.asides import Clause, clauses, has_subject, is_told, ran_on, run_on, without
from voice_gateway.fast_path.clauses import STARTS
from voice_gateway.fast_path.groups import MANNERS
from voice_gateway.fast_path.joints import ASKED, is_aside, is_finished
from voice_gateway.fast_path.routines import read_started
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.fast_path.timed import Timed, timed
from voice_gateway.times import find_times
from voice_gateway.wishes import Wish

if TYPE_CHECKING:
    from voice_gateway.fast_path.reading import Reading

ERRAND: Final = re.compile(r"\b(?:timers?|remind|reminder|alarm|wake|list|routine|cancel|announce)\b")
"""Words of what is kept."""

_TODAY: Final = re.compile(r" (?:for )?(?:tonight|today|this evening|now)$")
_WHY: Final = re.compile(
    rf"(?!.*\b(?:{'|'.join(STARTS)})\b)(?:so|because|cos|cause|since) |before (?:the|a|he|she|it|they"
    r"|we|i|you|my|our|someone)\b"
)
_HOURS: Final = re.compile(r"\b(hour|minute|day|week)'s\b")
"""In "half an hour's time" nobody does anything."""
_WAITS: Final = re.compile(
    r"\b(?:when|whenever|as soon as|once|the (?:very )?(?:moment|minute|second|instant)|(?:every|each"
    r"|any|next|first) time"
    r"|if|in case|means)\b"
)
_ASKS: Final = re.compile(
    r"\b(?:i|we)(?:'d| would)? (?:want|need|like|love|prefer)\b(?! (?:it|them|that|this)\b)"
    r"|\b(?:should|must|has to|have to|needs? to|can|could|may|ought to) (?:be|go|come|get|turn|switch"
    r"|stay|open|close|drop|run)\b"
)
"""What is not told, but asked for."""
_MASKED: Final = re.compile(r"\bname[a-j]+x\b")
_LEADS_ON: Final = re.compile(
    r"\b(?:if|unless|when|whenever|once|until|till|while|whether|because|so|as|than|and|or|but|to|for|with|of"
    r"|(?<!cancel )(?<!forget )(?<!scrap )(?<!do )that|the|my|our|in|on|at|by|from|before"
    r"|after|since|like|said|says|i|you|we)$"
)
"""What such a word leads to belongs to what stands before it."""
_MORE: Final = frozenset(
    {"and", "or", "but", "not", "no", "except", "only", "in", "on", "at", "upstairs", "downstairs", "outside"}
    | {"please", "then", "also", "too", "if", "for", "of", "with"}
)
"""Words with which a question goes on."""
_THEN: Final = re.compile(r"\b(?:then|now)$|^(?:so )?then ")
_NOW: Final = re.compile(r"\bnow$")


@dataclass(frozen=True)
class Telling:
    whole: "Reading"

    def read(self, said: Timed) -> Wish | None:
        """What is left where clauses are taken out that only tell something: why, or what else goes on."""
        if self.whole.commands is None:
            return None
        if asked := self._only_asked(said):
            return asked
        later = self._without(said, clauses(said.text, said.places), is_told)
        if later and (wish := later[0].planned(later[1]) or self._routine(later[1].text)):
            return wish
        if later and _NOW.search(later[1].text):
            return later[0].plain(later[1].text)  # "we need it for tomorrow, so open it now"
        # What is for now is done at once, so only a remark beyond doubt, between commas, is skipped.
        now = self._without(said, [Clause(each, " , ") for each in said.text.split(" , ")], is_aside)
        for left in (now, later):
            if left and not left[1].places and (wish := left[0].plain(left[1].text)):
                return wish
        return self._beside_a_tale(said)

    def _beside_a_tale(self, said: Timed) -> Wish | None:
        """ "Take milk off the list I bought some": nothing sets apart what is told."""
        cuts = ((left, right) for left, right in run_on(said.text) if not _LEADS_ON.search(left))
        backwards = ((right, left) for left, right in ran_on(said.text) if is_finished(left))
        for core, told in (*cuts, *backwards):
            if not core or self.speaks_of_home(told) or not self.is_only_told(told):
                continue
            asked = timed(core, said.now)
            wish = self.whole.planned(asked) or (None if asked.places else self.whole.plain(asked.text))
            if wish and not (wish.acts and _is_later(told, said.now)):
                return wish
        return None

    def _only_asked(self, said: Timed) -> Wish | None:
        """Who only wants to know something may say anything before it."""
        for joint in re.finditer(r" , (?:so )?| so ", said.text):
            asked = Timed(said.text[joint.end() :], said.now)
            wish = self.whole.errand(asked) or (
                self.whole.plain(asked.text) if ASKED.match(asked.text) else None
            )
            if wish and not wish.acts:
                return wish
        question, _, rest = said.text.partition(" , ")
        if ASKED.match(question) and rest and not self._goes_on(rest, said.now):
            wish = self.whole.plain(question)
            return wish if wish and not wish.acts else None
        return None

    def _goes_on(self, rest: str, now: datetime) -> bool:
        """Whether what follows a question belongs to it or asks for more: "my electric bill" does not."""
        words = {*rest.split()}
        more = words & _MORE or ERRAND.search(rest) or _WAITS.search(rest) or ASKED.search(rest)
        return bool(more or words & {*STARTS} or self._mentioned(spoken(rest)) or find_times(rest, now))

    def _without(
        self, said: Timed, found: list[Clause], tells: Callable[[str], bool]
    ) -> tuple["Reading", Timed] | None:
        """What is left of a sentence without what is only told in it, and who reads that."""
        core, told = without(found, (self._is_beside(each.text, found, said.now, tells) for each in found))
        if not core or not told or self.whole.commands is None:
            return None
        alone = replace(self.whole, spoken_of=self.whole.spoken_of or self._mentioned(spoken(told)))
        return alone, timed(at_that_time(told, f"{core} ", said.now).strip(), said.now)

    def _is_beside(
        self, clause: str, others: Sequence[Clause], now: datetime, tells: Callable[[str], bool]
    ) -> bool:
        """Whether a clause may be skipped: it only tells something, or is manners."""
        if MANNERS.fullmatch(clause):
            return True
        if not self.is_only_told(clause, tells):
            return False
        if not _is_later(_TODAY.sub("", clause), now):
            return True
        # "We eat at seven, so put the oven on at six": the wish has a time of its own.
        rest = (each.text for each in others if each.text != clause)
        named = self.speaks_of_home(clause)
        clear = not named and has_subject(clause)
        return clear and any(_is_later(each, now) or _THEN.search(each) for each in rest)

    def is_only_told(self, clause: str, tells: Callable[[str], bool] = is_told) -> bool:
        """Whether a clause asks for nothing: why something is wanted, or what else goes on."""
        clause = _HOURS.sub(r"\1", clause)
        if ERRAND.search(clause) or _WAITS.search(clause.removeprefix("that's when ")):
            return False
        if self.whole.commands and self.whole.commands.has_a_command(spoken(clause)):
            return False
        if not self.speaks_of_home(clause):
            return tells(clause) or is_aside(clause)
        return (is_aside(clause) or bool(_WHY.match(clause))) and not _ASKS.search(clause)

    def speaks_of_home(self, clause: str) -> bool:
        """Whether a device is named, and not only whose it is."""
        name = self._mentioned(spoken(clause))
        return bool(name) and bool({*roots(name)} & ALL_NOUNS or _MASKED.search(name))

    def _routine(self, text: str) -> Wish | None:
        """ "Popcorn's ready, movie night!"."""
        routines = self.whole.context.kept.routines
        return read_started(text, lambda _: True, routines) if routines else None

    def _mentioned(self, text: str) -> str:
        return self.whole.commands.mentioned(text) if self.whole.commands else ""


def at_that_time(first: str, second: str, now: datetime) -> str:
    """ "… in ten minutes, and remind me then to …": at the time that was said before."""
    times = [first[place.start : place.end] for place in find_times(first, now) if not place.past]
    return second.replace(" then ", f" {times[0]} ", 1) if len(times) == 1 else second


def _is_later(text: str, now: datetime) -> bool:
    return any(place.time is not None and not place.past for place in find_times(text, now))
