"""Plans and timers: kept, told apart, paused, extended, asked how much is left."""

import asyncio
import dataclasses

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from tests.keeping.watched import NOON
from voice_gateway.keeping import Household, Kind, Plan, Plans, State, Storage, plans

SECONDS = st.integers(0, 3600)
FULL = Plan(
    "off hall light",
    made=NOON,
    due=NOON + 5,
    kind=Kind.REMINDER,
    name="the bins",
    sentence="it's “odd”; -- isn't it?",
    who="Ann",
    room="hall",
    conversation="c1",
    when="weekdays 07:00",
    repeats=True,
    elapses=True,
    length=5.0,
    remaining=3.5,
    agreed=True,
)


class TimersMachine(RuleBasedStateMachine):
    """Against timers that are only numbers: what is left, and whether it runs."""

    timers = Bundle("timers")

    def __init__(self) -> None:
        super().__init__()
        self.household = Household(None)
        self.plans = Plans(self.household)
        self.runner = asyncio.Runner()
        self.now = NOON
        self.left: dict[int, float] = {}
        self.paused: set[int] = set()

    def teardown(self) -> None:
        self.runner.close()
        self.household.close()

    @rule(target=timers, seconds=SECONDS)
    def start(self, seconds: int) -> int:
        plan = Plan("timer", made=self.now, due=self.now + seconds, kind=Kind.TIMER, length=seconds)
        number = self.runner.run(self.plans.add(plan)).id
        self.left[number] = seconds
        return number

    @rule(seconds=SECONDS)
    def wait(self, seconds: int) -> None:
        self.now += seconds
        for number in self.left.keys() - self.paused:
            self.left[number] = max(0, self.left[number] - seconds)

    @rule(number=timers)
    def pause(self, number: int) -> None:
        done = self.runner.run(self.plans.pause(number, self.now))
        assert (done is not None) == (number in self.left and number not in self.paused)
        if done:
            self.paused.add(number)

    @rule(number=timers)
    def resume(self, number: int) -> None:
        done = self.runner.run(self.plans.resume(number, self.now))
        assert (done is not None) == (number in self.paused)
        self.paused.discard(number)

    @rule(number=timers, seconds=st.integers(-600, 600))
    def extend(self, number: int, seconds: int) -> None:
        done = self.runner.run(self.plans.extend(number, seconds, self.now))
        # One that is extended by nothing is as it was.
        assert done is None or number in self.left
        if number in self.left:
            self.left[number] = max(0, self.left[number] + seconds)

    @rule(number=timers)
    def cancel(self, number: int) -> None:
        done = self.runner.run(self.plans.cancel(number))
        assert (done is not None) == (self.left.pop(number, None) is not None)
        self.paused.discard(number)

    @invariant()
    def same(self) -> None:
        waiting = self.runner.run(self.plans.waiting(Kind.TIMER))
        assert {plan.id: plan.left(self.now) for plan in waiting} == self.left
        assert {plan.id for plan in waiting if plan.paused} == self.paused
        running = [plan.due for plan in waiting if plan.due is not None]
        assert self.runner.run(self.plans.next_due()) == min(running, default=None)


TestTimersAsAWhole = TimersMachine.TestCase
TestTimersAsAWhole.settings = settings(max_examples=25, stateful_step_count=20)


async def test_a_plan_comes_back_as_it_was_kept(storage: Storage) -> None:
    kept = await Plans(storage).add(FULL)
    assert kept == dataclasses.replace(FULL, id=kept.id)
    assert await Plans(storage).get(kept.id) == kept


async def test_what_waits_is_listed_the_next_one_first_and_by_kind(storage: Storage) -> None:
    kept = Plans(storage)
    for due, kind in ((3, Kind.WISH), (None, Kind.WISH), (1, Kind.TIMER), (2, Kind.ALARM)):
        await kept.add(Plan("line", made=NOON, due=due and NOON + due, kind=kind))
    gone = await kept.add(Plan("line", made=NOON, due=NOON))
    await kept.cancel(gone.id)
    assert [plan.due and plan.due - NOON for plan in await kept.waiting()] == [1, 2, 3, None]
    assert [plan.kind for plan in await kept.waiting(Kind.TIMER, Kind.ALARM)] == [Kind.TIMER, Kind.ALARM]


async def test_a_plan_is_edited_only_while_it_waits(storage: Storage) -> None:
    kept = Plans(storage)
    plan = await kept.add(Plan("on lamp", made=NOON, due=NOON + 60))
    later = dataclasses.replace(plan, line="on fan", due=NOON + 120)
    assert await kept.edit(later) == later
    assert await kept.get(plan.id) == later
    assert await kept.cancel(plan.id)
    assert await kept.edit(later) is None
    assert (await kept.get(plan.id) or later).state is State.CANCELLED


async def test_whoever_waits_for_plans_is_told_of_every_change_and_of_nothing_else(
    storage: Storage,
) -> None:
    kept = Plans(storage)
    told: list[int] = []
    kept.listeners.append(lambda: told.append(1))
    plan = await kept.add(Plan("on lamp", made=NOON, due=NOON + 60))
    await kept.waiting()
    await kept.extend(plan.id, 60, NOON)
    await kept.resume(plan.id, NOON)
    await kept.cancel(plan.id)
    await kept.cancel(plan.id)
    assert len(told) == 3


async def test_plans_that_ended_long_ago_are_forgotten_and_no_other(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "MOST_ENDED", 3)
    kept = Plans(storage)
    waits = await kept.add(Plan("waits", made=NOON))
    ended = await kept.add(Plan("ended", made=NOON, state=State.DONE))
    untold = await kept.add(Plan("untold", made=NOON, state=State.MISSED, tell="I missed it."))
    for _ in range(5):
        await kept.add(Plan("more", made=NOON))
    assert await kept.get(waits.id)
    assert await kept.get(untold.id)
    assert await kept.get(ended.id) is None


async def test_the_next_time_is_found_by_an_index(storage: Storage) -> None:
    asked: list[str] = []
    await storage.read(lambda connection: connection.set_trace_callback(asked.append))
    await Plans(storage).next_due()
    [query] = asked
    rows = await storage.read(lambda connection: connection.execute(f"EXPLAIN QUERY PLAN {query}").fetchall())
    assert ["plans_by_due" in row["detail"] for row in rows] == [True]
