"""The real Zigbee2MQTT: only its radio is not real."""

import asyncio
import json
from collections.abc import AsyncIterator

import aiomqtt
import pytest
import pytest_asyncio

from tests.devices.mqtt.looking import named, names, tell
from tests.mqtt_rig.broker import Mosquitto
from voice_gateway.devices import Action, Kind
from voice_gateway.devices.errors import NotAnswering
from voice_gateway.devices.mqtt import Address, MqttHome


@pytest_asyncio.fixture
async def home(bridged: Mosquitto) -> AsyncIterator[MqttHome]:
    """It also announces its devices by discovery, and takes a while to start the first time."""
    home = MqttHome(Address(bridged.url))
    await home.start()
    async with asyncio.timeout(30):
        while len(home.devices()) < 3:  # noqa: ASYNC110 (there is no event to wait for)
            await asyncio.sleep(0.05)
    yield home
    await home.close()


async def becomes_known(home: MqttHome, name: str) -> None:
    async with asyncio.timeout(10):
        while name not in names(home) or named(home, name).state.on is None:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_each_device_is_there_once_and_is_asked_how_it_is(home: MqttHome) -> None:
    kinds = {device.name: device.kind for device in home.devices()}
    assert kinds == {"hallway lamp": Kind.DIMMER, "coffee machine": Kind.SWITCH, "far plug": Kind.SWITCH}
    for name in ("hallway lamp", "coffee machine"):
        await becomes_known(home, name)


async def test_commands_are_done_when_it_says_so(home: MqttHome) -> None:
    assert (await tell(home, "coffee machine", Action.ON)).device.state.on is True
    lit = await tell(home, "hallway lamp", Action.SET_COLOR, "warm white at 40%")
    assert (lit.finished, lit.device.state.level) == (True, 40)
    assert lit.device.state.kelvin == pytest.approx(2700, abs=50)
    assert (await tell(home, "coffee machine", Action.OFF)).device.state.on is False


async def test_a_device_that_its_radio_does_not_reach_is_not_said_to_be_on(home: MqttHome) -> None:
    with pytest.raises(NotAnswering, match="did not confirm"):
        await tell(home, "far plug", Action.ON)


async def test_a_rename_there_is_known_here(home: MqttHome, bridged: Mosquitto) -> None:
    async with aiomqtt.Client("127.0.0.1", bridged.port) as owner:
        for before, after in (("coffee machine", "espresso"), ("espresso", "coffee machine")):
            await owner.publish(
                "zigbee2mqtt/bridge/request/device/rename", json.dumps({"from": before, "to": after})
            )
            await becomes_known(home, after)
            assert before not in names(home)
            assert (await tell(home, after, Action.ON)).device.state.on is True
