"""One sentence on its way to a wish: what is asked for, when, on what event, and only if."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from voice_gateway.fast_path.announcements import read_announcement
from voice_gateway.fast_path.clauses import read_clause
from voice_gateway.fast_path.commands import CommandReader
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.effort import spend
from voice_gateway.fast_path.event_reading import EventReading
from voice_gateway.fast_path.given_up import GivingUp
from voice_gateway.fast_path.groups import joints, with_more
from voice_gateway.fast_path.halves_meant import beside
from voice_gateway.fast_path.joints import ASKED, is_remark
from voice_gateway.fast_path.lists import read_list
from voice_gateway.fast_path.made import planned_at
from voice_gateway.fast_path.plain import PlainReading, two_questions
from voice_gateway.fast_path.plans import read_plan
from voice_gateway.fast_path.reminders import read_reminder
from voice_gateway.fast_path.routines import read_routine, read_started, read_taught
from voice_gateway.fast_path.spoken import spoken, without_politeness
from voice_gateway.fast_path.telling import ERRAND, Telling, at_that_time
from voice_gateway.fast_path.tidy import tidy
from voice_gateway.fast_path.timed import Timed, named, timed
from voice_gateway.fast_path.timed_reading import TimedReading
from voice_gateway.fast_path.timers import read_timer
from voice_gateway.fast_path.wanted import as_must
from voice_gateway.times import find_times
from voice_gateway.wishes import Wish

_ALL_OF_THEM: Final = re.compile(
    r"^(?P<names>[^,]+(?: , [^,]+)+) , (?:and )?(?:all(?: of (?:them|these|those))?(?: (?:two|three"
    r"|four|five|\d))?"
    r"|both(?: of them)?|the lot|they all|every one of them) (?P<rest>.+)$"
)
"""What it is about comes first: "hall light, fan, lamp: all three off at ten"."""
_TOPIC: Final = re.compile(
    r"(?P<topic>(?:the |my |our )?[^,]{3,40}) , (?P<before>(?!and\b|then\b)(?:[^,]*? )?)"
    r"(?:it|that(?! (?:it|they|the)\b)|them|those)(?P<behind> .+)"
)
_TOPIC_TOLD: Final = re.compile(
    r"(?P<topic>(?:the |my |our )?[^,]{3,40}) , (?:please )?"
    r"(?P<verb>(?:turn|switch|put)(?= (?:on|off)\b)|close|open|shut|lock|unlock)"
    r"(?P<behind>(?: (?:on|off))?(?: (?:in|at|for|until|till|when|every|tomorrow|tonight)\b.+)?)"
)
_TOPIC_IF: Final = re.compile(
    r"(?:check (?:on )?)?(?P<topic>(?:the |my |our )?[^,]{3,40}) , (?:and )?if (?:it is|it's|they are"
    r"|they're) (?P<state>[^,]+?)(?: ,| then)+ "
    r"(?:(?P<state_too>on|off)|(?P<verb>[a-z]+)(?: it| them)?(?P<way> (?:on|off))?)"
)
""" "Yard light. If it's on, off.", "check the back door, if it's unlocked then lock"."""
_TOPIC_ASKED: Final = re.compile(
    r"(?P<topic>(?:the |my |our )?[^,]{3,40}) , (?P<state>on|off|open|closed|shut|locked|unlocked) or \w+"
)
_WITHOUT_ASKING: Final = re.compile(r"^(?:please )?(?:can|could|would|will) you (?:please )?")
_FILLED: Final = re.compile(
    r"(?:(?<=\bonly)|(?<=\bbut)),?\s+(?:um+|uh+|erm?|like),?\s+(?=if\b|when\b"
    r"|unless\b)"
)
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
        spend(text)
        said = timed(_ALL_OF_THEM.sub(_listed, tidy(text)), self.context.present)
        if topic := self._topic_named(said.text):
            text, said = topic, timed(topic, said.now)
        if wish := self.planned(said):
            return wish
        if wish := self._beside_a_question(said):
            return wish
        skips = self.commands is not None and self.commands.remarks
        if skips and (wish := Telling(self).read(said)):
            return wish
        # What is said around a command is not skipped where it has a time: "give it ten minutes, then …".
        plain = None if skips and said.delays else self.plain(text)
        if plain is None and said.text != text and ASKED.match(said.text):
            plain = self.plain(said.text)
        return plain or self._several(said) or read_started(said.text, self.known, self.context.kept.routines)

    def _topic_named(self, text: str) -> str:
        """ "The lamp, can you turn it off at nine", with the name in the place of "it"."""
        if " , " not in text:
            return ""
        asked = _TOPIC_ASKED.fullmatch(text)
        if asked and self.known(named(asked["topic"])):
            return f"is {asked['topic']} {asked['state']}"
        held = _TOPIC_IF.fullmatch(text)
        if held and self.known(named(held["topic"])):
            does = f"turn {held['state_too']}" if held["state_too"] else f"{held['verb']}{held['way'] or ''}"
            return f"if {held['topic']} is {held['state']} , {does} {held['topic']}"
        match = _TOPIC.fullmatch(text)
        told = _TOPIC_TOLD.fullmatch(text) if match is None else None
        if told and self.known(named(told["topic"])):
            return f"{told['verb']} {told['topic']}{told['behind']}"
        if (
            match is None
            or not self.known(named(match["topic"]))
            or not find_times(text, self.context.present)
        ):
            return ""
        return _WITHOUT_ASKING.sub("", f"{match['before']}{match['topic']}{match['behind']}")

    def planned(self, said: Timed) -> Wish | None:
        text = said.text
        return (
            read_taught(without_politeness(text), self.again, self.context.kept.routines)
            or GivingUp(self).read(said)
            or EventReading(self).read(said)
            or self.errand(said)
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

    def errand(self, said: Timed) -> Wish | None:
        """What is kept may be called by a word that is a name in the home, too: an alarm is no siren."""
        whole = self.commands.masked.unmask(said.text) if self.commands else said.text
        for each in (said, Timed(whole, said.now)) if whole != said.text else (said,):
            for read in (read_timer, read_reminder, read_list, read_plan):
                if wish := read(each, self.context, self.known):
                    return wish
        return read_routine(said.text) or self._announcement(said) or GivingUp(self).dropped(said)

    def _announcement(self, said: Timed) -> Wish | None:
        """What is said with a time may be for then."""
        if self.commands is None or said.places:
            return None
        whole = self.commands.masked.unmask(said.text)
        return read_announcement(whole, self.commands.resolver.is_room, self.known)

    def pointing_at(self, wish: Wish) -> Context:
        """What the second half of a sentence points back to, which has a time of its own."""
        *_, wish = wish.groups
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
        if self.commands is None or said.places or not ASKED.search(said.text) or two_questions(said.text):
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
        if not ERRAND.search(self.commands.masked.unmask(said.text) if self.commands else said.text):
            return None
        for first, second in joints(said.text):
            if wish := self.again(first):
                then = at_that_time(first, f"{second} ", said.now).strip()
                more = self.again(then, self.pointing_at(wish))
                if more and (wish.errands or more.errands):
                    return with_more(wish, beside(more, planned_at(wish), second))
        return None


def _listed(match: re.Match[str]) -> str:
    *names, last = match["names"].split(" , ")
    return f"{' , '.join(names)} and {last.removeprefix('and ')} {match['rest']}"
