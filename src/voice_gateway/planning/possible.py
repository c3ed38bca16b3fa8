"""Whether what a wish says of plans, timers and lists could be done, so that nothing else is offered."""

from typing import Final

from voice_gateway.errors import ToolError
from voice_gateway.planning.desk import Desk
from voice_gateway.planning.finding import meant
from voice_gateway.tools import TurnState
from voice_gateway.wishes import Deed, Errand, Thing, Verb, Wish
from voice_gateway.wishes.doable import is_beyond

_OF_WHAT_WAITS: Final = frozenset({Deed.CANCEL, Deed.MOVE, Deed.SKIP, Deed.PAUSE, Deed.RESUME})
_OF_A_LIST: Final = frozenset({Deed.REMOVE, Deed.CLEAR, Deed.DROP})


async def is_possible(desk: Desk, wish: Wish, turn: TurnState) -> bool:
    """Whether everything is there that it would change; nothing can be taken back at another time."""
    steps = desk.interpreter.steps
    if steps and len(wish.parts) == 1 and is_beyond(wish, steps, turn.room):
        return False
    for group in wish.groups:
        if group.when and any(step.verb is Verb.UNDO for step in group.steps):
            return False
        for errand in group.errands:
            if not await _is_there(desk, errand, turn):
                return False
    return True


async def _is_there(desk: Desk, errand: Errand, turn: TurnState) -> bool:
    if errand.thing is Thing.LIST and errand.deed in _OF_A_LIST:
        return await _is_listed(desk, errand)
    if errand.thing in (Thing.LIST, Thing.ROUTINE) or errand.deed not in _OF_WHAT_WAITS or not errand.name:
        return True
    try:
        await meant(desk, errand, turn)
    except ToolError as error:
        return "ambiguous" in (error.data or {})
    return True


async def _is_listed(desk: Desk, errand: Errand) -> bool:
    """Whether there is such a list, with anything of that on it; a list of the home's own is its affair."""
    steps = desk.interpreter.steps
    if steps and steps.list_calls(errand):
        return True
    lists = {name.lower(): items for name, items in (await desk.lists.all()).items()}
    there = (
        lists.get(errand.name, []) if errand.name else [item for items in lists.values() for item in items]
    )
    words = [{*item.lower().split()} for item in there]
    return bool(there) and (
        not errand.items or any({*item.split()} <= said for item in errand.items for said in words)
    )
