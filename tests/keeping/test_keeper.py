"""Plans fire at their time, once and only once, whatever happens to the program and to the clock."""

import asyncio
from datetime import datetime
from pathlib import Path

import pytest

from tests.keeping.conftest import Run
from tests.keeping.watched import BERLIN, NOON, Watched
from voice_gateway.errors import ToolError
from voice_gateway.keeping import Household, Kind, Plan, Plans, State, keeper
from voice_gateway.keeping.by_hand import HandClock


async def test_a_plan_fires_at_its_time_and_is_done(run: Run) -> None:
    async with run() as home:
        plan = await home.plan("off hall light", NOON + 600)
        await home.pass_by(599)
        assert home.fired == []
        await home.pass_by(1)
        assert home.fired == [("off hall light", NOON + 600)]
        await home.pass_by(3600)
        assert len(home.fired) == 1
        kept = await home.plans.get(plan.id)
        assert kept
        assert (kept.state, kept.said) == (State.DONE, "Did off hall light.")
        assert home.told == []


async def test_plans_fire_in_the_order_of_their_times_each_at_its_own(run: Run) -> None:
    async with run() as home:
        for seconds in (300, 100, 200, 100):
            await home.plan(f"after {seconds}", NOON + seconds)
        await home.pass_by(1000)
        assert home.fired == [(f"after {each}", NOON + each) for each in (100, 100, 200, 300)]


async def test_firing_is_kept_before_the_home_is_told_anything(run: Run, path: Path) -> None:
    async with run() as home:
        home.holds = asyncio.Event()
        plan = await home.plan("open door", NOON)
        await home.fires()
        other = Household(path)
        kept = await Plans(other).get(plan.id)
        other.close()
        assert kept
        assert kept.state is State.FIRING
        home.holds.set()
        await home.keeper.quiet()
        assert await home.state(plan) is State.DONE


async def test_a_plan_that_takes_long_keeps_no_other_waiting(run: Run) -> None:
    async with run() as home:
        home.holds = asyncio.Event()
        await home.plan("slow", NOON)
        await home.plan("soon", NOON)
        await home.fires(2)
        home.holds.set()


async def test_adding_cancelling_and_editing_are_seen_at_once(run: Run) -> None:
    async with run() as home:
        far = await home.plan("far", NOON + 3000)
        near = await home.plan("near", NOON + 20)
        gone = await home.plan("gone", NOON + 10)
        assert await home.plans.cancel(gone.id)
        await home.plans.extend(far.id, -2985, NOON)
        await home.pass_by(60)
        assert home.fired == [("far", NOON + 15), ("near", NOON + 20)]
        assert await home.plans.cancel(near.id) is None


async def test_what_fails_is_told_and_the_others_go_on(run: Run) -> None:
    async with run() as home:
        home.fails = ToolError("The lamp does not answer.")
        plan = await home.plan("on lamp", NOON + 10, sentence="turn on the lamp soon", room="hall")
        await home.pass_by(10)
        home.fails = None
        await home.plan("on fan", NOON + 20)
        await home.pass_by(10)
        assert await home.state(plan) is State.FAILED
        assert home.told == [("I could not do “turn on the lamp soon”: The lamp does not answer.", "hall")]
        assert home.lines == ["on lamp", "on fan"]


async def test_a_bug_in_what_fires_is_a_failure_that_is_told(run: Run) -> None:
    async with run() as home:
        home.fails = KeyError("lamp")
        plan = await home.plan("on lamp", NOON)
        await home.pass_by(0)
        assert await home.state(plan) is State.FAILED
        assert home.told == [("I could not do “on lamp”: something went wrong", "")]


async def test_s71_a_plan_survives_a_restart(run: Run) -> None:
    async with run() as home:
        await home.plan("off hall light", NOON + 600)
    async with run() as home:
        await home.pass_by(600)
        assert home.lines == ["off hall light"]
    async with run() as home:
        await home.pass_by(6000)
        assert (home.fired, home.told) == ([], [])


@pytest.mark.parametrize(("late", "state"), [(59, State.DONE), (61, State.MISSED)])
async def test_what_was_missed_by_more_than_a_minute_is_told_and_not_done_late(
    run: Run, clock: HandClock, late: float, state: State
) -> None:
    async with run() as home:
        plan = await home.plan("off heater", NOON + 600, sentence="heater off at ten past", room="den")
    clock.move(600 + late)
    async with run() as home:
        assert await home.state(plan) is state
        assert home.lines == (["off heater"] if state is State.DONE else [])
        if state is State.MISSED:
            [(text, room)] = home.told
            assert text.startswith("I missed “heater off at ten past”")
            assert room == "den"
    async with run() as home:
        assert (home.fired, home.told) == ([], [])


async def test_what_was_firing_when_the_program_died_is_told_and_never_repeated(run: Run) -> None:
    async with run() as home:
        firing = {"state": State.FIRING, "fired": NOON}
        plan = await home.plan("open door", NOON, sentence="open the door", room="hall", **firing)
    async with run() as home:
        await home.pass_by(7200)
        assert home.fired == []
        [(text, room)] = home.told
        assert "I don't know whether it was done" in text
        assert room == "hall"
        assert await home.state(plan) is State.NOT_KNOWN


async def test_what_fires_when_the_program_is_stopped_may_finish(run: Run) -> None:
    async with run() as home:
        home.holds = asyncio.Event()
        plan = await home.plan("open door", NOON)
        await home.fires()
        asyncio.get_running_loop().call_later(0.01, home.holds.set)
    async with run() as home:
        assert await home.state(plan) is State.DONE
        assert (home.fired, home.told) == ([], [])


async def test_what_does_not_finish_when_the_program_is_stopped_is_not_known(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "TIME_TO_FINISH", 0)
    async with run() as home:
        home.holds = asyncio.Event()
        plan = await home.plan("open door", NOON)
        await home.fires()
    async with run() as home:
        assert await home.state(plan) is State.NOT_KNOWN
        assert len(home.told) == 1


async def test_what_could_not_be_told_is_told_later(run: Run, clock: HandClock) -> None:
    async with run() as home:
        await home.plan("off heater", NOON + 10)
        home.deaf = True
        clock.sleep(600)
        await home.pass_by(30)
        assert home.told == []
        home.deaf = False
        await home.pass_by(30)
        assert len(home.told) == 1
    async with run() as home:
        assert home.told == []


async def test_what_could_not_be_told_is_told_by_the_next_run(run: Run, clock: HandClock) -> None:
    async with run() as home:
        await home.plan("off heater", NOON + 10)
        home.deaf = True
        clock.sleep(600)
        await home.pass_by(30)
    async with run() as home:
        assert len(home.told) == 1


def at(day: int, hour: int, minute: int = 0) -> float:
    return datetime(2026, 10, day, hour, minute, tzinfo=BERLIN).timestamp()


async def test_a_plan_that_repeats_keeps_to_the_clock_on_the_wall_when_the_hour_changes(
    run: Run, clock: HandClock
) -> None:
    """On the 25th of October 2026, Berlin goes back from three to two o'clock."""
    clock.set(at(24, 6))
    async with run() as home:
        plan = await home.plan("open blinds", at(24, 7), when="daily 07:00", repeats=True)
        await home.pass_by(3 * 86_400)
        assert home.fired == [("open blinds", at(day, 7)) for day in (24, 25, 26)]
        assert at(25, 7) - at(24, 7) == 25 * 3600
        assert await home.plans.cancel(plan.id)
        await home.pass_by(2 * 86_400)
        assert len(home.fired) == 3


async def test_a_plan_in_the_hour_that_comes_twice_fires_once(run: Run, clock: HandClock) -> None:
    clock.set(at(24, 12))
    async with run() as home:
        await home.plan("water garden", at(25, 2, 30), when="daily 02:30", repeats=True)
        await home.pass_by(86_400)
        assert len(home.fired) == 1


async def test_a_plan_that_repeats_after_a_span_keeps_its_step_however_long_it_takes(
    run: Run, clock: HandClock
) -> None:
    async with run() as home:
        home.holds = asyncio.Event()
        await home.plan("look", NOON, when="every 600", repeats=True)
        await home.fires()
        clock.move(40)
        home.holds.set()
        await home.pass_by(1200)
        assert home.fired == [("look", NOON), ("look", NOON + 600), ("look", NOON + 1200)]
        home.holds = asyncio.Event()
        clock.move(560)
        await home.fires(4)
        clock.move(1000)
        home.holds.set()
        await home.keeper.quiet()
        # What would have come in the middle of it is left out.
        assert (await home.plans.waiting())[0].due == NOON + 1800 + 1000 + 600


async def test_a_plan_that_repeats_was_missed_once_however_long_the_machine_was_off(
    run: Run, clock: HandClock
) -> None:
    async with run() as home:
        await home.plan("open blinds", at(24, 7), when="daily 07:00", repeats=True)
    clock.set(at(29, 9))
    async with run() as home:
        assert home.fired == []
        assert len(home.told) == 1
        await home.pass_by(86_400)
        assert home.fired == [("open blinds", at(30, 7))]


async def test_a_plan_that_repeats_goes_on_after_a_crash_in_the_middle_of_it(run: Run) -> None:
    async with run() as home:
        firing = {"state": State.FIRING, "fired": NOON}
        plan = await home.plan("open blinds", NOON, when="daily 12:00", repeats=True, **firing)
    async with run() as home:
        assert len(home.told) == 1
        kept = await home.plans.get(plan.id)
        assert kept
        assert kept.state is State.WAITING
        assert kept.due == NOON + 23 * 3600  # noon in Berlin is an hour earlier
        assert home.fired == []


async def test_a_plan_that_repeats_and_is_cancelled_while_it_fires_is_over(run: Run) -> None:
    async with run() as home:
        home.holds = asyncio.Event()
        plan = await home.plan("open blinds", NOON, when="daily 12:00", repeats=True)
        await home.fires()
        assert await home.plans.cancel(plan.id)
        home.holds.set()
        await home.pass_by(3 * 86_400)
        assert await home.state(plan) is State.CANCELLED
        assert len(home.fired) == 1


async def test_words_that_no_longer_name_a_time_end_a_plan_with_a_word(run: Run) -> None:
    async with run() as home:
        plan = await home.plan("open blinds", NOON, when="whenever", repeats=True)
        await home.pass_by(60)
        assert await home.state(plan) is State.FAILED
        assert home.told == [("I don't know when “open blinds” comes next, so I have stopped it.", "")]


async def test_a_clock_that_is_set_forwards_past_a_plan_makes_it_missed(run: Run, clock: HandClock) -> None:
    async with run() as home:
        plan = await home.plan("at one", NOON + 3600)
        clock.set(NOON + 7200)
        await home.pass_by(30)
        assert home.fired == []
        assert await home.state(plan) is State.MISSED
        assert len(home.told) == 1


async def test_a_clock_that_is_set_forwards_to_the_time_of_a_plan_lets_it_fire(
    run: Run, clock: HandClock
) -> None:
    async with run() as home:
        await home.plan("at one", NOON + 3600)
        clock.set(NOON + 3590)
        await home.pass_by(40)
        assert home.lines == ["at one"]


async def test_a_clock_that_is_set_back_repeats_nothing(run: Run, clock: HandClock) -> None:
    async with run() as home:
        await home.plan("once", NOON + 60)
        await home.plan("daily", NOON + 60, when="daily 13:01", repeats=True)
        await home.pass_by(60)
        clock.set(NOON)
        await home.pass_by(3600)
        assert home.lines == ["once", "daily"]
        await home.pass_by(86_400)
        assert home.lines == ["once", "daily", "daily"]


async def test_a_clock_that_was_years_ahead_puts_nothing_off_for_years(run: Run, clock: HandClock) -> None:
    clock.set(NOON + 4 * 365 * 86_400)
    async with run() as home:
        due = clock.now() + 60
        await home.plan("daily", due, when="daily 07:00", repeats=True)
        await home.pass_by(90)
        clock.set(NOON)
        await home.pass_by(86_400)
        assert home.lines == ["daily", "daily"]


@pytest.mark.parametrize("jump", [5 * 3600, -5 * 3600, 20 * 365 * 86_400])
async def test_s65_a_timer_runs_its_span_whatever_is_done_to_the_clock(
    run: Run, clock: HandClock, jump: float
) -> None:
    async with run() as home:
        await home.plan("timer 9m", NOON + 540, kind=Kind.TIMER, elapses=True, length=540)
        await home.pass_by(240)
        clock.set(clock.now() + jump)
        await home.pass_by(299)
        assert home.fired == []
        await home.pass_by(1)
        assert home.lines == ["timer 9m"]
        assert home.told == []


async def test_a_timer_that_is_set_right_after_the_clock_runs_its_span(run: Run, clock: HandClock) -> None:
    async with run() as home:
        clock.set(NOON + 7200)
        await home.plan("timer 1m", NOON + 7260, kind=Kind.TIMER, elapses=True, length=60)
        await home.pass_by(59)
        assert home.fired == []
        await home.pass_by(1)
        assert home.lines == ["timer 1m"]


async def test_a_machine_that_slept_through_a_time_tells_of_it(run: Run, clock: HandClock) -> None:
    async with run() as home:
        await home.plan("timer 9m", NOON + 540, kind=Kind.TIMER, name="pasta", elapses=True, length=540)
        await home.plan("at two", NOON + 7200)
        clock.sleep(3600)
        await home.pass_by(30)
        assert home.fired == []
        [(text, _)] = home.told
        assert text.startswith("I missed the pasta timer")
        await home.pass_by(3600)
        assert home.lines == ["at two"]


async def test_a_machine_that_slept_into_the_minute_of_grace_is_still_in_time(
    run: Run, clock: HandClock
) -> None:
    async with run() as home:
        await home.plan("soon", NOON + 500)
        clock.sleep(520)
        await home.pass_by(30)
        assert home.lines == ["soon"]


async def test_a_plan_for_an_event_waits_without_a_time_and_fires_when_it_is_let(run: Run) -> None:
    async with run() as home:
        once = await home.plan("on hall light", None, when="when front door opens")
        always = await home.plan("on porch light", None, when="when front door opens", repeats=True)
        await home.pass_by(86_400)
        assert home.fired == []
        for plan in (once, always, once, always):
            await home.keeper.fire_now(plan.id)
            await home.keeper.quiet()
        assert home.lines == ["on hall light", "on porch light", "on porch light"]
        assert await home.state(once) is State.DONE
        assert await home.state(always) is State.WAITING


async def test_only_one_of_two_programs_fires_and_the_other_takes_over(
    run: Run, path: Path, clock: HandClock
) -> None:
    household = Household(path)
    second = Watched(household, clock)
    async with run() as first:
        plan = await first.plan("off lights", NOON + 60)
        first.holds = asyncio.Event()
        clock.move(60)
        await first.fires()
        async with second.keeper:
            # It does not take what the other one is doing right now for what a crash has left.
            assert await second.state(plan) is State.FIRING
            assert await second.keeper.fire_now(plan.id) is None
            first.holds.set()
            await first.keeper.quiet()
            assert (second.fired, second.told) == ([], [])
    third = Watched(household, clock)
    async with third.keeper:
        await third.plan("on lights", clock.now() + 60)
        await third.pass_by(90)
        assert third.lines == ["on lights"]
    household.close()


async def test_a_plan_that_another_program_adds_is_seen(run: Run, path: Path) -> None:
    async with run() as home:
        other = Household(path)
        await Plans(other).add(Plan("from afar", made=NOON, due=NOON + 45))
        other.close()
        await home.pass_by(60)
        assert home.fired == [("from afar", NOON + 45)]


async def test_nothing_fires_while_the_step_cannot_be_kept_and_that_is_told_once(run: Run) -> None:
    async with run() as home:
        plan = await home.plan("open door", NOON + 10)
        await home.household.read(lambda connection: connection.execute("PRAGMA query_only = 1"))
        await home.pass_by(40)
        assert home.fired == []
        [(text, _)] = home.told
        assert "may not be written" in text
        await home.household.read(lambda connection: connection.execute("PRAGMA query_only = 0"))
        await home.pass_by(30)
        assert home.lines == ["open door"]
        assert await home.state(plan) is State.DONE


async def test_an_end_that_cannot_be_kept_is_kept_later_and_nothing_is_repeated(
    run: Run, clock: HandClock
) -> None:
    async with run() as home:
        home.holds = asyncio.Event()
        plan = await home.plan("open door", NOON)
        await home.fires()
        await home.household.read(lambda connection: connection.execute("PRAGMA query_only = 1"))
        home.holds.set()
        await home.hears()
        await home.household.read(lambda connection: connection.execute("PRAGMA query_only = 0"))
        clock.move(30)
        await home.keeper.quiet()
        assert await home.state(plan) is State.DONE
        assert home.lines == ["open door"]


async def test_a_household_that_was_lost_is_told(run: Run, no_database: Path) -> None:
    assert no_database.name == "household.sqlite3"
    async with run() as home:
        [(text, _)] = home.told
        assert "household.sqlite3.corrupt" in text


async def test_s91_a_keeper_whose_home_comes_back_to_it_fires_again(
    household: Household, clock: HandClock
) -> None:
    """A gateway may own a home, lose it, and own it again."""
    home = Watched(household, clock)
    for line in ("on first", "on second"):
        async with home.keeper:
            await home.plan(line, clock.now() + 5)
            await home.pass_by(10)
    assert home.lines == ["on first", "on second"]
