"""The part of a turn that takes what an open question left open: when, how long, which colour."""

from collections.abc import Callable
from dataclasses import dataclass

from voice_gateway import trace
from voice_gateway.answer_turn import TOO_LATE, drafted
from voice_gateway.conversation import Conversation
from voice_gateway.dialogue import AwaitingYes, Chosen, Waiting, Yes, asks_back, read_answer, refuses
from voice_gateway.fast_path import Context, FastPath, completed, only_asks
from voice_gateway.gate import Judgement
from voice_gateway.models import Draft
from voice_gateway.outcome import TurnOutcome
from voice_gateway.planning import Planning
from voice_gateway.routing import Classification
from voice_gateway.tools import Consent, TurnState
from voice_gateway.wishes import Wish, write_wish
from voice_gateway.wishes.carry_out import Interpreter

NOT_ASKED = "Nobody asked anything here, so I've left everything as it is."
ASKED_ELSEWHERE = "That question was put to someone else, so I've left it as it is."


@dataclass(frozen=True)
class QuestionTurn:
    """Reads the command that was asked about once more, with the answer in it."""

    interpreter: Interpreter
    fast_path: FastPath | None
    planning: Planning | None
    judged: Callable[[str], Judgement]
    """Whether a sentence asks for anything."""

    async def completed(
        self, turn: TurnState, seen: Classification, waiting: Waiting | None, conversation: Conversation
    ) -> Draft | None:
        """What comes of an answer to what was asked last; None when it is none, or leaves it open still.

        Where a yes or a choice is `waiting`, nothing else was asked.
        """
        question = "" if waiting else conversation.last_answer
        if not question.rstrip(" )").endswith("?") or asks_back(turn.sentence) or refuses(turn.sentence):
            return None
        for sentence in completed(conversation.before_last_answer, question, turn.sentence):
            wish = self._read(sentence, seen, turn.room)
            judged = self.judged(sentence)
            consent = judged.consent if wish and wish.is_for_later else judged.now
            if wish and wish.acts and not only_asks(wish) and consent is not Consent.NONE:
                trace.record(trace.Understood(wish=write_wish(wish), by="rules"))
                turn.consent = consent
                return drafted(await self.interpreter.carry_out(wish, turn), wish)
        return None

    def _read(self, sentence: str, seen: Classification, room: str) -> Wish | None:
        if self.fast_path is None:
            return None
        now = self.planning.desk.now if self.planning else None
        return self.fast_path.read(sentence, seen, Context(room=room, now=now))


def stray_answer(sentence: str, conversation: Conversation) -> Draft | None:
    """What comes of an answer to a question that was put to someone else, which goes on waiting for them, to
    one that was passed over, or of a yes before anything was said at all."""
    waiting = conversation.pending
    if waiting is None and conversation.turns and not conversation.just_lapsed:
        return None
    text = ASKED_ELSEWHERE if waiting else TOO_LATE if conversation.turns else NOT_ASKED
    answered = isinstance(read_answer(sentence, waiting or AwaitingYes("", ())), Yes | Chosen)
    return Draft(text=text, outcome=TurnOutcome.DECLINED) if answered else None
