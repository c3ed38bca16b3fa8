"""Another line in the place of a plan: in one step, or not at all."""

from dataclasses import replace

from voice_gateway.caller import Caller
from voice_gateway.keeping import Kind, Plan
from voice_gateway.planning.desk import Desk, declines
from voice_gateway.planning.making import check_names, planned, question_first, with_degrees
from voice_gateway.planning.saying import when_words
from voice_gateway.planning.timers import to_tell
from voice_gateway.tools import TurnState
from voice_gateway.wishes import Deed, Errand, Thing, Wish, write_wish

_TOLD = {Thing.REMINDER: Kind.REMINDER, Thing.ALARM: Kind.ALARM}


class NotAgreed(Exception):
    """A person must say yes to `question` first; nothing has changed."""

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self.question = question


async def rewrite(desk: Desk, old: Plan, wish: Wish, *, agreed: bool = False) -> Plan:
    """The plan that waits now, under the same number. Raises `ToolError` or `NotAgreed`, and then the old one
    waits as it did."""
    turn = TurnState(write_wish(wish), old.room, Caller(old.who), conversation=old.conversation)
    changed = await desk.plans.edit(replace(await _made(desk, wish, turn, agreed=agreed), id=old.id))
    if changed is None:
        raise declines("That waits no longer, so it can't be changed.")
    return changed


async def _made(desk: Desk, wish: Wish, turn: TurnState, *, agreed: bool) -> Plan:
    [part, *others] = wish.parts or (None,)
    if wish.when is None and isinstance(part, Errand) and not others and not wish.also:
        kind = _TOLD.get(part.thing) if part.deed is Deed.SET else None
        if kind and part.when is not None and (part.name or kind is Kind.ALARM):
            return to_tell(desk, part, turn, kind, part.when)
    if wish.when is None or wish.also:
        raise declines("A plan says when, and one thing to do then.")
    check_names(desk, wish, turn.room)
    when, wish = when_words(wish.when, desk.now), with_degrees(desk, wish, turn.room)
    question = question_first(desk, wish, turn.room, when)
    if question and not agreed:
        raise NotAgreed(question)
    return await planned(desk, wish, turn, agreed=bool(question))
