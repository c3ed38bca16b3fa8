"""What `ask` and `wish` share: questions are answered at the terminal, and plans need who keeps the time."""

import sys
from typing import TYPE_CHECKING

from voice_gateway.cli.context import tell

if TYPE_CHECKING:
    from voice_gateway.cli.assistant import Assistant, Given
    from voice_gateway.planning import Planning

NOBODY_KEEPS_TIME = (
    "Nothing will happen until a program runs that keeps the time: voice-gateway run, chat or listen."
)


def at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


async def settled(assistant: "Assistant", given: "Given") -> "Given":
    """What came of it in the end: whoever sits at a terminal is asked, until nothing is open any more."""
    if not (assistant.question and at_a_terminal()):
        return given
    from prompt_toolkit import PromptSession

    session: PromptSession[str] = PromptSession()
    while assistant.question:
        print(given.text)
        try:
            typed = (await session.prompt_async("› ")).strip()
        except (EOFError, KeyboardInterrupt):
            break
        if typed:
            given = await assistant.say(typed, answering=assistant.question)
    return given


class Promises:
    """Knows which plans a command has made, and whether anybody will see to them."""

    def __init__(self, planning: "Planning | None") -> None:
        self._planning = planning
        self._before: set[int] = set()

    async def begin(self) -> None:
        self._before = await self._waiting()

    async def tell_unless_kept(self) -> None:
        made = await self._waiting() - self._before
        if made and self._planning and not self._planning.keeper.somewhere:
            tell(NOBODY_KEEPS_TIME)

    async def _waiting(self) -> set[int]:
        plans = await self._planning.desk.plans.waiting() if self._planning else []
        return {plan.id for plan in plans}
