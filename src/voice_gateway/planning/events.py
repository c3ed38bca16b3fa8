"""Waits for what plans wait for: a door that opens, a room that gets cold, a window left open."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from voice_gateway.devices import Device
from voice_gateway.keeping import Keeper, Plan, State
from voice_gateway.planning.desk import Desk
from voice_gateway.wishes import Condition, Event, NotAWish, read_wish
from voice_gateway.wishes.conditions import holds, is_time_for
from voice_gateway.wishes.text import read_head


@dataclass
class _Waiting:
    plan: Plan
    event: Event
    was_so: bool | None
    """Of what must be so for a while: whether its time is running."""


class Watcher:
    """Looks at the facts whenever a device changes. A plan fires when its fact becomes so, or is due a while
    later if it is still so by then."""

    def __init__(self, desk: Desk, keeper: Keeper) -> None:
        self._desk = desk
        self._keeper = keeper
        self._waiting: dict[int, _Waiting] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While this runs, events are seen."""
        home, plans = self._desk.home, self._desk.plans
        stop: Callable[[], None] = home.registry.subscribe(self._changed) if home else lambda: None
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
            if not plan.paused and (event := _event(plan)):
                waiting[plan.id] = self._waiting.get(plan.id) or self._begun(plan, event)
        self._waiting = waiting
        for one in waiting.values():
            if one.event.held:
                self._look(one)

    def _begun(self, plan: Plan, event: Event) -> _Waiting:
        was_so = self._is_so(event.fact, plan)
        if event.held and plan.due is None and plan.fired is None:
            was_so = False  # what is so already counts from now on; what has fired counts from the next time
        return _Waiting(plan, event, was_so)

    def _changed(self, _device: Device) -> None:
        for one in list(self._waiting.values()):
            self._look(one)

    def _look(self, one: _Waiting) -> None:
        is_so, was_so = self._is_so(one.event.fact, one.plan), one.was_so
        if is_so is None or is_so is was_so:
            return
        one.was_so = is_so
        if one.event.held:
            due = self._desk.clock.now() + one.event.held.seconds if is_so else None
            self._start(self._put_off(one.plan, due))
        elif is_so and was_so is False and self._may_act(one.plan):
            self._start(self._fire(one.plan))

    def _may_act(self, plan: Plan) -> bool:
        """Whether what else must be so is so; until then, it goes on waiting."""
        only_if = read_wish(plan.line).only_if
        if only_if is None:
            return True
        if only_if.is_of_the_clock:
            return is_time_for(only_if, self._desk.interpreter.present) is not False
        return self._is_so(only_if, plan) is not False

    async def _fire(self, plan: Plan) -> None:
        await self._keeper.fire_now(plan.id)

    async def _put_off(self, plan: Plan, due: float | None) -> None:
        """Kept, so that a restart forgets nothing."""
        await self._desk.plans.change_one(plan.id, partial(_due, due=due))

    def _is_so(self, fact: Condition, plan: Plan) -> bool | None:
        resolver = self._desk.resolver
        return holds(fact, resolver, plan.room) if resolver else None

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _due(plan: Plan, due: float | None) -> Plan | None:
    if plan.state is not State.WAITING:
        return None
    return replace(plan, due=due, elapses=due is not None)


def _event(plan: Plan) -> Event | None:
    try:
        when = read_head(plan.when) if plan.state is State.WAITING else None
    except NotAWish:
        return None
    return when if isinstance(when, Event) else None
