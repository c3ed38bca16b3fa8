"""The part of a turn that needs no talk: answers to our own questions, and wishes that were understood."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage

from voice_gateway import trace
from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.conversation import Conversation
from voice_gateway.dialogue import (
    Again,
    AskedCall,
    AwaitingChoice,
    AwaitingYes,
    Chosen,
    No,
    Waiting,
    Yes,
    read_answer,
    said_again,
    sounds_like_answer,
)
from voice_gateway.fast_path import Context, FastPath, unmasked, with_ordinary_names
from voice_gateway.gate import Judgement, reconsidered, weighed
from voice_gateway.model_turn import UNASKED
from voice_gateway.models import Draft
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import Classification
from voice_gateway.tools import Approved, Consent, TurnState, as_messages
from voice_gateway.truth import what_happened
from voice_gateway.wishes import NOTHING, Asking, Step, Target, Verb, Wish, write_wish
from voice_gateway.wishes.carry_out import LATER, Carried, Interpreter

LEFT_ALONE = "Okay, I've left it as it is."
TOO_LATE = "That question is no longer open, so I've left it as it is. Say it again if you still want it."

LOOKED_UP = frozenset({Verb.SEARCH, Verb.WEATHER, Verb.CALCULATE})
"""What a wish may say and others do better: searching, and reckoning."""


@dataclass(frozen=True)
class WishTurn:
    """Reads what is asked for, by rules or by the call maker, and has it carried out."""

    interpreter: Interpreter
    fast_path: FastPath | None
    """Reads what can only be meant one way."""

    writer: WishWriter | None
    """Reads the rest, where there is a call maker."""

    patience: float
    """Seconds for which a question waits for its answer."""

    async def replied(  # noqa: PLR0911 - one return for each kind of answer
        self, turn: TurnState, waiting: Waiting, conversation: Conversation, *, too_late: bool
    ) -> Draft | None:
        """What comes of an answer to the question that waited; None when the sentence is no answer to it."""
        answer = read_answer(turn.sentence, waiting)
        if too_late:
            answered = isinstance(answer, Yes | Chosen)
            return Draft(text=TOO_LATE, outcome=TurnOutcome.DECLINED) if answered else None
        match answer:
            case Yes(asked):
                return await self._agreed(asked, waiting, turn)
            case Chosen(device_ids) if isinstance(waiting, AwaitingChoice):
                carried = await self.interpreter.choose(waiting.step, device_ids, turn, waiting.rest)
                return _carried_out(carried, self._about(waiting.step, device_ids))
            case No() if isinstance(waiting, AwaitingChoice) and waiting.rest:
                carried = await self.interpreter.carry_out(Wish(waiting.rest), turn)
                carried.said.insert(0, LEFT_ALONE)
                return _carried_out(carried, Wish(waiting.rest))
            case No():
                return Draft(text=LEFT_ALONE, outcome=TurnOutcome.DECLINED)
            case Again():
                conversation.wait_for(waiting, self.patience)
                return Draft(text=waiting.question, outcome=TurnOutcome.ASKED_BACK)
        return None

    async def _agreed(self, asked: Sequence[AskedCall], waiting: Waiting, turn: TurnState) -> Draft:
        turn.approved = tuple(
            Approved(each.call["name"], each.call["args"], each.agreed_to) for each in asked
        )
        calls = [each.call for each in asked]
        results = await self.interpreter.executor.run_all(calls, self.interpreter.manager.all(), turn)
        wish = waiting.wish if isinstance(waiting, AwaitingYes) else None
        return _carried_out(Carried(calls, results), wish)

    def asked_again(self, turn: TurnState, waiting: Waiting, conversation: Conversation) -> Draft | None:
        """After a choice, a yes or a no that was not understood: the question once more, and nothing else."""
        about = isinstance(waiting, AwaitingChoice) or sounds_like_answer(turn.sentence)
        if waiting.asked_again or not about:
            return None
        conversation.wait_for(replace(waiting, asked_again=True), self.patience)
        return Draft(text=waiting.question, outcome=TurnOutcome.ASKED_BACK)

    def _about(self, step: Step, device_ids: Sequence[str]) -> Wish:
        """The step as if the chosen devices had been named."""
        home = self.interpreter.home
        found = [home.registry.get(one) for one in device_ids] if home else []
        names = " and ".join(device.label for device in found if device)
        return Wish((replace(step, target=Target(names)),))

    async def wished(
        self,
        turn: TurnState,
        seen: Classification,
        judged: Judgement,
        waiting: Waiting | None,
        conversation: Conversation,
    ) -> Draft | None:
        """What can only be meant one way, done without the model; None when the model must be asked."""
        if self.fast_path is None:
            return None
        # Who was just asked something points to the question, and not to what was said before it.
        last = None if isinstance(waiting, AwaitingChoice) else conversation.last_wish
        wish = self.fast_path.read(turn.sentence, seen, Context(last, turn.room))
        if wish is None:
            return None
        trace.record(trace.Understood(wish=write_wish(wish), by="rules"))
        turn.consent = judged.consent if wish.is_for_later else judged.now
        if is_undo(wish.parts[0]):
            # To take something back, or to correct it, is always meant.
            turn.consent = Consent.GIVEN
        if wish.acts and turn.consent is not Consent.GIVEN:
            turn.consent = await self._second_opinion(wish, turn, conversation)
        if wish.acts and turn.consent is Consent.NONE:
            return Draft(text=LATER if judged.is_for_later else UNASKED, outcome=TurnOutcome.DECLINED)
        carried = await self.interpreter.carry_out(wish, turn, conversation.last_action)
        if isinstance(waiting, AwaitingYes) and (same := said_again(turn.sentence, waiting, carried.results)):
            return await self._agreed(same, waiting, turn)
        return _carried_out(carried, wish)

    async def _second_opinion(self, wish: Wish, turn: TurnState, conversation: Conversation) -> Consent:
        """Where it is not sure that anything is asked for, what the call maker makes of the sentence."""
        written = await self._write(turn, conversation)
        return turn.consent if written is None else reconsidered(turn.consent, wish, *written)

    async def _write(self, turn: TurnState, conversation: Conversation) -> tuple[Wish, float] | None:
        """What the call maker writes for the sentence, and how sure it is; None without a call maker."""
        if self.writer is None:
            return None
        last = conversation.last_wish
        before = (conversation.last_sentence, write_wish(last)) if last else None
        resolver = self.interpreter.resolver
        devices = resolver.devices if resolver else ()
        masked = with_ordinary_names(turn.sentence.lower(), devices)
        written = await self.writer.write_wish(masked.text, before)
        return unmasked(written.wish, masked), written.confidence

    async def written(self, turn: TurnState, judged: Judgement, conversation: Conversation) -> Draft | None:
        """What the call maker understands, done when it is sure, asked back when it is not; else None."""
        wish, confidence = await self._write(turn, conversation) or (NOTHING, 0.0)
        if not wish.parts or any(step.verb in LOOKED_UP for step in wish.steps):
            return None
        trace.record(trace.Understood(wish=write_wish(wish), by="call maker", confidence=confidence))
        asked = judged.consent if wish.is_for_later else judged.now
        consent = weighed(asked, confidence, acts=wish.acts)
        if consent is Consent.NONE:
            return None
        turn.consent = consent
        carried = await self.interpreter.carry_out(wish, turn, conversation.last_action)
        return _carried_out(carried, wish)


def _carried_out(carried: Carried, wish: Wish | None) -> Draft:
    text = " ".join(part for part in (what_happened(carried.results), *carried.said) if part)
    draft = Draft(
        text, carried.calls, carried.results, outcome=carried.outcome, wish=wish, choice=carried.waiting
    )
    if carried.calls:
        draft.messages = [
            AIMessage("", tool_calls=carried.calls), *as_messages(carried.calls, carried.results)
        ]  # fmt: skip
    return draft


def is_undo(part: Step | Asking) -> bool:
    return isinstance(part, Step) and part.verb is Verb.UNDO
