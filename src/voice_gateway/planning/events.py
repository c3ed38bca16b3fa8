"""Waits for what plans wait for: a door that opens, a room that gets cold."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from voice_gateway.devices import Device
from voice_gateway.keeping import Keeper, Plan, State
from voice_gateway.planning.desk import Desk
from voice_gateway.wishes import Condition, Event, NotAWish
from voice_gateway.wishes.conditions import holds
from voice_gateway.wishes.text import read_head


@dataclass
class _Waiting:
    plan: Plan
    fact: Condition
    was_so: bool | None


class Watcher:
    """Looks at the facts whenever a device changes. A plan fires when its fact becomes so."""

    def __init__(self, desk: Desk, keeper: Keeper) -> None:
        self._desk = desk
        self._keeper = keeper
        self._waiting: dict[int, _Waiting] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While this runs, events are seen."""
        home, plans = self._desk.home, self._desk.plans
        stop: Callable[[], None] = home.subscribe(self._changed) if home else lambda: None
        plans.listeners.append(self._reload)
        self._reload()
        try:
            yield
        finally:
            stop()
            plans.listeners.remove(self._reload)
            for task in self._tasks:
                task.cancel()

    async def settled(self) -> None:
        """Until everything that was seen has been told on."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _reload(self) -> None:
        self._start(self._read_plans())

    async def _read_plans(self) -> None:
        waiting: dict[int, _Waiting] = {}
        for plan in await self._desk.plans.waiting():
            if plan.due is None and not plan.paused and (event := _event(plan)):
                known = self._waiting.get(plan.id)
                waiting[plan.id] = known or _Waiting(plan, event.fact, self._is_so(event.fact, plan))
        self._waiting = waiting

    def _changed(self, _device: Device) -> None:
        for one in list(self._waiting.values()):
            is_so = self._is_so(one.fact, one.plan)
            became, one.was_so = is_so and one.was_so is False, is_so if is_so is not None else one.was_so
            if became:
                self._start(self._fire(one.plan))

    async def _fire(self, plan: Plan) -> None:
        await self._keeper.fire_now(plan.id)

    def _is_so(self, fact: Condition, plan: Plan) -> bool | None:
        resolver = self._desk.resolver
        return holds(fact, resolver, plan.room) if resolver else None

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _event(plan: Plan) -> Event | None:
    try:
        when = read_head(plan.when) if plan.state is State.WAITING else None
    except NotAWish:
        return None
    return when if isinstance(when, Event) else None
