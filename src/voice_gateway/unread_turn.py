"""The part of a turn that takes what no rule reads: an answer in words of its own, or another wish."""

from dataclasses import dataclass

from voice_gateway.answer_turn import AnswerTurn
from voice_gateway.conversation import Conversation
from voice_gateway.devices.words import roots
from voice_gateway.dialogue import AwaitingChoice, AwaitingYes, Waiting, refuses
from voice_gateway.gate import Judgement
from voice_gateway.models import Draft
from voice_gateway.tools import TurnState
from voice_gateway.wish_turn import WishTurn
from voice_gateway.wishes import Wish
from voice_gateway.wishes.agreement import has_verbs


@dataclass(frozen=True)
class UnreadTurn:
    wishes: WishTurn
    answers: AnswerTurn

    async def read(
        self, turn: TurnState, asked: Waiting | None, judged: Judgement, conversation: Conversation
    ) -> Draft | None:
        """What comes of the sentence, behind what was `asked`; None where a model must read it."""
        if asked is None:
            return await self.wishes.written(turn, judged, conversation)
        draft = await self._instead(turn, asked, judged, conversation)
        if not _is_another(asked, judged):
            draft = draft or await self.answers.loosely(turn, asked, conversation)
        if not judged.is_command:
            draft = draft or self.answers.asked_again(turn, asked, conversation)
        draft = draft or await self.wishes.written(turn, judged, conversation)
        return draft or self.answers.asked_again(turn, asked, conversation)

    async def _instead(
        self, turn: TurnState, asked: Waiting, judged: Judgement, conversation: Conversation
    ) -> Draft | None:
        """What a no says more, which the person is asked about: "no, lock it for once"."""
        if not (refuses(turn.sentence) and judged.verbs):
            return None
        draft = await self.wishes.written(turn, judged.doubted, conversation)
        if draft is None or draft.wish is None:
            return None
        return draft if self._is_new(draft.wish, asked, turn) else None

    def _is_new(self, wish: Wish, asked: Waiting, turn: TurnState) -> bool:
        """Whether it is not what was refused: another verb, amount or time, or something just named."""
        if not isinstance(asked, AwaitingYes) or asked.wish is None:
            return True
        refused = asked.wish
        if self.answers.is_same(wish, asked, turn):
            return False
        others = [(step.verb, step.value) for step in wish.steps]
        named = {root for part in wish.named for root in roots(part.target.words)}
        return (
            others != [(step.verb, step.value) for step in refused.steps]
            or wish.when != refused.when
            or bool(named & {*roots(turn.sentence)})
        )


def _is_another(asked: Waiting, judged: Judgement) -> bool:
    """Whether it has other verbs than what was asked about, of which it chooses nothing then."""
    if not isinstance(asked, AwaitingChoice) or not judged.is_command or not judged.verbs:
        return False
    return not has_verbs(Wish((asked.step,)), judged.verbs)
