"""What a turn would have carried out, written down instead."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from langchain_core.messages import ToolCall

from voice_gateway.conversation import Conversation
from voice_gateway.dialogue import AwaitingChoice, LastAction
from voice_gateway.gate import Judgement
from voice_gateway.models import Draft
from voice_gateway.models.streaming import Listener
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import Classification, Intent
from voice_gateway.tools import Consent, RegisteredTool, Result, ToolExecutor, TurnState
from voice_gateway.wishes import Step, Target, Verb, Wish, read_wish
from voice_gateway.wishes.carried import Carried
from voice_gateway.wishes.carry_out import Interpreter

AGREED: Final = "agreed"
"""The call that waits for a yes: its one argument is the wish that is agreed to."""

_WORDS: Final = "Written down."


@dataclass
class Notes:
    """What would have been carried out in a turn."""

    wishes: list[Wish] = field(default_factory=list)
    asks_back: bool = False
    answered: bool = False
    """It answered a question that waited."""

    left: bool = False
    """Neither a rule nor the call maker made anything of it."""


@dataclass(frozen=True)
class NotingInterpreter(Interpreter):
    """Writes wishes down in the place of carrying them out."""

    notes: Notes = field(default_factory=Notes)

    async def carry_out(self, wish: Wish, turn: TurnState, last: LastAction | None = None) -> Carried:
        self.notes.wishes.append(wish)
        unsure = wish.acts and turn.consent is Consent.UNSURE
        self.notes.asks_back |= unsure or any(self._unclear(part, turn) for part in wish.named)
        return Carried(said=[_WORDS])

    async def choose(self, waiting: AwaitingChoice, device_ids: tuple[str, ...], turn: TurnState) -> Carried:
        devices = [device for one in device_ids if self.home and (device := self.home.registry.get(one))]
        steps = tuple(replace(waiting.step, target=Target(device.name)) for device in devices)
        planned = waiting.planned or Wish()
        self.notes.answered = True
        return await self.carry_out(replace(planned, parts=(*steps, *waiting.rest)), turn)


class NotingExecutor(ToolExecutor):
    """Writes down what was agreed to; there are no tools."""

    def __init__(self, notes: Notes) -> None:
        super().__init__()
        self._notes = notes

    async def run_all(
        self, calls: Sequence[ToolCall], bound: Sequence[RegisteredTool], turn: TurnState
    ) -> list[Result]:
        self._notes.wishes += [read_wish(call["args"][AGREED]) for call in calls if call["name"] == AGREED]
        self._notes.answered = True
        return [Result(_WORDS) for _ in calls]


@dataclass(frozen=True)
class NobodyElse:
    """Stands where a model would answer in words. What would be looked up on the web is a search."""

    notes: Notes

    async def answer(
        self,
        turn: TurnState,
        seen: Classification,
        judged: Judgement,
        conversation: Conversation,
        listener: Listener | None,
    ) -> Draft:
        self.notes.left = True
        if seen.intent is Intent.SEARCH or (judged.is_question and seen.intent is Intent.GENERAL):
            self.notes.wishes.append(Wish((Step(Verb.SEARCH, words=turn.sentence),)))
        return Draft(text=_WORDS, outcome=TurnOutcome.NOT_UNDERSTOOD)
