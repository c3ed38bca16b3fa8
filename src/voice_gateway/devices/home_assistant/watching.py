"""Looks at one entity while something is done to it, and judges from its reports what came of that."""

from __future__ import annotations

import asyncio
import time
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from voice_gateway.devices.home_assistant.entity import Entity
    from voice_gateway.devices.home_assistant.view import View

ON_THE_WAY = frozenset({"opening", "closing", "locking", "unlocking", "arming", "pending", "returning"})
"""Values of things that still move: not the end, whatever the call answered."""
_JAMMED = "jammed"
_SILENCE = 3.0
"""Seconds after a call was accepted in which the device must have reported something."""


class Outcome(StrEnum):
    """What Home Assistant reported."""

    DONE = "done"
    """The entity is as it was asked to be."""
    UNDERWAY = "underway"
    """It was moved, and is not there yet."""
    JAMMED = "jammed"
    AWAY = "away"
    """Its device stopped answering."""
    SILENT = "silent"
    """Nothing came."""


class Watch:
    """Gathers an entity's reports until `stop`."""

    def __init__(
        self, view: View, entity: Entity, shows: Callable[[Entity], bool] | None, patience: float
    ) -> None:
        self._shows = shows
        self._patience = patience
        self._latest = entity
        self._reported = False
        self._causes: set[str] = set()
        self._moving_since: float | None = None
        self._answered_at: float | None = None
        self._news = asyncio.Event()
        self.stop = view.subscribe(self._look)

    def _look(self, entity: Entity) -> None:
        if entity.id == self._latest.id:
            self._latest, self._reported = entity, True
            self._causes.add(entity.state.context)
            self._news.set()

    def outcome(self, calling: asyncio.Task[frozenset[str]]) -> Outcome | None:
        """What is known by now; None while there is something to wait for. Raises what the calls raised.

        The report comes before the answer to the call, which may take as long as a lock turns; and where the
        entity was so already, there is an answer and no report.
        """
        now = time.monotonic()
        caused = False
        if calling.done():
            caused = bool(calling.result() & self._causes)
            self._answered_at = self._answered_at or now
        if self._is_shown(caused) and (self._reported or calling.done()):
            return Outcome.DONE
        if not self._latest.available:
            return Outcome.AWAY
        if self._reported and self._latest.state.value == _JAMMED:
            return Outcome.JAMMED
        if caused or (self._reported and self._latest.state.value in ON_THE_WAY):
            self._moving_since = self._moving_since or now
        if self._moving_since and now >= self._moving_since + self._patience:
            return Outcome.UNDERWAY
        if not self._moving_since and self._answered_at and now >= self._answered_at + _SILENCE:
            return Outcome.SILENT
        return None

    def _is_shown(self, caused: bool) -> bool:
        return caused if self._shows is None else self._shows(self._latest)

    async def news(self, *tasks: asyncio.Task[object]) -> None:
        """Wait until there may be more to know."""
        if self._moving_since:
            until: float | None = self._moving_since + self._patience
        else:
            until = self._answered_at + _SILENCE if self._answered_at else None
        report = asyncio.create_task(self._news.wait())
        awaited = {report, *(task for task in tasks if not task.done())}
        left = None if until is None else max(0.0, until - time.monotonic())
        await asyncio.wait(awaited, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        report.cancel()
        self._news.clear()
