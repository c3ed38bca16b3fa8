"""What the call maker makes of a sentence, held against what was said."""

import logging
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

from voice_gateway.call_maker.prompt import points_back
from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.conversation import Conversation
from voice_gateway.devices import Matched, Resolver, Unknown
from voice_gateway.devices.words import FILLERS, roots
from voice_gateway.errors import ModelError
from voice_gateway.fast_path import (
    as_it_rings,
    as_moved,
    at_no_such_time,
    goes_no_wider,
    is_counted_on,
    is_faithful,
    is_there,
    is_worth_asking,
    keeps_the_times,
    meant_by,
    names_are_said,
    names_what_was_named,
    of_what_was_planned,
    repeated_with,
    unmasked,
    wants_nothing,
    with_its_aspect,
    with_ordinary_names,
    with_the_times_said,
    with_the_whole_name,
    with_what_else_is_on,
)
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.gate import AGREES, WRITTEN_DOUBTED, WRITTEN_POSSIBLE, WRITTEN_SURE
from voice_gateway.planning import Planning
from voice_gateway.tools import TurnState
from voice_gateway.wishes import (
    LEAVE_IT,
    NOTHING,
    UNNAMED,
    Asking,
    Deed,
    Errand,
    Question,
    Target,
    Thing,
    Verb,
    Wish,
)
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.agreement import has_verbs, leaves_out, lists_are_said, says_more, verbs_called
from voice_gateway.wishes.device_steps import GROCERIES, DeviceSteps
from voice_gateway.wishes.doable import is_beyond

log = logging.getLogger(__name__)

_FEW_WORDS = 4
_USUAL_LISTS = GROCERIES | {"to do", "to-do", "todo", "errands"}
_KEPT = frozenset({"timers", "alarms", "reminders"})


class Proposal(NamedTuple):
    """A wish that the call maker proposes, and how sure it is of it."""

    wish: Wish
    confidence: float
    doubted: bool = False
    """It does not keep to every word, and is never more than asked about."""


@dataclass(frozen=True)
class WrittenWishes:
    writer: WishWriter | None
    steps: DeviceSteps | None
    planning: Planning | None
    is_left: Callable[[Wish], bool]
    """Whether others do better what a wish says."""

    @property
    def resolver(self) -> Resolver | None:
        return self.steps.resolver if self.steps else None

    async def write(
        self, turn: TurnState, conversation: Conversation, verbs: Collection[str] = ()
    ) -> tuple[Wish, float] | None:
        """What the call maker writes for the sentence, and how sure it is; None without a call maker.

        With `verbs`, it is told that these are asked for.
        """
        try:
            written = await self._write(turn.sentence.lower(), conversation, verbs_called(verbs))
        except ModelError as error:
            log.warning("The call maker could not be asked: %s", error.message)
            return None
        if written is None or self.steps is None:
            return written
        wish, confidence = written
        return with_the_whole_name(wish, turn.sentence, self.steps, turn.room), confidence

    async def _write(
        self, said: str, conversation: Conversation, verbs: frozenset[Verb]
    ) -> tuple[Wish, float] | None:
        if self.writer is None:
            return None
        before, answer = conversation.said_before(said)
        written = await self.writer.write_wish(said, before, answer, verbs)
        if written.confidence < WRITTEN_SURE and self.resolver:
            # It may stumble over a name: "turn on the fire exit lamp" is read with another in its place.
            masked = with_ordinary_names(said, self.resolver.devices)
            other = await self.writer.write_wish(masked.text, before, answer, verbs)
            if other.confidence > written.confidence:
                return unmasked(other.wish, masked), other.confidence
        return written.wish, written.confidence

    async def faithful(
        self, turn: TurnState, conversation: Conversation, verbs: Collection[str] = ()
    ) -> Proposal | None:
        """What the call maker writes, where it adds nothing to what was said or is worth asking about."""
        wish, confidence = await self.write(turn, conversation) or (NOTHING, 0.0)
        if not wish.parts or self.is_left(wish):
            return None
        last = conversation.last_wish
        wish = as_it_rings(wish, turn.sentence)
        if wish == LEAVE_IT and last and last.is_for_later and _speaks_of(last, turn.sentence):
            # "Forget about turning it on" gives up what was planned, and is not only words.
            wish = Wish((Errand(Thing.PLAN, Deed.CANCEL, "last"),))
        # Who points back to something knows by now what it is.
        if any(step.target.name in UNNAMED for step in wish.steps):
            return None
        agreed, told = has_verbs(wish, verbs), _told_before(turn.sentence, conversation)
        if not await self._are_lists(wish, f"{turn.sentence} {told}"):
            sure = agreed and confidence >= AGREES and lists_are_said(wish, turn.sentence)
            if wish.acts or not (sure or confidence >= WRITTEN_SURE):
                return Proposal(wish, confidence, doubted=True) if sure else None
        if last and len(last.parts) > 1 and _gives_up_a_plan(wish):
            # "Forget about the lock bit": perhaps only that.
            return Proposal(wish, confidence, doubted=True)
        if self.planning:
            timed = with_the_times_said(wish, turn.sentence, self.planning.desk.now)
            wish = repeated_with(timed, turn.sentence, last)
        wish = with_what_else_is_on(wish, turn.sentence, self.resolver)
        wish = as_moved(with_its_aspect(wish, turn.sentence, self.resolver, turn.room), spoken(turn.sentence))
        if self._is_as_said(wish, turn, last):
            return Proposal(of_what_was_planned(wish, last, turn.sentence, self.resolver), confidence)
        return self._doubted(wish, confidence, turn, last, told, agreed=agreed)

    def _doubted(
        self, wish: Wish, confidence: float, turn: TurnState, last: Wish | None, told: str, *, agreed: bool
    ) -> Proposal | None:
        """What is not as it was said, where what was told before explains it or it is worth asking about."""
        if not self._can_be_asked(wish, turn, last):
            return None
        idle = wants_nothing(turn.sentence, last)
        explained = not wish.acts or (
            # Who answers or corrects says only what is new.
            bool(told) and not idle and names_are_said(wish, f"{turn.sentence} {told}")
        )
        if explained and confidence >= (WRITTEN_POSSIBLE if agreed and not wish.acts else WRITTEN_SURE):
            return Proposal(wish, confidence)
        if not wish.acts:
            return None
        near = is_worth_asking(wish, turn.sentence, last, agreed=agreed)
        worth = near and (agreed or confidence >= WRITTEN_DOUBTED)
        sure = agreed and confidence >= WRITTEN_DOUBTED and not idle
        worth |= sure and (confidence >= WRITTEN_SURE or names_are_said(wish, turn.sentence))
        return Proposal(wish, confidence, doubted=True) if worth else None

    async def guided(
        self, turn: TurnState, conversation: Conversation, verbs: Collection[str]
    ) -> Proposal | None:
        """What the call maker writes when it is told which verbs are asked for. It is only worth asking."""
        wish, confidence = await self.write(turn, conversation, verbs) or (NOTHING, 0.0)
        if self.planning:
            wish = with_the_times_said(wish, turn.sentence, self.planning.desk.now)
        told = bool(verbs) and has_verbs(wish, verbs)
        if not told or self.is_left(wish) or not await self._are_lists(wish, turn.sentence):
            return None
        near = is_worth_asking(wish, turn.sentence, conversation.last_wish, agreed=True)
        worth = near and wish.acts and self._can_be_asked(wish, turn, conversation.last_wish)
        return Proposal(wish, confidence, doubted=True) if worth else None

    def _can_be_asked(self, wish: Wish, turn: TurnState, last: Wish | None) -> bool:
        """Whether it does nothing to what is left out, nor at some time in place of "every other week"."""
        no_time = self.planning and at_no_such_time(wish, turn.sentence, self.planning.desk.now)
        if no_time or is_counted_on(turn.sentence, last):
            return False
        return goes_no_wider(wish, spoken(turn.sentence), self.resolver, turn.room)

    async def corrects(
        self,
        wish: Wish,
        verbs: Collection[str],
        turn: TurnState,
        conversation: Conversation,
        *,
        agreed: bool,
    ) -> bool:
        """Whether the call maker writes another wish, of these verbs, with nothing that was not said.

        It must be one that the home can do. It must be sure of it where both only ask, where others agree
        to what was read, and where it does not keep to every word, so that it is only asked about.
        """
        written = await self.faithful(turn, conversation, verbs)
        if written is None or not has_verbs(written.wish, verbs):
            return False
        if written.doubted and (agreed or written.confidence < WRITTEN_SURE):
            return False
        if written.wish == wish and agreed:
            return False
        if agreed and written.confidence < WRITTEN_SURE and not says_more(written.wish, wish):
            return False
        if leaves_out(written.wish, wish) or _asks_what_is_kept(wish):
            return False
        fitting = says_more(written.wish, wish) or not has_verbs(wish, verbs)
        enough = AGREES if fitting else WRITTEN_SURE
        sure = wish.acts or written.wish.acts or written.confidence >= enough
        fits = not self.is_beyond(written.wish, turn) and not self._asks_of_nothing(written.wish, turn)
        return sure and fits

    def _asks_of_nothing(self, wish: Wish, turn: TurnState) -> bool:
        """Whether it asks of something that is not there: "lists" are no devices."""
        names = (asking.target.name for asking in wish.questions if asking.question is not Question.PLANNED)
        resolver = self.resolver
        return resolver is not None and any(not is_there(name, resolver, turn.room) for name in names if name)

    def is_beyond(self, wish: Wish, turn: TurnState) -> bool:
        """Whether it is known that the home cannot do it."""
        return self.steps is not None and is_beyond(wish, self.steps, turn.room)

    def is_only_a_name(self, turn: TurnState) -> bool:
        """Whether nothing is said but what something is called: "lights"."""
        name = turn.sentence.lower().strip(" .!")
        return self.resolver is not None and isinstance(self.resolver.resolve(name, room=turn.room), Matched)

    def as_misheard(self, wish: Wish, turn: TurnState) -> Wish:
        """With the name that a device has: one that is almost written so, or the only one that was named."""
        resolver = self.resolver
        if resolver is None or len(wish.parts) != 1 or wish.is_for_later or not wish.steps:
            return wish
        step = wish.steps[0]
        found = resolver.resolve(step.target.words, action=action_of(step), room=turn.room)
        if not isinstance(found, Unknown):
            return wish
        meant = meant_by(step, turn.sentence, resolver, turn.room)
        return replace(wish, parts=(replace(step, target=Target(meant.label)),)) if meant else wish

    async def _are_lists(self, wish: Wish, sentence: str) -> bool:
        """Whether every list is one that there is, or is called a list: there is none of "crisps"."""
        named = {errand.name for errand in wish.errands if errand.thing is Thing.LIST and errand.name}
        if self.planning is None or not named:
            return True
        known = {*await self.planning.desk.lists.names(), *_USUAL_LISTS}
        said = sentence.lower()
        return all(name in known or re.search(rf"\b{re.escape(name)} list\b", said) for name in named)

    def _is_as_said(self, wish: Wish, turn: TurnState, last: Wish | None) -> bool:
        """Whether what a model wrote adds nothing to the sentence: no name, no amount, no time."""
        resolver, sentence = self.resolver, turn.sentence
        if not is_faithful(wish, sentence, resolver, last, turn.room):
            return False
        if resolver and not names_what_was_named(wish, sentence, resolver, last, turn.room):
            return False
        if self.planning is None:
            return True
        return keeps_the_times(wish, sentence, self.planning.desk.now, self.planning.desk.location)


def _told_before(sentence: str, conversation: Conversation) -> str:
    """What was said before, where the sentence points back to it."""
    before, answer = conversation.said_before(sentence)
    return " ".join([*(before or ()), answer]) if points_back(sentence, answer) else ""


def _asks_what_is_kept(wish: Wish) -> bool:
    """Whether it asks for timers, alarms or reminders, which other things may be called as well."""
    return bool(wish.parts) and all(
        isinstance(part, Asking) and part.question is Question.PLANNED and part.target.name in _KEPT
        for part in wish.parts
    )


def _gives_up_a_plan(wish: Wish) -> bool:
    return any(errand.thing is Thing.PLAN and errand.deed is Deed.CANCEL for errand in wish.errands)


def _speaks_of(last: Wish, sentence: str) -> bool:
    """Whether what was asked for last can be meant: nothing else is spoken of."""
    said = {*roots(sentence.lower())} - FILLERS
    named = {root for part in last.named for root in roots(part.target.words)}
    return len(said) <= _FEW_WORDS or bool(said & named)
