"""The clock of the machine, and the one that is moved by hand."""

import asyncio

import pytest

from tests.keeping.watched import NOON, Watched
from voice_gateway.keeping import Household, MachineClock, State, clock
from voice_gateway.keeping.by_hand import HandClock


async def test_plans_fire_by_the_clock_of_the_machine(household: Household) -> None:
    home = Watched(household, MachineClock())
    async with home.keeper:
        plan = await home.plan("soon", MachineClock().now() + 0.05)
        await home.fires()
        assert home.fired[0][1] >= (plan.due or 0)
        await home.keeper.quiet()
        assert await home.state(plan) is State.DONE


async def test_the_clock_of_the_machine_is_looked_at_again_however_long_the_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "LONGEST_WAIT", 0.01)
    await MachineClock().wait(1e9, asyncio.Event())
    await MachineClock().wait(float("inf"), asyncio.Event())


async def test_whoever_waits_for_the_machine_can_be_woken() -> None:
    woken = asyncio.Event()
    waiting = asyncio.create_task(MachineClock().wait(1e9, woken))
    woken.set()
    await waiting


async def test_a_clock_that_is_moved_by_hand_wakes_those_whose_time_has_come() -> None:
    by_hand = HandClock(NOON)
    events = [asyncio.Event() for _ in range(2)]
    waiting = [asyncio.create_task(by_hand.wait(10 * (n + 1), event)) for n, event in enumerate(events)]
    await asyncio.sleep(0)
    assert by_hand.next_wake() == 10
    by_hand.move(10)
    await waiting[0]
    assert by_hand.next_wake() == 10
    by_hand.set(NOON + 1e6)
    by_hand.sleep(50)
    assert by_hand.next_wake() == 10
    assert by_hand.elapsed() == 60
    assert not events[1].is_set()
    by_hand.move(10)
    await waiting[1]
    assert by_hand.next_wake() is None
