"""Writes down what was done: which words or plan did it, and how the devices were before and after."""

import logging
from collections.abc import Callable
from typing import Any

from voice_gateway.devices import Home
from voice_gateway.keeping import Entry, Journal, NotKept
from voice_gateway.tools import Invocation, Proceed, Result, Tier
from voice_gateway.wishes import write_wish
from voice_gateway.wishes.from_calls import wish_of

PAGE = "the page"
"""Who did what was tapped there."""

log = logging.getLogger(__name__)


class Journaling:
    """A behaviour of the one executor, so that nothing that is done goes past it."""

    def __init__(self, journal: Journal, home: Home, now: Callable[[], float]) -> None:
        self._journal = journal
        self._home = home
        self._now = now

    async def __call__(self, invocation: Invocation, proceed: Proceed) -> Result:
        # What is planned is done by calls of its own.
        if not invocation.acts or invocation.tool.tier is Tier.PLANNING:
            return await proceed(invocation)
        before = self._states()
        result = await proceed(invocation)
        done = [str(device.get("id")) for device in (result.data or {}).get("done", ())]
        if done and result.changed:
            turn, after = invocation.turn, self._states()
            call = {"name": invocation.tool.name, "args": dict(invocation.arguments)}
            entry = Entry(
                self._now(), write_wish(wish_of([call])), turn.sentence, turn.plan, turn.caller.name,
                turn.room, turn.conversation,
                before={one: before[one] for one in done if one in before},
                after={one: after[one] for one in done if one in after},
            )  # fmt: skip
            await write_down(self._journal, entry)
        return result

    def _states(self) -> dict[str, Any]:
        return {device.id: device.state.as_table() for device in self._home.devices()}


async def write_down(journal: Journal, entry: Entry) -> None:
    """What was done was done, and is told all the same where it cannot be written down."""

    async def writing() -> None:
        try:
            await journal.add(entry)
        except NotKept as error:
            log.warning("%s", error.message)

    await journal.behind(writing)
