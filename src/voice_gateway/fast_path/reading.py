"""One sentence on its way to a wish: what is asked for, when, on what event, and only if."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from voice_gateway.devices import Ambiguous, Device, Matched, Resolution
from voice_gateway.devices.kinds import ALL_NOUNS
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.announcements import read_announcement
from voice_gateway.fast_path.asides import Clause, clauses, has_subject, is_told, without
from voice_gateway.fast_path.clauses import STARTS, read_clause
from voice_gateway.fast_path.commands import CommandReader
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.event_reading import EventReading
from voice_gateway.fast_path.groups import MANNERS, joints, with_more
from voice_gateway.fast_path.joints import ASKED, is_aside, is_remark
from voice_gateway.fast_path.lists import read_list
from voice_gateway.fast_path.plain import PlainReading
from voice_gateway.fast_path.plans import given_up, left_as_it_is, read_plan, waits
from voice_gateway.fast_path.reminders import read_reminder
from voice_gateway.fast_path.routines import read_routine, read_started, read_taught
from voice_gateway.fast_path.spoken import spoken, without_politeness
from voice_gateway.fast_path.tidy import tidy
from voice_gateway.fast_path.timed import Timed, named, timed
from voice_gateway.fast_path.timed_reading import TimedReading
from voice_gateway.fast_path.timers import read_timer
from voice_gateway.fast_path.wanted import as_must
from voice_gateway.times import find_times
from voice_gateway.wishes import Deed, Errand, Thing, Wish

_ERRAND: Final = re.compile(r"\b(?:timers?|remind|reminder|alarm|wake|list|routine|cancel|announce)\b")
_SO_CANCEL: Final = re.compile(
    r"(?P<about>.+?)(?: ,)? (?:so |and )?(?:please |just )*(?:cancel|stop|drop|scrap|forget) "
    r"(?:it|that|this)(?: one)?(?: please)?"
)
_TODAY: Final = re.compile(r" (?:for )?(?:tonight|today|this evening|now)$")
_WHY: Final = re.compile(
    rf"(?!.*\b(?:{'|'.join(STARTS)})\b)(?:so|because|cos|cause|since) |before (?:the|a|he|she|it|they"
    r"|we|i|you|my|our|someone)\b"
)
_NOT_THE_OLD: Final = re.compile(
    r"(?P<meant>(?:no|sorry|wait|actually|oops)\b.+?) , (?:and )?(?:leave|keep|not) (?:the |my |our )?"
    r"(?P<name>.+?)(?: (?:alone|be|on|off|open|closed|as it is))?"
)
_ALL_OF_THEM: Final = re.compile(
    r"^(?P<names>[^,]+(?: , [^,]+)+) , (?:and )?(?:all(?: of (?:them|these|those))?(?: (?:two|three"
    r"|four|five|\d))?"
    r"|both(?: of them)?|the lot|they all|every one of them) (?P<rest>.+)$"
)
"""What it is about comes first: "hall light, fan, lamp: all three off at ten"."""
_TOPIC: Final = re.compile(
    r"(?P<topic>(?:the |my |our )?[^,]{3,40}) , (?P<before>(?!and\b|then\b)(?:[^,]*? )?)(?:it|that|them"
    r"|those)(?P<behind> .+)"
)
_WITHOUT_ASKING: Final = re.compile(r"^(?:please )?(?:can|could|would|will) you (?:please )?")
_FILLED: Final = re.compile(
    r"(?:(?<=\bonly)|(?<=\bbut)),?\s+(?:um+|uh+|erm?|like),?\s+(?=if\b|when\b"
    r"|unless\b)"
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
_THEN: Final = re.compile(r"\bthen$|^(?:so )?then ")
_HAVE: Final = re.compile(r"^(?:have (?!i\b|we\b|you\b)|do (?=the |my |our |name[a-j]+x))")
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
        said = timed(_ALL_OF_THEM.sub(_listed, tidy(text)), self.context.present)
        if topic := self._topic_named(said.text):
            said = timed(topic, said.now)
        if wish := self._planned(said):
            return wish
        if wish := self._beside_a_question(said):
            return wish
        skips = self.commands is not None and self.commands.remarks
        if skips and (wish := self._beside_asides(said)):
            return wish
        # What is said around a command is not skipped where it has a time: "give it ten minutes, then …".
        plain = None if skips and said.delays else self.plain(text)
        if plain is None and said.text != text and (ASKED.match(said.text) or (skips and not said.places)):
            plain = self.plain(said.text)
        return plain or self._several(said) or read_started(said.text, self.known, self.context.kept.routines)

    def _topic_named(self, text: str) -> str:
        """ "The lamp, can you turn it off at nine", with the name in the place of "it"."""
        match = _TOPIC.fullmatch(text)
        if (
            match is None
            or not self.known(named(match["topic"]))
            or not find_times(text, self.context.present)
        ):
            return ""
        return _WITHOUT_ASKING.sub("", f"{match['before']}{match['topic']}{match['behind']}")

    def _planned(self, said: Timed) -> Wish | None:
        text = said.text
        return (
            read_taught(without_politeness(text), self.again, self.context.kept.routines)
            or self._given_up(said)
            or EventReading(self).read(said)
            or self._errand(said)
            or (TimedReading(self).read(said) if said.places else None)
        )

    def again(self, text: str, context: Context | None = None) -> Wish | None:
        """A part of the sentence, by itself."""
        return self._with(context or self.context).read(text)

    def _with(self, context: Context) -> "Reading":
        commands = self.commands and replace(self.commands, context=context)
        return Reading(context, commands)

    def alone(self, spoken_of: str = "") -> "Reading":
        """Without what was said before; `spoken_of` is what "it" is then."""
        return replace(self._with(replace(self.context, last=None, recent=())), spoken_of=spoken_of)

    def at_its_own_time(self, last: Wish) -> "Reading":
        """With what was asked for last, less its time."""
        return self._with(replace(self.context, last=replace(last, when=None)))

    def known(self, name: str) -> bool:
        return bool(name) and self.commands is not None and self.commands.is_known(name)

    def plain(self, text: str) -> Wish | None:
        said = spoken(_FILLED.sub(" ", text))
        return PlainReading(self.commands, self.spoken_of).read(text, said) if self.commands else None

    def _errand(self, said: Timed) -> Wish | None:
        """What is kept may be called by a word that is a name in the home, too: an alarm is no siren."""
        whole = self.commands.masked.unmask(said.text) if self.commands else said.text
        for each in (said, Timed(whole, said.now)) if whole != said.text else (said,):
            for read in (read_timer, read_reminder, read_list, read_plan):
                if wish := read(each, self.context, self.known):
                    return wish
        return read_routine(said.text) or self._announcement(said) or self._dropped(said)

    def _announcement(self, said: Timed) -> Wish | None:
        """What is said with a time may be for then."""
        if self.commands is None or said.places:
            return None
        whole = self.commands.masked.unmask(said.text)
        return read_announcement(whole, self.commands.resolver.is_room, self.known)

    def _dropped(self, said: Timed) -> Wish | None:
        """ "The radio at nine isn't needed, so scrap it"."""
        match = _SO_CANCEL.fullmatch(said.text)
        if match is None or self.commands is None or not any(waits(wish) for wish in self.context.recent):
            return None
        name = self.commands.mentioned(spoken(match["about"]))
        return Wish((Errand(Thing.PLAN, Deed.CANCEL, name or "last"),))

    def _given_up(self, said: Timed) -> Wish | None:
        """ "Don't turn off the radio at nine after all": what was planned for it is given up."""
        if self.commands is None or _SO_CANCEL.fullmatch(said.text):
            return None
        if (match := _NOT_THE_OLD.fullmatch(said.text)) and self.context.last and waits(self.context.last):
            # "No, the reading lamp, leave the hall light alone": it is left anyway.
            return self.again(match["meant"]) if self._is_of(self.context.last, match["name"]) else None
        if name := left_as_it_is(said.text):
            spoken_of = any(waits(wish) and self._is_of(wish, name) for wish in self.context.recent)
            return Wish((Errand(Thing.PLAN, Deed.CANCEL, name),)) if spoken_of else None
        command = given_up(said, self.context)
        if not command:
            return None
        alone = self.alone()
        wish = alone.read(command)
        names = (
            {part.target.name for part in wish.named} if wish else {self.commands.mentioned(spoken(command))}
        )
        if len(names) != 1 or not all(names):
            return None
        return Wish((Errand(Thing.PLAN, Deed.CANCEL, names.pop()),))

    def _routine(self, text: str) -> Wish | None:
        """ "Popcorn's ready, movie night!"."""
        routines = self.context.kept.routines
        return read_started(text, lambda _: True, routines) if routines else None

    def _is_of(self, wish: Wish, name: str) -> bool:
        """Whether a wish moves the thing of this name, and nothing besides."""
        if self.commands is None or not self.known(name):
            return False
        meant = {device.id for device in _either(self.commands.resolve(name))}
        moved = [
            {device.id for device in _either(self.commands.resolve(step.target.words))} for step in wish.steps
        ]
        return bool(moved) and all(each and each <= meant for each in moved)

    def _beside_asides(self, said: Timed) -> Wish | None:
        """What is left where clauses are taken out that only tell something: why, or what else goes on."""
        if self.commands is None:
            return None
        if asked := self._only_asked(said):
            return asked
        later = self._without(said, clauses(said.text, said.places), is_told)
        if later and (wish := later[0]._planned(later[1]) or later[0]._routine(later[1].text)):
            return wish
        # What is for now is done at once, so only a remark beyond doubt, between commas, is skipped.
        now = self._without(said, [Clause(each, " , ") for each in said.text.split(" , ")], is_aside)
        return now[0].plain(now[1].text) if now and not now[1].places else None

    def _only_asked(self, said: Timed) -> Wish | None:
        """Who only wants to know something may say anything before it."""
        for joint in re.finditer(r" , (?:so )?| so ", said.text):
            asked = Timed(said.text[joint.end() :], said.now)
            wish = self._errand(asked) or (self.plain(asked.text) if ASKED.match(asked.text) else None)
            if wish and not wish.acts:
                return wish
        return None

    def _without(
        self, said: Timed, found: list[Clause], tells: Callable[[str], bool]
    ) -> tuple["Reading", Timed] | None:
        """What is left of a sentence without what is only told in it, and who reads that."""
        core, told = without(found, (self._is_beside(each.text, found, said.now, tells) for each in found))
        if not core or not told or self.commands is None:
            return None
        alone = replace(self, spoken_of=self.spoken_of or self.commands.mentioned(spoken(told)))
        return alone, timed(_at_that_time(told, f"{core} ", said.now).strip(), said.now)

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
        if _ERRAND.search(clause) or _WAITS.search(clause.removeprefix("that's when ")):
            return False
        if not self.speaks_of_home(clause):
            return tells(clause) or is_aside(clause)
        return (is_aside(clause) or bool(_WHY.match(clause))) and not _ASKS.search(clause)

    def speaks_of_home(self, clause: str) -> bool:
        """Whether a device is named, and not only whose it is."""
        name = self.commands.mentioned(spoken(clause)) if self.commands else ""
        return bool(name) and bool({*roots(name)} & ALL_NOUNS or _MASKED.search(name))

    def pointing_at(self, wish: Wish) -> Context:
        """What the second half of a sentence points back to, which has a time of its own."""
        while wish.also:
            wish = wish.also
        steps = tuple(replace(step, lasting=None) for step in wish.steps)
        return replace(self.context, last=Wish(steps[-1:]) if steps else None, recent=())

    def commands_in(self, text: str) -> Iterator[Wish]:
        """What is only said so of another time: "the lamp should be off"."""
        if self.commands is None:
            return
        said = spoken(text)
        ways = (as_must(said), _HAVE.sub("keep ", said))
        timed = (step for way in dict.fromkeys(ways) for step in read_clause(way, "timed"))
        for step in (*timed, *read_clause(_HAVE.sub("put ", said))):
            if self.commands.is_doable(step):
                yield Wish((step,))
        if self.commands.remarks:
            for first, second in joints(text):
                if is_remark(first):
                    yield from self.commands_in(second)

    def _beside_a_question(self, said: Timed) -> Wish | None:
        """Something to be done and something to be told: "pump off, and how warm is the pool?"."""
        if self.commands is None or said.places or not ASKED.search(said.text):
            return None
        asking = replace(self, commands=replace(self.commands, remarks=False))
        for first, second in joints(said.text):
            if not (ASKED.match(first) or ASKED.match(second)):
                continue
            wish = asking.plain(first)
            more = wish and asking.again(second, self.pointing_at(wish))
            if wish and more and wish.acts != more.acts and (wish.questions or more.questions):
                return with_more(wish, more)
        return None

    def _several(self, said: Timed) -> Wish | None:
        """Several things, of which one is an errand: "lights off, and set a timer for ten minutes"."""
        if not _ERRAND.search(said.text):
            return None
        for first, second in joints(said.text):
            if wish := self.again(first):
                more = self.again(_at_that_time(first, second, said.now), self.pointing_at(wish))
                if more and (wish.errands or more.errands):
                    return with_more(wish, more)
        return None


def _at_that_time(first: str, second: str, now: datetime) -> str:
    """ "… in ten minutes, and remind me then to …": at the time that was said before."""
    times = [first[place.start : place.end] for place in find_times(first, now) if not place.past]
    return second.replace(" then ", f" {times[0]} ", 1) if len(times) == 1 else second


def _listed(match: re.Match[str]) -> str:
    *names, last = match["names"].split(" , ")
    return f"{' , '.join(names)} and {last.removeprefix('and ')} {match['rest']}"


def _is_later(text: str, now: datetime) -> bool:
    return any(place.time is not None and not place.past for place in find_times(text, now))


def _either(found: Resolution) -> Sequence[Device]:
    """The devices that a name may stand for."""
    if isinstance(found, Matched):
        return found.devices
    return found.candidates if isinstance(found, Ambiguous) else ()
