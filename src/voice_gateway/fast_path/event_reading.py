"""Reads what is to be done when something happens."""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from voice_gateway.fast_path.commands import HIS
from voice_gateway.fast_path.events import awaited
from voice_gateway.fast_path.facts import Fact, read_fact, told
from voice_gateway.fast_path.groups import AND_THEN, RINGS, with_its_end, with_more
from voice_gateway.fast_path.routines import read_started
from voice_gateway.fast_path.spoken import spoken, without_politeness
from voice_gateway.fast_path.timed import Timed
from voice_gateway.fast_path.wanted import without_you
from voice_gateway.times import After
from voice_gateway.wishes import Event, Step, Target, Verb, Wish

if TYPE_CHECKING:
    from voice_gateway.fast_path.reading import Reading

TELL: Final = re.compile(
    r"(?:tell|inform|alert|warn|notify|ping|buzz|holler at|shout (?:at|to)|message) (?:me|us)"
    r"(?: (?:about it|so))?"
    r"|(?:you )?(?:let (?:me|us) know|holler at me|say (?:me )?it|speak up|say so|say something)"
    r"|give (?:me|us) a (?:shout|nudge|heads[- ]up|ping|call|shout out|holler)|i(?:'d like| want) to know"
    r"|make an announcement"
)
_AND_TELL: Final = re.compile(rf"(?P<body>.+?)(?: ,)? and (?:also )?(?:{TELL.pattern})")
_HER: Final = re.compile(r"\b(?:her|his|their) (?P<what>\w+)")
SAY: Final = re.compile(
    r"(?:say|announce|broadcast|(?:tell|inform) (?:me|us|everyone|everybody)(?= that ))(?: that)? "
    r"(?P<words>(?!(?:if|when|what|who|how|why|where|whether|which|about|to|as|once|it|so)\b).+)"
)
_UNTIL: Final = re.compile(r"(?P<body>.+?)(?: ,)? (?:until|till|til) (?P<fact>.+)")
_ANY_EVENT: Final = re.compile(
    r"\b(?:when|whenever|anytime|as soon as|once|after|moment|minute|second|instant|time|if|in case|means)\b"
)


@dataclass(frozen=True)
class EventReading:
    whole: "Reading"

    def read(self, said: Timed) -> Wish | None:
        return self._when_it_rings(said) or self._event(said.text) or self._until(said.text)

    def _event(self, text: str) -> Wish | None:
        """What is waited for, and what is then done, told or reminded of."""
        if self.whole.commands is None or not _ANY_EVENT.search(text):
            return None
        for each in awaited(without_politeness(text)):
            about = self._whose(each.fact.condition.about, each.body)
            if about and not self.whole.known(about):
                continue
            wish = self._body(self._theirs(each.body, about), each.fact, about)
            about = about or (wish.named[0].target.name if wish and wish.named else "")
            if wish is None or not about or wish.when or wish.also or not (wish.acts or wish.errands):
                continue
            event = Event(replace(each.fact.condition, about=about), each.always, each.held)
            return replace(wish, when=event, only_if=each.only_if or wish.only_if)
        return None

    def _until(self, text: str) -> Wish | None:
        """What is done at once, and put back when something is so: "fan on until the lounge is below 20"."""
        ends = self.whole.commands and _UNTIL.search(text)
        match = _UNTIL.fullmatch(without_politeness(text)) if ends else None
        facts = read_fact(match["fact"], bare=True) if match else []
        if match is None or not facts:
            return None
        bodies = (self.whole.again(match["body"]), *self.whole.commands_in(match["body"]))
        wish = next((each for each in bodies if each and each.acts), None)
        if wish is None or wish.when or wish.also or wish.parts != wish.steps:
            return None
        if any(step.lasting for step in wish.steps):
            return None
        for fact in facts:
            measured = fact.condition.below is not None or fact.condition.above is not None
            about = fact.condition.about or ("" if measured else wish.steps[-1].target.name)
            if self.whole.known(about):
                end = Event(replace(fact.condition, about=about))
                return replace(wish, parts=tuple(replace(step, lasting=end) for step in wish.steps))
        return None

    def _theirs(self, body: str, about: str) -> str:
        """ "When Nana's room is cold, turn her radiator up": hers is that of whose room it is."""
        commands = self.whole.commands
        if commands is None or not about:
            return body

        def owned(thing: re.Match[str]) -> str:
            return commands.of_owner(thing["what"], (Step(Verb.ON, Target(about)),)) or thing[0]

        room = about if commands.resolver.is_room(about) else ""
        return _HER.sub(owned, body.replace(" in there", f" in the {room}") if room else body)

    def _whose(self, about: str, body: str) -> str:
        """ "Turn on Aaji's fan when her room is warm": hers is that of the thing that was named."""
        whose, commands = HIS.fullmatch(about), self.whole.commands
        if whose is None or commands is None:
            return about
        name = commands.mentioned(spoken(body))
        return commands.of_owner(whose["what"], (Step(Verb.ON, Target(name)),)) or about

    def _when_it_rings(self, said: Timed) -> Wish | None:
        """ "Set a timer for ten minutes and when it's done turn off the lamp"."""
        if (match := RINGS.fullmatch(said.text) or AND_THEN.fullmatch(said.text)) is None:
            return None
        wish = self.whole.again(match["timer"])
        span = wish.errands[-1].span if wish and wish.errands else None
        then = self.whole.again(match["body"]) if span else None
        if wish is None or span is None or then is None or then.when or then.errands:
            return None
        return with_more(wish, replace(then, when=After(span)))

    def _body(self, text: str, fact: Fact, about: str) -> Wish | None:
        body = with_its_end(without_you(without_politeness(text)))
        if TELL.fullmatch(body):
            return Wish((Step(Verb.ANNOUNCE, words=told(fact, about)),)) if about else None
        if match := SAY.fullmatch(body):
            return Wish((Step(Verb.ANNOUNCE, words=match["words"]),))
        if (
            (match := _AND_TELL.fullmatch(body))
            and about
            and (wish := self._body(match["body"], fact, about))
        ):
            return replace(wish, parts=(*wish.parts, Step(Verb.ANNOUNCE, words=told(fact, about))))
        alone = self.whole.alone(about)
        routines = self.whole.context.kept.routines
        if routines and (wish := read_started(body, lambda _: True, routines)):
            return wish
        return alone.read(body) or next(alone.commands_in(body), None)
