"""Does what a line of the language says about what is kept. One line is one errand."""

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from voice_gateway.planning import asking, giving_up, moving, practice, shopping, timers
from voice_gateway.planning.announcing import NobodyListens
from voice_gateway.planning.as_said import as_said
from voice_gateway.planning.desk import Desk, Told, declines
from voice_gateway.planning.making import do_for_a_while, make_plan
from voice_gateway.saying import capitalised
from voice_gateway.times import At
from voice_gateway.tools import TurnState
from voice_gateway.wishes import Asking, Deed, Errand, Question, Step, Thing, Verb, Wish

_ASKS: Final = re.compile(r"(?:what|what's|whats|what is|which|is|are|will|does|do|how)\b")
"""Who begins so wants to hear it now."""


@dataclass(frozen=True)
class Errands:
    desk: Desk

    async def run(self, wish: Wish, turn: TurnState) -> Told:
        """Raises `GatewayError` with what is wrong, in words for the person."""
        asked = [
            part for part in wish.parts if isinstance(part, Asking) and part.question is Question.PLANNED
        ]
        if wish.when is not None and wish.parts and _ASKS.match(turn.sentence.lower()):
            about = [part.target for part in wish.parts if isinstance(part, Asking)]
            if len(about) == len(wish.parts) and not asked:  # "what does the lamp do at nine?"
                return await asking.planned(self.desk, about[0], turn.sentence)
        if wish.when is not None and len(asked) < len(wish.parts):  # what is planned is told at once
            return await make_plan(self.desk, wish, turn)
        day = (
            self.desk.at(self.desk.due(wish.when)).date()
            if isinstance(wish.when, At) and wish.when.day
            else None
        )
        told = [await self._part(part, turn, day) for part in wish.parts]
        if len(told) == 1:
            return told[0]
        return Told(" ".join(each.text for each in told if each.text))

    async def _part(self, part: Step | Asking | Errand, turn: TurnState, day: date | None) -> Told:
        match part:
            case Errand():
                return await self._errand(part, turn)
            case Asking(Question.PLANNED, target):
                return await asking.planned(self.desk, target, turn.sentence, day)
            case Asking(Question.WHY, target):
                return await asking.why(self.desk, target, turn.room)
            case Step(Verb.ANNOUNCE):
                return await self._announce(part, turn)
            case Step(Verb.ACTIVATE):
                return await practice.perform(self.desk, part.target.name, turn)
            case Step() if part.lasting:
                return await do_for_a_while(self.desk, part, turn)
        raise declines("That is nothing that could be planned.")

    async def _errand(self, errand: Errand, turn: TurnState) -> Told:  # noqa: PLR0911 - one for each
        desk = self.desk
        match errand.thing, errand.deed:
            case Thing.ROUTINE, Deed.SET:
                return await practice.teach(desk, errand, turn)
            case Thing.ROUTINE, Deed.CANCEL:
                return await practice.forget(desk, errand)
            case Thing.LIST, _:
                items = tuple(as_said(item, turn.sentence) for item in errand.items)
                return await shopping.on_list(desk, replace(errand, items=items))
            case Thing.TIMER, Deed.SET:
                return await timers.set_timer(desk, errand, turn)
            case Thing.REMINDER, Deed.SET:
                return await timers.set_reminder(desk, errand, turn)
            case Thing.ALARM, Deed.SET:
                return await timers.set_alarm(desk, errand, turn)
            case _, Deed.LEFT:
                return await timers.left(desk, errand, turn)
            case _, Deed.PAUSE | Deed.RESUME:
                return await timers.pause(desk, errand, turn)
            case _, Deed.CANCEL:
                return await giving_up.cancel(desk, errand, turn)
            case _, Deed.SKIP:
                return await giving_up.skip(desk, errand, turn)
            case _, Deed.MOVE:
                return await moving.move(desk, errand, turn)
        raise declines("I can't do that.")

    async def _announce(self, step: Step, turn: TurnState) -> Told:
        room = step.target.name or (turn.room if turn.plan is not None else "")
        if self.desk.resolver and len(rooms := self.desk.resolver.rooms_in(room)) == 1:
            [room] = rooms  # as the home calls it
        try:
            heard = await self._tell(capitalised(step.words), room, turn)
        except NobodyListens as error:
            raise declines(f"I could not say it: {error.message}") from error
        told = "I've said it" if heard else "I'm saying it"
        return Told(f"{told} in the {room}." if room else f"{told}.")

    async def _tell(self, text: str, room: str, turn: TurnState) -> bool:
        """Whether it was heard by now. Who asks for it may hear it only when this turn is over."""
        if turn.plan is None:
            return await self.desk.announcer.begin(text, room)
        await self.desk.announcer.tell(text, room)
        return True
