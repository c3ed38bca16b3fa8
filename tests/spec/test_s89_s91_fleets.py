"""Scenarios 89 to 91: three gateways over three NATS servers are one, and one that dies costs nothing."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.nats_rig.gateways import Fleet, Nursery
from tests.servers.http import Connection
from tests.servers.openai import say, scripted_openai
from voice_gateway.fleet.household import SharedHousehold
from voice_gateway.keeping import Plans, State

NAMES = ("one", "two", "three")


@pytest.fixture
def fleet(nats_cluster: str, nursery: Nursery, fleet_home: str, tmp_path: Path) -> Fleet:
    return Fleet(nursery, nats_cluster, fleet_home, tmp_path, replicas=3)


async def test_s89_any_gateway_takes_a_turn_and_the_owner_commands_the_device_once(fleet: Fleet) -> None:
    async with fleet.running(*NAMES):
        answers = []
        for left in (2, 1, 0):
            answers += [await fleet.ask(f"turn {'on' if odd else 'off'} the hall light") for odd in (1, 0)]
            if left:
                await fleet.gateways[answers[-1]["gateway"]].stop()
        assert {answer["outcome"] for answer in answers} == {"done"}, answers
        assert {answer["gateway"] for answer in answers} == set(NAMES)
        assert fleet.lights.commands["Hall light"] == [True, False] * 3


async def test_s90_a_conversation_goes_on_at_another_gateway_after_its_own_died(fleet: Fleet) -> None:
    async with fleet.running(*NAMES):
        first = await fleet.ask("turn on the desk light", conversation="c1")
        await fleet.gateways[first["gateway"]].kill()
        second = await fleet.ask("turn it off again", conversation="c1")
        assert second["outcome"] == "done"
        assert second["gateway"] != first["gateway"]
        assert fleet.lights.commands["Desk light"] == [True, False]


async def test_s90_a_turn_in_whose_middle_its_gateway_dies_is_answered_by_another(fleet: Fleet) -> None:
    """It dies while a model answers. Each has a model server of its own, which knows whom to kill."""
    killed: list[str] = []

    def model(name: str) -> Callable[[Connection], Awaitable[None]]:
        async def answer(connection: Connection) -> None:
            if not killed:
                killed.append(name)
                await fleet.gateways[name].kill()
            else:
                await say("The sea is wide.")(connection)

        return answer

    async with AsyncExitStack() as stack:
        for name in NAMES:
            server = await stack.enter_async_context(scripted_openai(otherwise=model(name)))
            fleet.apart[name] = {"provider": "openai", "openai.base_url": server.url}
        await stack.enter_async_context(fleet.running(*NAMES))
        answer = await fleet.ask("tell me a story about the sea", conversation="c1")
        assert answer["text"] == "The sea is wide."
        assert answer["gateway"] not in killed
        assert len(killed) == 1


async def test_s90_a_command_in_whose_middle_the_owner_dies_is_told_as_not_known_and_not_sent_again(
    fleet: Fleet,
) -> None:
    """Wherever the turn runs: at the owner that dies, or at another one that has asked it."""
    async with fleet.running(*NAMES):
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
    async with fleet.running(*NAMES):
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
    async with fleet.running(*NAMES):
        planned = await fleet.ask("turn on the kitchen light in eight seconds")
        assert planned["outcome"] == "done"
        owner = await fleet.owner()
        await fleet.gateways[owner].kill()
        assert await fleet.owner(other_than=owner) != owner
        while not fleet.lights.commands["Kitchen light"]:  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)
        assert fleet.lights.commands["Kitchen light"] == [True]


async def test_s91_clocks_that_differ_by_half_a_minute_change_neither_plans_nor_who_owns_the_home(
    fleet: Fleet,
) -> None:
    """By their own clocks, one gateway would have the plan fire at once, and another half a minute late."""
    async with fleet.running(*NAMES, two=30.0, three=-30.0):
        household = SharedHousehold(fleet.bucket)
        for turn in range(3):
            sentence = f"turn {'off' if turn % 2 else 'on'} the kitchen light in four seconds"
            assert (await fleet.ask(sentence))["outcome"] == "done"
            await household.catch_up()
            plan = await Plans(household).get(turn + 1)
            assert plan
            assert plan.due
            assert abs(plan.due - time.time()) < 15
            while len(fleet.lights.commands["Kitchen light"]) == turn:  # noqa: ASYNC110 - elsewhere
                await asyncio.sleep(0.1)
            owner = await fleet.owner()
            await fleet.gateways[owner].stop()
            await fleet.gateways[owner].start()
        household.close()
        assert fleet.lights.commands["Kitchen light"] == [True, False, True]
