"""Scenarios 89 to 91: several gateways serve a home as one, and one that dies costs nothing."""

import asyncio
from pathlib import Path

import pytest

from tests.nats_rig.gateways import Fleet
from tests.nats_rig.servers import Server


@pytest.fixture
def fleet(nats_server: Server, fleet_home: str, tmp_path: Path) -> Fleet:
    return Fleet(nats_server.url, fleet_home, tmp_path)


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
