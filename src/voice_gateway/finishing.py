"""The end of a turn: from what was drafted to what is said, asked and remembered."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from voice_gateway import trace
from voice_gateway.conversation import Conversation
from voice_gateway.devices import State
from voice_gateway.dialogue import Waiting, awaiting_yes, last_action
from voice_gateway.models import Draft
from voice_gateway.models.streaming import Listener
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import Classification
from voice_gateway.skill_turn import SkillTurn
from voice_gateway.tools import TurnState
from voice_gateway.trace import Trace
from voice_gateway.truth import outcome_of
from voice_gateway.wish_turn import WishTurn
from voice_gateway.wishes import Wish
from voice_gateway.wishes.agreement import takes_back, takes_back_some
from voice_gateway.wishes.from_calls import wish_of

QUOTED = "[what another program said]"
_CAME_TO_NOTHING = frozenset({TurnOutcome.ASKED_BACK, TurnOutcome.NOT_UNDERSTOOD, TurnOutcome.FAILED})
NO_ANSWER = "I didn't get an answer from the model. Please try again."


@dataclass(frozen=True)
class Answer:
    """What is said at the end of a turn, and how it came about."""

    text: str
    intent: str
    confidence: float
    outcome: TurnOutcome
    trace: Trace

    @property
    def success(self) -> bool:
        return self.outcome.success

    def as_table(self) -> dict[str, Any]:
        """A plain form for programs, without how it came about."""
        return {
            "text": self.text, "intent": self.intent, "confidence": self.confidence, "outcome": self.outcome,
        }  # fmt: skip


@dataclass(frozen=True)
class Finishing:
    wishes: WishTurn
    skills: SkillTurn
    patience: float
    """Seconds for which a question is open."""

    def finished(
        self,
        draft: Draft,
        before: Mapping[str, State],
        turn: TurnState,
        seen: Classification,
        conversation: Conversation,
        turn_trace: Trace,
        listener: Listener | None,
    ) -> Answer:
        asked = awaiting_yes(draft.calls, draft.results, turn.caller.no_yes)
        if asked and draft.wish:
            asked = replace(asked, wish=draft.wish)
        if asked and turn.caller.no_yes:
            draft.outcome = TurnOutcome.DECLINED
        waiting: Waiting | None = asked or draft.choice
        questions = [each.question for each in (asked, draft.choice) if each]
        text = " ".join(part for part in (draft.text, *questions) if part)
        if waiting:
            waiting = replace(waiting, put_to=turn.caller.name)
            conversation.wait_for(waiting, self.patience)
        outcome = draft.outcome or _outcome(draft, waiting, text)
        if not text and outcome is TurnOutcome.DECLINED:
            text = self.skills.too_small_for_talk(turn.sentence)
        text = text or NO_ANSWER
        self._remember(draft, before, text, turn_trace.text, conversation, outcome)
        if listener:
            listener.complete(text)
        trace.record(trace.Answered(text=text, outcome=outcome))
        return Answer(text, seen.intent, seen.confidence, outcome, turn_trace)

    def _remember(
        self,
        draft: Draft,
        before: Mapping[str, State],
        text: str,
        sentence: str,
        conversation: Conversation,
        outcome: TurnOutcome,
    ) -> None:
        """Keep what the next sentence may point back to: the wish, and how things were before it."""
        wish = draft.wish or (wish_of(draft.calls) if draft.calls else None)
        changed = any(result.ok and result.changed for result in draft.results)
        if wish or conversation.pending is None:
            conversation.let_go()  # a question that was asked once more still waits
        if wish and (asked := _without_undo(wish)):
            conversation.wished(asked, sentence)
            if not changed and outcome in _CAME_TO_NOTHING:
                conversation.came_to_nothing()
        elif not wish:
            resolver = self.wishes.interpreter.resolver
            named = resolver.only_named_in(sentence) if resolver else ""
            conversation.topic = named or conversation.topic
        if wish and not changed and takes_back_some(wish):
            pass  # who objects to what was not done leaves what was done as it is
        elif wish and wish.acts and (not draft.choice or draft.results):
            # What changed nothing leaves nothing to be taken back, and not what was done before it.
            corrects = len(wish.parts) > 1 and takes_back(wish.parts[0])
            corrected = conversation.last_action if corrects else None
            conversation.acted(last_action(wish, draft.results, before, corrected))
        # The words of strangers end with the turn: the next one may have tools that act.
        strangers = [result.text.removeprefix("Error: ") for result in draft.results if result.strange]
        quoted = any(said and said.lower() in text.lower() for said in strangers)
        conversation.remember(sentence, () if strangers else draft.messages, QUOTED if quoted else text)


def _outcome(draft: Draft, waiting: Waiting | None, text: str) -> TurnOutcome:
    if waiting:
        return TurnOutcome.ASKED_BACK
    if draft.results:
        return outcome_of(draft.results)
    return TurnOutcome.ANSWERED if text else TurnOutcome.FAILED


def _without_undo(wish: Wish) -> Wish | None:
    """What is left of a wish when what it takes back is taken back."""
    parts = tuple(part for part in wish.parts if not takes_back(part))
    return replace(wish, parts=parts) if parts else wish.also
