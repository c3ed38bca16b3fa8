"""The part of a turn that takes answers to our own questions: yes, no, which one, and more along with it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage

from voice_gateway.call_maker.writer import WishWriter, Written
from voice_gateway.conversation import Conversation
from voice_gateway.devices.guard import SAY_YES
from voice_gateway.devices.words import FILLERS, roots
from voice_gateway.dialogue import (
    Again,
    AskedCall,
    AwaitingChoice,
    AwaitingYes,
    Chosen,
    No,
    Now,
    Reading,
    Unclear,
    Waiting,
    Yes,
    agrees,
    agrees_in_fun,
    agrees_plainly,
    asks_back,
    at_present,
    limited,
    read_answer,
    read_answer_and_more,
    read_choice_loosely,
    refuses,
    sounds_like_answer,
)
from voice_gateway.fast_path import Context, FastPath, at_another_time, corrected
from voice_gateway.gate import AGREES, CERTAIN, WRITTEN_POSSIBLE, WRITTEN_SURE
from voice_gateway.models import Draft
from voice_gateway.outcome import TurnOutcome
from voice_gateway.planning import Planning
from voice_gateway.routing import Classification
from voice_gateway.tools import Approved, Consent, TurnState, as_messages
from voice_gateway.truth import what_happened
from voice_gateway.wishes import Target, Wish, write_wish
from voice_gateway.wishes.agreement import leaves_out_more
from voice_gateway.wishes.carried import Carried
from voice_gateway.wishes.carry_out import LEFT_ALONE, Interpreter

_LEAD = re.compile(r"^(?:(?:yes|yeah|yep|sure|ok(?:ay)?|no|nope|nah|later|well)\b[\s,]*)+(?:but\b\s*)?", re.I)
"""What leads to a correction: "yes, but make it …", "no, …"."""

_UNSURE = re.compile(r"\bnot (?:at|for|in|by|until|from)\b|\b(?:leave|leaving|keep|let|stays?)\b", re.I)
""" "For two, not at two" denies how an amount was taken; "leave it open" asks for nothing to be opened."""

TOO_LATE = "That question is no longer open, so I've left it as it is. Say it again if you still want it."


@dataclass(frozen=True)
class AnswerTurn:
    """Has carried out what an answer settles."""

    interpreter: Interpreter
    fast_path: FastPath | None
    """Reads what is said along with the answer."""

    patience: float
    """Seconds for which a question waits for its answer."""

    planning: Planning | None = None
    """Who knows the present of the home."""

    writer: WishWriter | None = None
    """Reads the answers that no grammar knows, where there is a call maker."""

    async def replied(
        self,
        turn: TurnState,
        seen: Classification,
        waiting: Waiting,
        conversation: Conversation,
        *,
        too_late: bool,
    ) -> Draft | None:
        """What comes of an answer to the question that waited; None when the sentence is no answer to it."""
        now = self._now(waiting, turn, conversation)
        answer = read_answer(turn.sentence, waiting, now)
        if too_late:
            answered = isinstance(answer, Yes | Chosen)
            return Draft(text=TOO_LATE, outcome=TurnOutcome.DECLINED) if answered else None
        if some := limited(turn.sentence, waiting):
            return await self.settled(No(), turn, waiting, some)
        if isinstance(answer, Again):
            conversation.wait_for(waiting, self.patience)
            return Draft(text=waiting.question, outcome=TurnOutcome.ASKED_BACK)
        if not isinstance(answer, Unclear):
            return await self.settled(answer, turn, waiting)
        draft = await self._and_more(turn, seen, waiting) or await self._put_right(turn, seen, waiting)
        return draft or await self._in_other_words(turn, waiting, conversation)

    async def _put_right(self, turn: TurnState, seen: Classification, waiting: Waiting) -> Draft | None:
        """What comes of a correction of what was only asked about: "not the hall one, the landing"."""
        asked = waiting.wish if isinstance(waiting, AwaitingYes) else None
        if asked is None or self.fast_path is None:
            return None
        if _UNSURE.search(turn.sentence):
            return None  # what else is meant by it is not known
        context = Context(asked, turn.room, now=self.planning.desk.now if self.planning else None)
        bare = _LEAD.sub("", turn.sentence)
        if bare != turn.sentence and (meant := at_another_time(asked, bare, context.present)):
            return await self.settled(No(), turn, waiting, meant)
        for said in dict.fromkeys((turn.sentence, bare)):
            wish = self.fast_path.read(said, seen, context)
            if wish and (meant := corrected(asked, wish)) and meant != asked:
                if leaves_out_more(meant, asked) and not agrees(turn.sentence):
                    # To leave something out of what is asked about is no word for the rest.
                    turn.consent = Consent.UNSURE
                    return drafted(await self.interpreter.carry_out(meant, turn), meant)
                return await self.settled(No(), turn, waiting, meant)
        return None

    def _now(self, waiting: Waiting, turn: TurnState, conversation: Conversation) -> Now:
        """How what a question offers is at present."""
        home, last = self.interpreter.home, conversation.last_action
        if home is None or not isinstance(waiting, AwaitingChoice):
            return {}
        return at_present(waiting, home.registry, turn.room, last.before if last else ())

    async def _and_more(self, turn: TurnState, seen: Classification, waiting: Waiting) -> Draft | None:
        """What comes of an answer that goes on with another wish."""
        if self.fast_path is None:
            return None
        for answer, more in read_answer_and_more(turn.sentence, waiting):
            last = waiting.wish if isinstance(waiting, AwaitingYes) else None
            context = Context(last, turn.room, now=self.planning.desk.now if self.planning else None)
            # "Yes, and the lamp too" goes on with what was asked about.
            wish = self.fast_path.read(more, seen, context) or self.fast_path.read(
                f"and {more}", seen, context
            )
            if wish:
                return await self.settled(answer, turn, waiting, wish)
        return None

    async def _in_other_words(
        self, turn: TurnState, waiting: Waiting, conversation: Conversation
    ) -> Draft | None:
        """What comes of a yes or a choice that the call maker alone understands: "you read my mind"."""
        written = await self._written(turn, waiting, conversation)
        if written is None:
            return None
        if isinstance(waiting, AwaitingYes):
            if self._is_guarded(waiting, turn) and not agrees_plainly(turn.sentence):
                return None  # no door is opened but at a word of agreement
            agreed = agrees(turn.sentence) or agrees_in_fun(turn.sentence)
            sure = AGREES if agreed else WRITTEN_SURE
            meant = written.confidence >= sure and self.is_same(written.wish, waiting, turn)
            return await self.settled(Yes(waiting.asked), turn, waiting) if meant else None
        steps = written.wish.steps
        named = [{*roots(step.target.name)} - FILLERS for step in steps]
        fitting = [[one.device_id for one in waiting.options if words <= one.words] for words in named]
        verbs = {step.verb for step in steps}
        said = roots(turn.sentence.lower())
        sure = WRITTEN_SURE if all(words & {*said} for words in named) else CERTAIN
        if written.confidence < sure or verbs != {waiting.step.verb} or not all(fitting):
            return None
        ids = tuple(one.device_id for one in waiting.options if [one.device_id] in fitting)
        return await self.settled(Chosen(ids), turn, waiting) if len(ids) == len(steps) else None

    async def _changed(
        self, turn: TurnState, waiting: AwaitingYes, conversation: Conversation
    ) -> Draft | None:
        """What comes of an answer that wants something else done with the same thing: "yes, but halfway"."""
        written = await self._written(turn, waiting, conversation)
        if written is None or waiting.wish is None:
            return None
        meant = self.interpreter.meant_by(written.wish, turn)
        if written.confidence < WRITTEN_POSSIBLE or not meant:
            return None
        if meant != self.interpreter.meant_by(waiting.wish, turn):
            return None
        sure = agrees(turn.sentence) and written.confidence >= WRITTEN_SURE
        turn.consent = Consent.GIVEN if sure else Consent.UNSURE
        return drafted(await self.interpreter.carry_out(written.wish, turn), written.wish)

    async def _written(self, turn: TurnState, waiting: Waiting, conversation: Conversation) -> Written | None:
        """What the call maker reads in the answer, which it sees together with the question."""
        if self.writer is None or asks_back(turn.sentence) or refuses(turn.sentence):
            return None
        before = conversation.turn_before
        if isinstance(waiting, AwaitingChoice) and before:
            before = before[0], write_wish(waiting.planned or Wish((waiting.step, *waiting.rest)))
        asked = (conversation.last_answer or waiting.question).removesuffix(SAY_YES).strip()
        return await self.writer.write_wish(turn.sentence, before, asked)

    def _is_guarded(self, waiting: AwaitingYes, turn: TurnState) -> bool:
        """Whether what waits opens, floods, heats or screams, so that it takes a clear yes."""
        steps, wish = self.interpreter.steps, waiting.wish
        if steps and wish and any(steps.guarded(step, turn.room) for step in wish.steps):
            return True
        return waiting.question.endswith(SAY_YES)

    def is_same(self, wish: Wish, waiting: AwaitingYes, turn: TurnState) -> bool:
        """Whether the wish comes to the same steps on the same devices as the one that waits."""
        asked = waiting.wish.steps if waiting.wish else ()
        if waiting.wish is None or [step.verb for step in wish.steps] != [step.verb for step in asked]:
            return False
        for step, its in zip(wish.steps, asked, strict=True):
            if step.value not in (None, its.value) or step.lasting not in (None, its.lasting):
                return False  # "yes, but make it twenty"
        if wish.when not in (None, waiting.wish.when):
            return False
        meant = self.interpreter.meant_by(waiting.wish, turn)
        return wish == waiting.wish if not meant else meant == self.interpreter.meant_by(wish, turn)

    async def settled(
        self, answer: Reading, turn: TurnState, waiting: Waiting, more: Wish | None = None
    ) -> Draft | None:
        """Do what the answer settles, and then what else was asked for along with it."""
        turn.consent = Consent.GIVEN
        wish: Wish | None = None
        match answer:
            case Yes() if turn.caller.no_yes:
                carried = Carried(said=[turn.caller.no_yes], outcome=TurnOutcome.DECLINED)
            case Yes(asked):
                carried = await self._agreed(asked, turn)
                wish = waiting.wish if isinstance(waiting, AwaitingYes) else None
            case Chosen(device_ids) if isinstance(waiting, AwaitingChoice):
                carried = await self.interpreter.choose(waiting, device_ids, turn)
                wish = self._about(waiting, device_ids)
            case No():
                rest = waiting.rest if isinstance(waiting, AwaitingChoice) else ()
                carried = await self.interpreter.carry_out(Wish(rest), turn)
                if more is None or rest:
                    carried.said.insert(0, LEFT_ALONE)
                wish = Wish(rest) if rest else None
                carried.outcome = None if rest or more else TurnOutcome.DECLINED
            case _:
                return None
        if more is not None:
            carried.add(await self.interpreter.carry_out(more, turn))
            wish = replace(more, parts=(*(wish.parts if wish else ()), *more.parts))
        return drafted(carried, wish)

    async def loosely(self, turn: TurnState, waiting: Waiting, conversation: Conversation) -> Draft | None:
        """A choice, or a no, among words that were not understood: "whichever is in the bathroom"."""
        if isinstance(waiting, AwaitingChoice):
            now = self._now(waiting, turn, conversation)
            return await self.settled(read_choice_loosely(turn.sentence, waiting, now), turn, waiting)
        if refuses(turn.sentence):
            return await self.settled(No(), turn, waiting)
        return await self._changed(turn, waiting, conversation)

    async def _agreed(self, asked: Sequence[AskedCall], turn: TurnState) -> Carried:
        turn.approved = tuple(
            Approved(each.call["name"], each.call["args"], each.agreed_to) for each in asked
        )
        calls = [each.call for each in asked]
        results = await self.interpreter.executor.run_all(calls, self.interpreter.manager.all(), turn)
        return Carried(calls, results)

    def asked_again(self, turn: TurnState, waiting: Waiting, conversation: Conversation) -> Draft | None:
        """After a choice, a yes or a no that was not understood: the question once more, and nothing else."""
        about = isinstance(waiting, AwaitingChoice) or sounds_like_answer(turn.sentence)
        if waiting.asked_again or not about:
            return None
        conversation.wait_for(replace(waiting, asked_again=True), self.patience)
        return Draft(text=waiting.question, outcome=TurnOutcome.ASKED_BACK)

    def _about(self, waiting: AwaitingChoice, device_ids: Sequence[str]) -> Wish:
        """The wish as if the chosen devices had been named."""
        home = self.interpreter.home
        found = [home.registry.get(one) for one in device_ids] if home else []
        names = " and ".join(device.label for device in found if device)
        chosen = replace(waiting.step, target=Target(names))
        if waiting.planned is None:
            return Wish((chosen,))
        parts = tuple(chosen if part == waiting.step else part for part in waiting.planned.parts)
        return replace(waiting.planned, parts=parts)


def drafted(carried: Carried, wish: Wish | None) -> Draft:
    """What has come of a wish, as the answer of a turn."""
    text = " ".join(part for part in (what_happened(carried.results), *carried.said) if part)
    draft = Draft(
        text, carried.calls, carried.results, outcome=carried.outcome, wish=wish, choice=carried.waiting
    )
    if carried.calls:
        draft.messages = [
            AIMessage("", tool_calls=carried.calls), *as_messages(carried.calls, carried.results)
        ]  # fmt: skip
    return draft
