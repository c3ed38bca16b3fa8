"""The loop that waits for the next plan and lets it fire, once and only once."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final, Self

from voice_gateway.errors import GatewayError
from voice_gateway.keeping.clock import LONGEST_WAIT, Clock, MachineClock
from voice_gateway.keeping.errors import NotKept
from voice_gateway.keeping.plan import Ended, Plan, State
from voice_gateway.keeping.plans import DUE, FIRING, LEFT_TO_TELL, ONE, TIMED, TO_TELL, Change, Plans
from voice_gateway.keeping.sole import Sole
from voice_gateway.keeping.steps import Steps, without
from voice_gateway.tasks import end

JUMP: Final = 1.0
"""Seconds by which the time of day must run away from the time that has gone by, to have been set."""

TIME_TO_FINISH: Final = 5.0

Fire = Callable[[Plan], Awaitable[Ended]]
"""Carries a plan out, and says what there is to say. Called at most once each time a plan is due."""

Tell = Callable[[str, str], Awaitable[None]]
"""Tells a text in a room; an empty one is anywhere."""

log = logging.getLogger(__name__)


class Keeper:
    """Runs while it is entered. What went wrong without anybody's notice is told, until it could be told."""

    def __init__(
        self, plans: Plans, fire: Fire, tell: Tell, steps: Steps, clock: Clock | None = None
    ) -> None:
        self._plans = plans
        self._fire = fire
        self._tell = tell
        self._steps = steps
        self._clock = clock or MachineClock()
        self._sole = Sole(plans.household.path)
        self._offset = 0.0
        """How far the time of day is from the time that has gone by."""

        self._woken = asyncio.Event()
        self._resting = asyncio.Event()
        self._telling = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()
        self._begun = self._untold = self._closing = False
        self._told_lost = self._complained = ""

    async def __aenter__(self) -> Self:
        """What was left by the last run is settled when this returns. It may be entered again."""
        self._closing = self._begun = False
        self._resting.clear()
        self._events = asyncio.get_running_loop()
        self._plans.listeners.append(self._wake)
        self._loop = asyncio.create_task(self._run(), name="keeper")
        await self._resting.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        """What is firing may finish; what does not is not known at the next start."""
        self._closing = True
        self._woken.set()
        await self._loop
        if self._running:
            await asyncio.wait(self._running, timeout=TIME_TO_FINISH)
        await end(*self._running)
        self._plans.listeners.remove(self._wake)
        self._sole.give_back()

    @property
    def somewhere(self) -> bool:
        """Whether plans fire, in this program or in another."""
        return self._plans.household.seen_to or self._sole.is_taken()

    async def fire_now(self, number: int) -> Plan | None:
        """Let a plan fire, because its event has come; None when it does not wait, or not for us."""
        now = self._clock.now()

        def fire(plan: Plan) -> Plan | None:
            return self._steps.fire(plan, now) if plan.state is State.WAITING else None

        plan = await self._plans.change_one(number, fire) if self._begun else None
        if plan:
            self._start(self._carry_out(plan))
        return plan

    def look(self) -> None:
        """Something has changed for who is to be told; nothing is done before this runs."""
        if self._begun:
            self._wake()

    async def quiet(self) -> None:
        """Until nothing fires and nothing is due."""
        while self._running or self._woken.is_set() or not self._resting.is_set():
            if self._running:
                await asyncio.wait(self._running)
            elif self._woken.is_set():
                await asyncio.sleep(0)
            else:
                await self._resting.wait()

    async def _run(self) -> None:
        while not self._closing:
            self._woken.clear()
            try:
                rest = await self._turn()
                self._complained = ""
            except Exception as error:
                rest = LONGEST_WAIT
                self._complain(error)
            self._resting.set()
            await self._clock.wait(rest, self._woken)
            self._resting.clear()

    async def _turn(self) -> float:
        """Everything that is to be done now; gives the seconds until there may be more."""
        if not self._sole.take():
            # Who fires the plans may have nobody to tell.
            self._start(self._tell_all(LEFT_TO_TELL, before=self._clock.now() - LONGEST_WAIT))
            return LONGEST_WAIT
        if not self._begun:
            await self._begin()
        await self._mind_the_clock()
        now = self._clock.now()
        due = await self._plans.next_due()
        if due is not None and due <= now:
            for plan in await self._change(lambda plan: self._steps.fall_due(plan, now), DUE, now=now):
                if plan.state is State.FIRING:
                    self._start(self._carry_out(plan))
            due = await self._plans.next_due()
        if self._untold or self._lost != self._told_lost:
            self._untold = False
            self._start(self._tell_all(TO_TELL))
        return math.inf if due is None else max(0.0, due - self._clock.now())

    async def _begin(self) -> None:
        now = self._clock.now()
        self._offset = now - self._clock.elapsed()
        await self._change(lambda plan: self._steps.stopped(plan, now), FIRING)
        self._begun = self._untold = True

    async def _mind_the_clock(self) -> None:
        now = self._clock.now()
        offset = now - self._clock.elapsed()
        jump = offset - self._offset
        if abs(jump) >= JUMP:
            log.info("The clock was set by %.1f seconds.", jump)
            await self._change(lambda plan: self._steps.clock_set(plan, jump, now), TIMED)
        self._offset = offset

    async def _change(self, change: Change, which: str, **values: float) -> list[Plan]:
        changed = await self._plans.change(change, which, **values)
        if any(plan.tell for plan in changed):
            self._untold = True
            self._wake()
        return changed

    async def _carry_out(self, plan: Plan) -> None:
        try:
            ended = await self._fire(plan)
        except Exception as error:  # whatever a plan does, the others go on
            why = error.message if isinstance(error, GatewayError) else "something went wrong"
            log.warning("“%s” failed: %s", plan.line, error, exc_info=not isinstance(error, GatewayError))
            words = f"I could not do “{plan.sentence or plan.line}”: {why}"
            ended = Ended(State.FAILED, words, tell=words)
        await self._end(plan, ended)

    async def _end(self, plan: Plan, ended: Ended) -> None:
        """Kept however long the disk refuses it: until then, nobody may know that it was done."""
        while True:
            end = partial(self._steps.end, ended=ended, now=self._clock.now())
            try:
                await self._change(end, ONE, id=plan.id)
            except NotKept as error:
                self._complain(error)
                if self._closing:
                    return
                await self._clock.wait(LONGEST_WAIT, asyncio.Event())
            else:
                return

    async def _tell_all(self, which: str, **values: float) -> None:
        """What cannot be told now is told later. One after the other: to tell something may take its time,
        and nothing is told again meanwhile."""
        async with self._telling:
            try:
                if self._lost != self._told_lost and await self._told(self._lost, ""):
                    self._told_lost = self._lost
                for plan in await self._plans.find(which, **values):
                    if await self._told(plan.tell, plan.room):
                        await self._plans.change_one(plan.id, partial(without, plan.tell))
                    else:
                        self._untold = True
            except NotKept as error:
                self._untold = True
                self._complain(error)

    async def _told(self, text: str, room: str) -> bool:
        try:
            await self._tell(text, room)
        except Exception as error:
            log.info("“%s” could not be told: %s", text, error)
            return False
        return True

    @property
    def _lost(self) -> str:
        return self._plans.household.begun_anew

    def _complain(self, error: Exception) -> None:
        """Once, however often it happens on end."""
        known = isinstance(error, NotKept)
        text = str(error) if known else "Something went wrong with what is planned."
        if text != self._complained:
            self._complained = text
            log.warning("%s", text, exc_info=None if known else error)
            self._start(self._told(text, ""))

    def _wake(self) -> None:
        """From any event loop. From our own at once, so that `quiet` knows of it."""
        if asyncio.get_running_loop() is self._events:
            self._woken.set()
        else:
            self._events.call_soon_threadsafe(self._woken.set)

    def _start(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
