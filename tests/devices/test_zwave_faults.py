"""The Z-Wave server goes away: nothing is done twice, nothing is claimed, and the next command works."""

from __future__ import annotations

import asyncio

import pytest

from tests.devices.client import eventually
from tests.zwave_rig.rig import ZwaveRig
from voice_gateway.devices import Action, Command
from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.zwave import ZwaveHome


async def test_killed_before_a_command_it_is_said_and_works_once_the_server_is_back(
    zwave_home: ZwaveHome, rig: ZwaveRig
) -> None:
    before = rig.state(3)
    rig.kill_server()
    await eventually(lambda: not zwave_home.health().connected)
    with pytest.raises(ConnectionLost, match="cannot be reached, so the hallway lamp was not changed"):
        await zwave_home.command("node-3", Command(Action.TOGGLE))
    assert not zwave_home.health().connected
    assert rig.state(3) == before
    await _back(rig)
    confirmation = await zwave_home.command("node-3", Command(Action.ON))
    assert confirmation.device.state.on is True
    assert rig.state(3)["BinarySwitch_currentValue"] is True
    assert rig.state(3)["sets"] == before.get("sets", 0) + 1


async def test_killed_during_a_command_it_is_not_known_and_never_repeated(
    zwave_home: ZwaveHome, rig: ZwaveRig
) -> None:
    before = rig.state(4).get("sets", 0)
    rig.tell(4, slow=3000)
    command = asyncio.create_task(zwave_home.command("node-4", Command(Action.TOGGLE)))
    await asyncio.sleep(0.3)
    rig.kill_server()
    with pytest.raises(ConnectionLost, match="It is not known whether the coffee plug changed"):
        await command
    rig.tell(4, slow=None)
    await _back(rig)
    await asyncio.sleep(1)
    assert rig.state(4).get("sets", 0) <= before + 1
    once = rig.state(4).get("sets", 0)
    assert (await zwave_home.command("node-4", Command(Action.ON))).finished
    assert rig.state(4)["sets"] == once + 1


async def test_killed_after_a_command_the_state_is_still_right(zwave_home: ZwaveHome, rig: ZwaveRig) -> None:
    await zwave_home.command("node-2", Command(Action.SET_LEVEL, 70))
    sets = rig.state(2)["sets"]
    rig.kill_server()
    await _back(rig)
    await zwave_home.command("node-3", Command(Action.OFF))
    assert zwave_home.registry["node-2"].state.level == 70
    assert rig.state(2)["sets"] == sets


async def test_a_command_sent_while_the_server_returns_waits_for_it(
    zwave_home: ZwaveHome, rig: ZwaveRig
) -> None:
    rig.kill_server()
    await asyncio.sleep(0.1)
    await _back(rig)
    assert (await zwave_home.command("node-3", Command(Action.ON))).finished


async def test_a_home_without_a_server_starts_all_the_same_and_says_why() -> None:
    home = ZwaveHome("ws://127.0.0.1:9")
    await home.start()
    try:
        health = home.health()
        assert not health.connected
        assert health.note == "nothing answers there"
    finally:
        await home.close()


async def test_an_address_that_is_none_is_said() -> None:
    home = ZwaveHome("not an address")
    await home.start()
    try:
        assert "is not an address such as ws://" in home.health().note
    finally:
        await home.close()


async def _back(rig: ZwaveRig) -> None:
    rig.start_server()
    await asyncio.to_thread(rig.wait_until_ready)
