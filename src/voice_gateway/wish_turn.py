"""The part of a turn that needs no talk: wishes that were understood."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from voice_gateway import trace
from voice_gateway.answer_turn import AnswerTurn, drafted
from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.conversation import Conversation
from voice_gateway.dialogue import AwaitingChoice, AwaitingYes, Waiting, Yes, agrees, is_stray_yes
from voice_gateway.fast_path import (
    Context,
    FastPath,
    KeptNames,
    completes,
    is_about_last,
    names_are_said,
    objected,
    only_asks,
    regrets,
    says_stop,
    says_the_same,
    stops_the_last,
    with_every_one,
)
from voice_gateway.gate import AGREES, CERTAIN, SURE, WRITTEN_SURE, Judgement, is_told, reconsidered, weighed
from voice_gateway.model_turn import UNASKED
from voice_gateway.models import Draft
from voice_gateway.outcome import TurnOutcome
from voice_gateway.planning import Planning
from voice_gateway.routing import Classification
from voice_gateway.tools import Consent, TurnState
from voice_gateway.wishes import LEAVE_IT, LOOKED_UP, NOTHING, Understanding, Verb, Wish, write_wish
from voice_gateway.wishes.agreement import has_verbs, moves_plans, puts_right, takes_back, with_amounts_read
from voice_gateway.wishes.carry_out import LATER, Interpreter
from voice_gateway.wishes.doable import not_by_halves
from voice_gateway.written_wishes import WrittenWishes

_LONG = 7  # words, of which the rules may well have misread some


@dataclass(frozen=True)
class WishTurn:
    """Reads what is asked for, by rules or by the call maker, and has it carried out."""

    interpreter: Interpreter
    fast_path: FastPath | None
    """Reads what can only be meant one way."""

    writer: WishWriter | None
    """Reads the rest, where there is a call maker."""

    answers: AnswerTurn
    """Takes a yes that is said in other words."""

    left_to_model: frozenset[Verb] = LOOKED_UP
    """Of a wish with one of these, nothing is carried out here."""

    planning: Planning | None = None
    """Who keeps what is not for now."""

    leaves_the_unsure: bool = False
    """Whether what the call maker is not sure of is left to a model; else the person is asked."""

    @cached_property
    def _writing(self) -> WrittenWishes:
        return WrittenWishes(self.writer, self.interpreter.steps, self.planning, self._is_left)

    @property
    def now(self) -> datetime | None:
        """The present of the home; None for that of the machine."""
        return self.planning.desk.now if self.planning else None

    async def routine(self, turn: TurnState) -> Draft | None:
        """What comes of a sentence that is the name of a routine."""
        wish = await self._of_routine(turn.sentence)
        if wish is None:
            return None
        trace.record(trace.Understood(wish=write_wish(wish), by="routine"))
        turn.consent = Consent.GIVEN
        return drafted(await self.interpreter.carry_out(wish, turn), wish)

    async def _of_routine(self, sentence: str) -> Wish | None:
        return await self.planning.desk.book.wish(sentence) if self.planning else None

    async def as_written(self, turn: TurnState, wish: Wish, conversation: Conversation) -> Draft:
        """What comes of a line that the person wrote in the language of wishes."""
        trace.record(trace.Understood(wish=write_wish(wish), by="the person"))
        return drafted(await self.interpreter.carry_out(wish, turn, conversation.last_action), wish)

    async def understood(
        self, turn: TurnState, seen: Classification, conversation: Conversation
    ) -> Understanding | None:
        """What is made of a sentence, by whoever is the first to read it. Nothing is done."""
        if wish := await self._of_routine(turn.sentence):
            return Understanding(wish, "routine")
        wish, _ = self._read(turn, seen, None, conversation, await self.kept())
        if wish and not self._is_left(wish):
            return Understanding(wish, "rules")
        written = await self._writing.faithful(turn, conversation)
        if written is None or written.doubted:
            return None
        return Understanding(written.wish, "call maker", written.confidence)

    async def read_whole(
        self, turn: TurnState, seen: Classification, conversation: Conversation
    ) -> Wish | None:
        """What the rules read without leaving out a word."""
        if wish := await self._of_routine(turn.sentence):
            return wish
        context = self._context(turn, conversation.last_wish, conversation, await self.kept())
        return self.fast_path.read(turn.sentence, seen, context) if self.fast_path else None

    def is_about_what_was_said(
        self, turn: TurnState, seen: Classification, conversation: Conversation, kept: KeptNames
    ) -> bool:
        """Whether it takes back, repeats or moves what was just asked for, and so is no courtesy."""
        if conversation.may_go_on and is_about_last(turn.sentence.lower()):
            return True
        last = conversation.last_wish
        if conversation.just_acted and (regrets(turn.sentence, last) or says_stop(turn.sentence)):
            return True
        if not (kept.routines or (last and (last.is_for_later or last.errands))):
            return False
        wish, _ = self._read(turn, seen, last, conversation, kept)
        moves = wish is not None and conversation.may_go_on and moves_plans(wish)
        return moves or bool(wish and (wish.questions or any(each.tells for each in wish.errands)))

    async def wished(
        self,
        turn: TurnState,
        seen: Classification,
        judged: Judgement,
        waiting: Waiting | None,
        conversation: Conversation,
        kept: KeptNames,
    ) -> Draft | None:
        """What can only be meant one way, done without the model; None when the model must be asked."""
        # Who was just asked something points to the question, and not to what was said before it.
        anew = isinstance(waiting, AwaitingChoice) or conversation.begins_anew(turn.sentence)
        last = None if anew else conversation.last_wish
        wish, skipped = self._read(turn, seen, last, conversation, kept)
        if wish is None or self._is_left(wish):
            return None
        if resolver := self.interpreter.resolver:
            wish = with_amounts_read(wish, judged.verbs, resolver.is_place)
        agreed = says_the_same(wish, judged.verbs) or self._points_back(turn, seen, last)
        doubtful = self.writer and (not agreed or self._writing.is_beyond(wish, turn))
        looked_at = doubtful or (self.writer and len(turn.sentence.split()) >= _LONG)
        # Who puts right what was just done says only what is new, which none but the rules complete.
        looked_at = looked_at and not (puts_right(wish, last) or objected(turn.sentence.lower()))
        if looked_at and await self._writing.corrects(
            wish, judged.verbs, turn, conversation, agreed=not doubtful
        ):
            return None
        trace.record(trace.Understood(wish=write_wish(wish), by="rules"))
        if (
            isinstance(waiting, AwaitingYes)
            and agrees(turn.sentence)
            and self.answers.is_same(wish, waiting, turn)
        ):
            # A yes, and the very same wish in other words.
            return await self.answers.settled(Yes(waiting.asked), turn, waiting)
        turn.consent = judged.consent if wish.is_for_later else judged.now
        if wish.acts and wish.questions:
            turn.consent = judged.beside_a_question
        if not agreed and turn.consent is Consent.GIVEN and not wish.is_for_later:
            turn.consent = Consent.UNSURE
        if (
            takes_back(wish.parts[0])
            or is_about_last(turn.sentence.lower())
            or stops_the_last(wish, last)
            or (conversation.may_go_on and moves_plans(wish))
        ):
            # To take something back, to correct it, or to have it again, is always meant; in a sentence that
            # says more than was understood, something else may be.
            turn.consent = Consent.UNSURE if skipped and wish.errands else Consent.GIVEN
        asks = turn.consent is Consent.UNSURE or judged.asks >= SURE
        goes_on = asks and not skipped and self._points_back(turn, seen, last)
        if goes_on or completes(wish, last) or only_asks(wish):
            # "And the bedroom" asks for nothing by itself; it goes on with what was asked for.
            turn.consent = Consent.GIVEN
        told = not skipped and is_told(turn.sentence)
        if turn.consent is Consent.NONE and told:
            turn.consent = Consent.UNSURE
        # What is kept for later is told in the answer, where everybody can hear what it was taken for.
        if wish.acts and ((skipped and not wish.is_for_later) or turn.consent is not Consent.GIVEN):
            opinion = await self._second_opinion(wish, turn, conversation, skipped=skipped)
            unsure = judged.hints if opinion is Consent.GIVEN else judged.is_command or told
            turn.consent = Consent.UNSURE if unsure else opinion
        if wish.acts and turn.consent is Consent.NONE:
            text = LATER if judged.is_for_later and self.planning is None else UNASKED
            return Draft(text=text, outcome=TurnOutcome.DECLINED)
        wish, turn.consent = await self._allowed(wish, turn, conversation)
        carried = await self.interpreter.carry_out(wish, turn, conversation.deed(wish, turn.sentence))
        return drafted(carried, wish)

    async def _could(self, wish: Wish, turn: TurnState) -> bool:
        """Whether it could be done at all: nothing else is offered."""
        return self.planning is None or await self.planning.could(wish, turn)

    async def _allowed(self, wish: Wish, turn: TurnState, about: Conversation) -> tuple[Wish, Consent]:
        """ "Except the hall", of what was not done, is no word for the rest; what is in vain is told why."""
        if less := about.narrowed(wish):
            return less, Consent.UNSURE
        asks = turn.consent is Consent.UNSURE and len(wish.parts) == 1
        return wish, Consent.GIVEN if asks and not await self._could(wish, turn) else turn.consent

    async def is_talk(self, turn: TurnState, conversation: Conversation) -> bool:
        """Whether the call maker is all but certain that nothing is asked, not even of the web."""
        wish, confidence = await self._writing.write(turn, conversation) or (NOTHING, 0.0)
        return not wish.parts and confidence >= CERTAIN

    async def kept(self) -> KeptNames:
        """The names of what is kept for later, as they are now."""
        return await self.planning.names() if self.planning else KeptNames()

    def _read(
        self,
        turn: TurnState,
        seen: Classification,
        last: Wish | None,
        conversation: Conversation,
        kept: KeptNames,
    ) -> tuple[Wish | None, bool]:
        """What the rules make of the sentence, and whether they skipped words to read it."""
        if self.fast_path is None:
            return None, False
        context = self._context(turn, last, conversation, kept)
        if wish := self.fast_path.read(turn.sentence, seen, context):
            return wish, False
        return self.fast_path.read(turn.sentence, seen, context, remarks=True), True

    def _context(
        self, turn: TurnState, last: Wish | None, conversation: Conversation, kept: KeptNames
    ) -> Context:
        recent, topic = tuple(conversation.recent), conversation.topic
        return Context(last, turn.room, recent, kept, self.now, topic, conversation.left_no_plan)

    def _is_left(self, wish: Wish) -> bool:
        unkept = bool(wish.errands) and self.planning is None and wish.parts != LEAVE_IT.parts
        return unkept or any(step.verb in self.left_to_model for step in wish.steps)

    def _points_back(self, turn: TurnState, seen: Classification, last: Wish | None) -> bool:
        """Whether the sentence can only be read by what was said before it."""
        alone = Context(room=turn.room, now=self.now)
        return bool(last and self.fast_path and self.fast_path.read(turn.sentence, seen, alone) is None)

    async def _second_opinion(
        self, wish: Wish, turn: TurnState, conversation: Conversation, *, skipped: bool
    ) -> Consent:
        """Where it is not sure what is asked for, what the call maker makes of the sentence."""
        written = await self._writing.write(turn, conversation)
        return reconsidered(turn.consent, wish, *written, skipped=skipped) if written else turn.consent

    async def written(self, turn: TurnState, judged: Judgement, conversation: Conversation) -> Draft | None:
        """What the call maker understands, done when it is sure, asked back when it is not; else None."""
        if is_stray_yes(turn.sentence):
            return None
        written = await self._writing.faithful(turn, conversation, judged.verbs)
        commanded = judged.verbs if judged.is_command else ()
        if written and commanded and not written.wish.acts and not has_verbs(written.wish, commanded):
            written = None  # who clearly wants something done is not told how things are
        if written is None and not await self.is_talk(turn, conversation):
            written = await self._writing.guided(turn, conversation, commanded)
        if written is None:
            return None
        wish, confidence, doubted = written
        doubted |= conversation.lends_its_time(wish, turn.sentence)
        agreed = has_verbs(wish, judged.verbs)
        asked = judged.allows(wish, sure=agreed and confidence >= AGREES)
        if doubted and (asked is Consent.NONE or not wish.acts):
            return None
        trace.record(trace.Understood(wish=write_wish(wish), by="call maker", confidence=confidence))
        asked = judged.beside_a_question if wish.questions else asked
        consent = Consent.UNSURE if doubted else weighed(asked, confidence, acts=wish.acts, agreed=agreed)
        if consent is Consent.NONE or (self.leaves_the_unsure and confidence < WRITTEN_SURE):
            return None
        differs = not agreed and bool(judged.verbs or conversation.last_wish is None)
        meant = self._writing.as_misheard(wish, turn)
        # A name that was only guessed is asked about, and so is what a name alone may ask for.
        guessed = meant != wish or (wish.acts and differs) or self._writing.is_only_a_name(turn)
        consent = Consent.UNSURE if guessed and consent is Consent.GIVEN else consent
        steps = self.interpreter.steps
        # Who answers what was not asked, and names nothing, is not offered what was spoken of last.
        stray = judged.only_speaks and not turn.after_question and "?" not in conversation.last_answer
        made_up = stray and not names_are_said(meant, turn.sentence)
        vain = steps is not None and steps.name_nothing(meant, turn.room)
        if consent is Consent.UNSURE and (made_up or vain or not await self._could(meant, turn)):
            if made_up or not agreed or self.leaves_the_unsure or len(meant.parts) > 1:
                return None
            consent = Consent.GIVEN  # nobody is asked about what is not there, but told that it is not
        turn.consent = consent
        if steps:
            meant = with_every_one(meant, turn.sentence, steps.resolver, turn.room)
            meant = not_by_halves(meant, steps, turn.room)
        carried = await self.interpreter.carry_out(meant, turn, conversation.last_action)
        return drafted(carried, meant)
