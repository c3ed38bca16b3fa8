"""A home on a broker."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.mqtt_rig.broker import Mosquitto
from voice_gateway.devices.mqtt import Address, MqttHome


@pytest_asyncio.fixture
async def home(broker: Mosquitto) -> AsyncIterator[MqttHome]:
    """Not started yet, so that a test can set the stage first."""
    home = MqttHome(Address(broker.url))
    yield home
    await home.close()
