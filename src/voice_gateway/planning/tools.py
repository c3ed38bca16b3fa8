"""The tools by which everything is kept: each takes one line of the language of wishes."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Any, Final

from pydantic import Field

from voice_gateway.devices.errors import BadCall
from voice_gateway.errors import ToolError
from voice_gateway.fast_path import is_faithful, keeps_the_times, names_what_was_named
from voice_gateway.planning.errands import Errands
from voice_gateway.planning.saying import deed_words, when_words
from voice_gateway.tools import RegisteredTool, Tier, TurnState
from voice_gateway.tools.descriptions import describe
from voice_gateway.tools.execution.call import running_turn
from voice_gateway.tools.structured import structured
from voice_gateway.wishes import Deed, Errand, NotAWish, Thing, Wish, read_wish
from voice_gateway.wishes.calls import PLAN

_EXAMPLES: Final = {
    PLAN: 'Good: "in 10m: off hall light". Bad: "turn it off later".',
    "timers": 'Good: "timer 9m pasta". Bad: "9 minutes".',
    "lists": 'Good: "list shopping add milk, eggs". Bad: "milk".',
    "routines": 'Good: "activate good night". Bad: "good night".',
}
_THINGS: Final = {"timers": Thing.TIMER, "lists": Thing.LIST, "routines": Thing.ROUTINE}


def planning_tools(errands: Errands, today: date) -> list[RegisteredTool]:
    return [_tool(name, errands, today) for name in _EXAMPLES]


def _tool(name: str, errands: Errands, today: date) -> RegisteredTool:
    async def run(
        wish: Annotated[str, Field(description=f"One line. {_EXAMPLES[name]}", max_length=1200)],
    ) -> tuple[str, dict[str, Any]]:
        read, turn = _read(name, wish), running_turn() or TurnState(sentence=wish)
        if turn.by_model:
            _hold_to_sentence(read, turn, errands)
        told = await errands.run(read, turn)
        return told.text, dict(told.data)

    return RegisteredTool(
        structured(run, name, describe(name, today), "content_and_artifact"),
        Tier.PLANNING,
        acts=_acts,
        mandatory=True,
        says=_said(errands),
    )


def _read(tool: str, line: str) -> Wish:
    """Each tool takes lines of its own kind, so that a small model learns one thing at a time."""
    try:
        wish = read_wish(line)
    except NotAWish as error:
        raise ToolError(str(error), data={"unknown": [line], "error": BadCall.__name__}) from error
    thing = _THINGS.get(tool)
    if not wish.parts or (thing and any(_thing(part) not in (thing, None) for part in wish.parts)):
        raise BadCall(f"“{line}” is nothing for {tool}.", data={"unknown": [line], "error": BadCall.__name__})
    return wish


def _hold_to_sentence(wish: Wish, turn: TurnState, errands: Errands) -> None:
    """What a model writes may add nothing to what was said, no time and no name."""
    resolver = errands.desk.resolver
    faithful = is_faithful(wish, turn.sentence, resolver, room=turn.room)
    named = resolver is None or names_what_was_named(wish, turn.sentence, resolver, room=turn.room)
    timely = keeps_the_times(wish, turn.sentence, errands.desk.now, errands.desk.location)
    if not (faithful and named and timely):
        raise ToolError("That is not what was said, so nothing was planned", data={"error": "CannotDo"})


def _thing(part: object) -> Thing | None:
    return part.thing if isinstance(part, Errand) else None


def _acts(arguments: Mapping[str, Any]) -> bool:
    try:
        return read_wish(str(arguments.get("wish", ""))).acts
    except NotAWish:
        return False


def _said(errands: Errands) -> Callable[[Mapping[str, Any]], str]:
    def said(arguments: Mapping[str, Any]) -> str:
        """In the words of a person, for "Shall I …?"."""
        wish = read_wish(str(arguments.get("wish", "")))
        kept = (errand.when for errand in wish.errands if errand.when and errand.deed is Deed.SET)
        when = wish.when or next(kept, None)
        moved = next((errand.when for errand in wish.errands if errand.deed is Deed.MOVE), None)
        at = when_words(then, errands.desk.now) if (then := moved or when) else ""
        return f"{deed_words(wish)} {f'to {at}'.replace('to at ', 'to ') if moved else at}".strip()

    return said
