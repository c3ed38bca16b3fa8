"""Scenarios 89 to 91: several gateways serve a home as one, and one that dies costs nothing."""

import asyncio
from pathlib import Path

import pytest

from tests.nats_rig.gateways import Fleet, Nursery
from tests.nats_rig.servers import Server
from voice_gateway.fleet import SharedHousehold
from voice_gateway.keeping import Plans, State


@pytest.fixture
def fleet(nats_server: Server, nursery: Nursery, fleet_home: str, tmp_path: Path) -> Fleet:
    return Fleet(nursery, nats_server.url, fleet_home, tmp_path)


async def test_s89_any_gateway_takes_a_turn_and_the_owner_commands_the_device_once(fleet: Fleet) -> None:
    async with fleet.running("one", "two"):
        answers = [await fleet.ask(f"turn {'on' if odd else 'off'} the hall light") for odd in (1, 0) * 6]
        assert {answer["outcome"] for answer in answers} == {"done"}, answers
        assert {answer["gateway"] for answer in answers} == {"one", "two"}
        assert fleet.lights.commands["Hall light"] == [True, False] * 6


async def test_s90_a_conversation_goes_on_at_another_gateway_after_its_own_died(fleet: Fleet) -> None:
    async with fleet.running("one", "two"):
        first = await fleet.ask("turn on the desk light", conversation="c1")
        await fleet.gateways[first["gateway"]].kill()
        second = await fleet.ask("turn it off again", conversation="c1")
        assert second["outcome"] == "done"
        assert second["gateway"] != first["gateway"]
        assert fleet.lights.commands["Desk light"] == [True, False]


async def test_s90_a_command_in_whose_middle_the_owner_dies_is_told_as_not_known_and_not_sent_again(
    fleet: Fleet,
) -> None:
    """Wherever the turn runs: at the owner that dies, or at another one that has asked it."""
    async with fleet.running("one", "two"):
        await fleet.ask("turn on the hall light")
        owner = await fleet.owner()
        fleet.lights.victim = fleet.gateways[owner].pid
        answer = await fleet.ask("turn on the desk light", conversation="c1")
        assert answer["gateway"] != owner
        assert "not known" in answer["text"]
        assert fleet.lights.commands["Desk light"] == [True]
        after = await fleet.ask("turn off the desk light", conversation="c1")
        assert after["outcome"] == "done"
        assert fleet.lights.commands["Desk light"] == [True, False]


async def test_s91_a_plan_in_whose_middle_the_owner_dies_is_told_and_not_repeated(fleet: Fleet) -> None:
    async with fleet.running("one", "two"):
        await fleet.ask("turn on the kitchen light and the desk light in three seconds")
        owner = await fleet.owner()
        fleet.lights.victim = fleet.gateways[owner].pid
        await fleet.owner(other_than=owner)
        household = SharedHousehold(fleet.bucket)
        plans = Plans(household)
        async with asyncio.timeout(60):
            while not (plan := await plans.get(1)) or plan.state is not State.NOT_KNOWN:
                await asyncio.sleep(0.2)
                await household.catch_up()
        household.close()
        assert "I don't know whether it was done" in plan.tell
        commands = [fleet.lights.commands[light] for light in ("Kitchen light", "Desk light")]
        assert [True] in commands
        assert all(told in ([], [True]) for told in commands)


async def test_s91_plans_fire_once_at_the_next_owner_when_theirs_is_killed(fleet: Fleet) -> None:
    async with fleet.running("one", "two"):
        planned = await fleet.ask("turn on the kitchen light in eight seconds")
        assert planned["outcome"] == "done"
        owner = await fleet.owner()
        await fleet.gateways[owner].kill()
        assert await fleet.owner(other_than=owner) != owner
        while not fleet.lights.commands["Kitchen light"]:  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)
        assert fleet.lights.commands["Kitchen light"] == [True]
