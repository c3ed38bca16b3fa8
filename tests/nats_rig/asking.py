"""Asks a fleet, as whoever uses one does."""

import asyncio
from typing import Any, Final

from voice_gateway.action_id import new_id
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.line import Line, NobodyThere
from voice_gateway.fleet.turns import TURN

_PAUSE: Final = 0.2


async def ask(
    line: Line, text: str, *, patience: float = 30, one_try: float = 8, **more: Any
) -> dict[str, Any]:
    """Ask whichever gateway takes it, and another when that one dies; nothing is done twice by that.

    `conversation`, `room`, `caller` and `answers` may be given. Raises `Unanswered` when nobody answers."""
    loop = asyncio.get_running_loop()
    until, turn, again = loop.time() + patience, new_id(), False
    while True:
        try:
            return await line.ask(TURN, {"id": turn, "text": text, "again": again, **more}, one_try)
        except NobodyThere:
            if loop.time() > until:
                raise
            await asyncio.sleep(_PAUSE)
        except Unanswered:
            if loop.time() > until:
                raise
            again = True
