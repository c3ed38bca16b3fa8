"""Scenario 71: plans survive a restart; one that was missed is told and not done late.

What a kill at every moment leaves is in tests/planning/test_crash.py.
"""

from datetime import timedelta

from tests.assembled import NOW, Assemble


async def test_s71_a_plan_fires_after_a_restart(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the kitchen light in ten minutes")
    async with assemble(now=NOW + timedelta(minutes=8)) as house:
        assert not house.state("kitchen light").on
        await house.later(minutes=3)
        assert house.state("kitchen light").on


async def test_s71_one_that_was_missed_is_told_once_and_not_done_late(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the kitchen light in ten minutes")
    async with assemble(now=NOW + timedelta(minutes=20)) as house:
        await house.later(minutes=5)
        assert not house.state("kitchen light").on
        [told] = house.told
        assert told.startswith("I missed “turn on the kitchen light in ten minutes”")
    async with assemble(now=NOW + timedelta(minutes=30)) as house:
        await house.later(minutes=5)
        assert house.told == []


async def test_s71_within_a_minute_it_is_still_done(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the kitchen light in ten minutes")
    async with assemble(now=NOW + timedelta(minutes=10, seconds=40)) as house:
        await house.later(seconds=1)
        assert house.state("kitchen light").on


async def test_s71_an_event_that_was_waited_for_is_waited_for_again(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("when there is motion in the bathroom turn on the bedroom light")
    async with assemble(now=NOW + timedelta(hours=1)) as house:
        device = next(one for one in house.gateway.home.devices() if one.room == "Bathroom")  # type: ignore[union-attr]
        readings = tuple(
            reading if reading.name != "motion" else type(reading)("motion", value=True)
            for reading in device.state.readings
        )
        await house.happens(device.name, readings=readings)
        assert house.state("bedroom light").on
